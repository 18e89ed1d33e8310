import AccessModel
import SQLBinding

/// `pg_class` and the views over it.
extension SystemRows {
  var classes: [Cells] {
    catalog.tables.map { table in
      let kind =
        switch table.kind {
        case .ordinary: "r"
        case .partitioned: "p"
        case .foreign: "f"
        }
      var cells = relation(table.name, kind, table.owner, isTemporary: table.isTemporary)
      cells["relrowsecurity"] = .boolean(table.rowSecurityEnabled)
      cells["relforcerowsecurity"] = .boolean(table.rowSecurityForced)
      cells["relispartition"] = .boolean(table.partitionBound != nil)
      return cells
    }
      + catalog.views.map {
        relation($0.name, $0.isMaterialized ? "m" : "v", $0.owner, isTemporary: $0.isTemporary)
      }
      + catalog.sequences.map {
        relation($0.name, "S", $0.owner, isTemporary: $0.isTemporary)
      }
  }

  private func relation(
    _ name: QualifiedName, _ kind: String, _ owner: String, isTemporary: Bool
  ) -> Cells {
    [
      "oid": .object(.relation(name)), "relname": text(name.name),
      "relnamespace": .object(.schema(name.schema)), "relowner": .object(.role(owner)),
      "relkind": text(kind), "relpersistence": text(isTemporary ? "t" : "p"),
      "relisshared": .boolean(false), "relrowsecurity": .boolean(false),
      "relforcerowsecurity": .boolean(false), "relispartition": .boolean(false),
    ]
  }

  /// The server's own, and what comes with tables: indexes, TOAST tables, identity sequences, row
  /// types.
  var otherClasses: [Cells] {
    let system = CatalogNames.systemRelations.map { name, kind -> Cells in
      [
        "oid": .object(.relation(name)), "relname": text(name.name),
        "relnamespace": .object(.schema(name.schema)), "relkind": text(kind),
      ]
    }
    let indexes = catalog.tables.flatMap { table in
      (table.keys.map(\.name) + table.indexes.map(\.name) + table.exclusions.map(\.name)).map {
        name -> Cells in
        [
          "oid": .undetermined(.object(.relation)), "relname": text(name),
          "relnamespace": .object(.schema(table.name.schema)),
          "relkind": text(table.kind == .partitioned ? "I" : "i"),
        ]
      }
    }
    let identities = catalog.tables.flatMap { table in
      table.columns.filter { $0.identity != nil }.map { column -> Cells in
        [
          "oid": .undetermined(.object(.relation)),
          "relname": text("\(table.name.name)_\(column.name)_seq"),
          "relnamespace": .object(.schema(table.name.schema)), "relkind": text("S"),
        ]
      }
    }
    let types = catalog.types.filter(\.isComposite).map { type -> Cells in
      [
        "oid": .undetermined(.object(.relation)), "relname": text(type.name.name),
        "relnamespace": .object(.schema(type.name.schema)), "relkind": text("c"),
      ]
    }
    return system + indexes + identities + types + unnamedClasses
  }

  /// TOAST tables and indexes of the server's own tables. Their names begin with `pg_`.
  private var unnamedClasses: [Cells] {
    let schemas: [(kind: String, schema: SQLValue)] = [
      ("t", .object(.schema("pg_toast"))), ("i", .object(.schema("pg_toast"))),
      ("i", .object(.schema("pg_catalog"))),
      // Those of temporary tables.
      ("t", .undetermined(.object(.schema))), ("i", .undetermined(.object(.schema))),
    ]
    return schemas.map { kind, schema in
      [
        "oid": .undetermined(.object(.relation)),
        "relname": .undetermined(Undetermined("the name of a system relation")),
        "relnamespace": schema, "relkind": text(kind),
      ]
    }
  }

  var tables: [Cells] {
    catalog.tables.filter { $0.kind != .foreign && !$0.isTemporary }.map {
      [
        "schemaname": text($0.name.schema), "tablename": text($0.name.name),
        "tableowner": text($0.owner), "rowsecurity": .boolean($0.rowSecurityEnabled),
      ]
    }
  }

  var views: [Cells] {
    catalog.views.filter { !$0.isMaterialized && !$0.isTemporary }.map {
      [
        "schemaname": text($0.name.schema), "viewname": text($0.name.name),
        "viewowner": text($0.owner),
      ]
    }
  }

  var schemas: [Cells] {
    catalog.schemas.filter { !$0.name.hasPrefix("pg_") }.map {
      [
        "oid": .object(.schema($0.name)), "nspname": text($0.name),
        "nspowner": .object(.role($0.owner)),
      ]
    }
  }

  var otherSchemas: [Cells] {
    let named: [Cells] = ["pg_catalog", "pg_toast", "information_schema"].filter {
      catalog.schema($0) == nil || $0.hasPrefix("pg_")
    }.map { ["oid": .object(.schema($0)), "nspname": text($0)] }
    // Those of temporary tables, of any session.
    return named + [
      [
        "oid": .undetermined(.object(.schema)),
        "nspname": .undetermined(Undetermined("the name of a schema of temporary tables")),
      ]
    ]
  }
}

extension Catalog.CustomType {
  fileprivate var isComposite: Bool { if case .composite = kind { true } else { false } }
}
