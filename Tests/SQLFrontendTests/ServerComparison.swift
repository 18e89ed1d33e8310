import AccessModel
import AccessTesting
import Foundation
import LivePostgres
import SQLFrontend
import SQLSession
import SQLText
import Testing

/// One server for these tests; scripts run in transactions that are rolled back.
final class ScriptServer: Sendable {
  static let shared = ScriptServer()
  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var server: ScratchServer?

  /// Runs a script statement by statement; a refused one changes nothing.
  func run(_ sql: String) throws -> (errors: [PostgresError], facts: Set<String>) {
    lock.lock()
    defer { lock.unlock() }
    let running = try server ?? ScratchServer()
    server = running
    let connection = try running.connect()
    _ = try connection.execute("BEGIN")
    // The database's owner, whom the preset does not tell apart from `pg_database_owner`.
    _ = try connection.execute("ALTER SCHEMA public OWNER TO postgres")
    defer { _ = try? connection.execute("ROLLBACK") }
    var errors: [PostgresError] = []
    for statement in SQLReader().parseStatements(SQLFile(name: "s", text: sql)) {
      _ = try connection.execute("SAVEPOINT s")
      do {
        _ = try connection.execute(statement.text)
      } catch let error as PostgresError {
        errors.append(error)
        _ = try connection.execute("ROLLBACK TO s")
      }
    }
    _ = try connection.execute("RESET ROLE; SET search_path = pg_catalog")
    let rows = try connection.query(Self.facts).rows
    return (errors, Set(rows.compactMap { $0.first ?? nil }))
  }

  /// What the catalog holds, one line per fact; names with their schema, lists sorted.
  private static let facts = """
    WITH own AS (
      SELECT oid, nspname FROM pg_namespace
        WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), role (oid, name) AS (
      SELECT oid, rolname::text FROM pg_roles UNION ALL SELECT 0, 'PUBLIC'
    ), relation AS (
      SELECT nspname || '.' || relname AS name, c.*
        FROM pg_class c JOIN own ON own.oid = relnamespace
    ), acls (name, acl) AS (
      SELECT name, relacl FROM relation WHERE relkind IN ('r', 'p', 'v', 'S')
      UNION ALL SELECT name || '(' || attname || ')', attacl FROM relation
        JOIN pg_attribute ON attrelid = relation.oid WHERE attnum > 0 AND NOT attisdropped
      UNION ALL SELECT nspname, nspacl FROM pg_namespace JOIN own USING (oid, nspname)
      UNION ALL SELECT nspname || '.' || proname || '()', proacl
        FROM pg_proc JOIN own ON own.oid = pronamespace
    )
    SELECT 'role ' || concat_ws(' ', rolname, rolsuper, rolbypassrls, rolinherit, rolcanlogin)
      FROM pg_roles WHERE rolname !~ '^pg_'
    UNION ALL SELECT concat_ws(' ', 'member', g.name, m.name, admin_option)
      FROM pg_auth_members JOIN role g ON g.oid = roleid JOIN role m ON m.oid = member
      WHERE g.name !~ '^pg_'
    UNION ALL SELECT concat_ws(' ', 'relation', name, CASE relkind WHEN 'v' THEN 'view'
        WHEN 'S' THEN 'sequence' ELSE 'table' END, relowner::regrole,
        CASE WHEN relkind IN ('r', 'p') THEN concat_ws(' ', relrowsecurity, relforcerowsecurity)
        END)
      FROM relation WHERE relkind IN ('r', 'p', 'v') OR relkind = 'S' AND NOT EXISTS (
        SELECT FROM pg_depend WHERE objid = relation.oid AND deptype = 'i')
    UNION ALL SELECT concat_ws(' ', 'column', name, attname, format_type(atttypid, atttypmod),
        CASE WHEN relkind = 'v' THEN NULL ELSE concat_ws(' ', attnotnull, nullif(attidentity, ''),
          nullif(attgenerated, ''), atthasdef AND attgenerated = '') END)
      FROM relation JOIN pg_attribute ON attrelid = relation.oid
      WHERE relkind IN ('r', 'p', 'v') AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT concat_ws(' ', 'constraint', name, conname, contype)
      FROM relation JOIN pg_constraint ON conrelid = relation.oid WHERE contype <> 't'
    UNION ALL SELECT concat_ws(' ', 'policy', name, polname, polcmd, polpermissive,
        (SELECT string_agg(role.name, ',' ORDER BY role.name COLLATE "C") FROM unnest(polroles) r
          JOIN role ON role.oid = r), polqual IS NOT NULL, polwithcheck IS NOT NULL)
      FROM relation JOIN pg_policy ON polrelid = relation.oid
    UNION ALL SELECT concat_ws(' ', 'acl', name, (SELECT coalesce(string_agg(
          role.name || '=' || privilege_type || CASE WHEN is_grantable THEN '*' ELSE '' END,
          ',' ORDER BY (role.name || '=' || privilege_type) COLLATE "C"), '-')
        FROM aclexplode(acl) JOIN role ON role.oid = grantee))
      FROM acls WHERE acl IS NOT NULL
    UNION ALL SELECT concat_ws(' ', 'function', nspname || '.' || proname, prosecdef, proisstrict,
        proretset, provolatile, proowner::regrole)
      FROM pg_proc JOIN own ON own.oid = pronamespace
    UNION ALL SELECT concat_ws(' ', 'options', name, option)
      FROM relation, unnest(reloptions) option WHERE relkind = 'v'
        AND option !~ '(false|off|0|no)$'
    """
}

/// The same facts of a model.
enum ModelFacts {
  static func of(_ catalog: Catalog) -> Set<String> {
    var facts: Set<String> = []
    func add(_ parts: String?...) { facts.insert(parts.compactMap { $0 }.joined(separator: " ")) }
    func flag(_ value: Bool) -> String { value ? "t" : "f" }
    func addACL(_ name: String, _ acl: AccessControlList?) {
      guard let acl else { return }
      let items = acl.entries.flatMap { entry in
        entry.privileges.map { privilege in
          (
            "\(entry.grantee)=\(privilege.rawValue)",
            entry.grantable.contains(privilege) ? "*" : ""
          )
        }
      }
      // An owner's own privileges show as grantable by nature, not by the list.
      let text = items.sorted { $0.0 < $1.0 }.map { $0.0 + $0.1 }.joined(separator: ",")
      add("acl", name, text.isEmpty ? "-" : text)
    }
    for role in catalog.roles {
      add(
        "role", role.name, flag(role.isSuperuser), flag(role.bypassesRowSecurity),
        flag(role.inherits), flag(role.canLogin))
      for membership in role.memberships {
        add("member", membership.group, role.name, flag(membership.admin))
      }
    }
    for schema in catalog.schemas { addACL(schema.name, schema.acl) }
    for table in catalog.tables {
      let name = "\(table.name.schema).\(table.name.name)"
      add(
        "relation", name, "table", table.owner, flag(table.rowSecurityEnabled),
        flag(table.rowSecurityForced))
      addACL(name, table.acl)
      for column in table.columns {
        let identity: String? = column.identity.map { $0 == .always ? "a" : "d" }
        add(
          "column", name, column.name, sqlText(column.type), flag(!column.isNullable), identity,
          column.generated == nil ? nil : "s", flag(column.defaultValue != nil))
        addACL("\(name)(\(column.name))", column.acl)
      }
      for key in table.keys { add("constraint", name, key.name, key.isPrimary ? "p" : "u") }
      for key in table.foreignKeys { add("constraint", name, key.name, "f") }
      for check in table.checks { add("constraint", name, check.name, "c") }
      for policy in table.policies {
        let command =
          switch policy.command {
          case .all: "*"
          case .select: "r"
          case .insert: "a"
          case .update: "w"
          case .delete: "d"
          }
        add(
          "policy", name, policy.name, command, flag(policy.isPermissive),
          policy.roles.map(\.description).sorted().joined(separator: ","),
          flag(policy.using != nil), flag(policy.check != nil))
      }
    }
    for view in catalog.views {
      let name = "\(view.name.schema).\(view.name.name)"
      add("relation", name, "view", view.owner)
      addACL(name, view.acl)
      for column in view.columns {
        add("column", name, column.name, sqlText(column.type))
        addACL("\(name)(\(column.name))", column.acl)
      }
      if view.securityInvoker { add("options", name, "security_invoker") }
      if view.securityBarrier { add("options", name, "security_barrier") }
      if let check = view.checkOption { add("options", name, "check_option=\(check.rawValue)") }
    }
    for sequence in catalog.sequences {
      let name = "\(sequence.name.schema).\(sequence.name.name)"
      add("relation", name, "sequence", sequence.owner)
      addACL(name, sequence.acl)
    }
    for function in catalog.functions {
      let name = "\(function.name.schema).\(function.name.name)"
      add(
        "function", name, flag(function.isSecurityDefiner), flag(function.isStrict),
        flag(function.returnsSet), String(function.volatility.rawValue.prefix(1)), function.owner)
      addACL("\(name)()", function.acl)
    }
    return facts
  }

  /// Owners' grant options are implied on the server, and option values have many spellings.
  static func comparable(_ facts: Set<String>) -> Set<String> {
    Set(
      facts.map { fact in
        if fact.hasPrefix("options"), !fact.contains("check_option") {
          return fact.split(separator: "=").first.map(String.init) ?? fact
        }
        return fact.hasPrefix("acl ") ? fact.replacing("*", with: "") : fact
      })
  }
}

/// Reads a script and runs it on the server too: same catalog, same refusals.
func expectSameAsServer(
  _ sql: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let loaded = SQLReader(platform: .postgres, runner: ComputedStatement.simulated)
    .read([SQLFile(name: "s.sql", text: sql)])
  let refused = loaded.diagnostics.filter { $0.severity == .error }.map(\.message)
  let unread = loaded.diagnostics.filter { $0.severity != .error }.map(\.message)
  #expect(unread == [], sourceLocation: sourceLocation)
  guard ServerUnderTest.isExpected else { return }
  let server = try ScriptServer.shared.run(sql)
  #expect(
    refused == server.errors.map { "\($0.message) (SQLSTATE \($0.sqlState))" },
    sourceLocation: sourceLocation)
  let model = ModelFacts.comparable(ModelFacts.of(loaded.catalog))
  let facts = ModelFacts.comparable(server.facts)
  let (surplus, missing) = (model.subtracting(facts).sorted(), facts.subtracting(model).sorted())
  #expect(surplus == [], "only the model has it", sourceLocation: sourceLocation)
  #expect(missing == [], "only the server has it", sourceLocation: sourceLocation)
}
