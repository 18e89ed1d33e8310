import AccessModel
import LivePostgres
import MigrationPlanner
import ScratchServerTesting
import Testing

@Suite(.enabled(if: ServerAvailability.canTest, "\(ServerAvailability.reason)"))
struct GrantTests {
  @Test(arguments: Samples.all.keys.sorted())
  func `the server holds the grants of the catalog and no others`(title: String) throws {
    let document = try #require(Samples.all[title])
    let held = try RoleServer.run { connection in
      let prelude = Migration.platformPrelude(for: document).map { $0 + ";\n" }.joined()
      try connection.execute(prelude + Migration(document).sql)
      return try grants(in: document.catalog, connection)
    }
    #expect(held == planned(document.catalog))
  }

  /// `object|grantee|privilege|grantable`. Of what they own, owners may always grant.
  private func planned(_ catalog: Catalog) -> Set<String> {
    var planned = Set<String>()
    func add(_ acl: AccessControlList?, _ object: String, owner: String) {
      for entry in acl?.entries ?? [] {
        for privilege in entry.privileges {
          let isGrantable =
            entry.grantable.contains(privilege) || entry.grantee == .role(owner)
          planned.insert("\(object)|\(entry.grantee)|\(privilege.rawValue)|\(isGrantable)")
        }
      }
    }
    for table in catalog.tables {
      let name = table.name.name
      add(table.acl, name, owner: table.owner)
      for column in table.columns {
        add(column.acl, "\(name).\(column.name)", owner: table.owner)
        guard column.identity != nil else { continue }
        let all = AccessControlList.builtIn(owner: table.owner, all: Privilege.allOnSequence)
        add(all, "\(name)_\(column.name)_seq", owner: table.owner)
      }
    }
    for view in catalog.views {
      add(view.acl, view.name.name, owner: view.owner)
      for column in view.columns {
        add(column.acl, "\(view.name.name).\(column.name)", owner: view.owner)
      }
    }
    for sequence in catalog.sequences {
      add(sequence.acl, sequence.name.name, owner: sequence.owner)
    }
    for function in catalog.functions where function.origin == .plan {
      add(function.acl, function.name.name, owner: function.owner)
    }
    for schema in catalog.schemas where schema.origin == .plan {
      add(schema.acl, schema.name, owner: schema.owner)
    }
    return planned
  }

  private func grants(in catalog: Catalog, _ connection: Connection) throws -> Set<String> {
    func array(_ names: [String]) -> String { "{\(Set(names).sorted().joined(separator: ","))}" }
    let relations = array(catalog.tables.map(\.name.schema) + catalog.views.map(\.name.schema))
    let schemas = array(catalog.schemas.filter { $0.origin == .plan }.map(\.name))
    let held = try connection.query(
      """
      SELECT name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END,
          privilege_type, CASE WHEN is_grantable OR grantee = owner THEN 'true' ELSE 'false' END
        FROM (
          SELECT relname, relowner, relacl FROM pg_class
            WHERE relnamespace = ANY ($1::regnamespace[]) AND relkind IN ('r', 'v', 'S')
          UNION ALL SELECT relname || '.' || attname, relowner, attacl
            FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
            WHERE relnamespace = ANY ($1::regnamespace[])
          UNION ALL SELECT proname, proowner, proacl FROM pg_proc
            WHERE pronamespace = ANY ($1::regnamespace[])
          UNION ALL SELECT nspname, nspowner, nspacl FROM pg_namespace WHERE nspname = ANY ($2)
        ) AS objects (name, owner, acl), aclexplode(acl)
      """, parameters: [relations, schemas])
    return Set(held.rows.map { $0.map { $0 ?? "NULL" }.joined(separator: "|") })
  }
}
