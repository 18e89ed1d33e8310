import AccessModel
import SQLBinding
import SQLText

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
      } + indexes + compositeTypes + systemClasses
  }

  private var systemClasses: [Cells] {
    SystemRelation.all(in: session.names.version).map { name, kind in
      let cells: Cells = [
        "oid": .object(.relation(name)), "relname": text(name.name),
        "relnamespace": .object(.schema(name.schema)), "relkind": text(kind),
        "relpersistence": text("p"), "relispartition": .boolean(false),
        "reltype": .undetermined(.object(.type)), "relrowsecurity": .boolean(false),
        "relforcerowsecurity": .boolean(false),
      ]
      return withUnknowns(cells, of: .pg_class)
    }
  }

  private var indexes: [Cells] {
    let ofTables = catalog.tables.flatMap { table in
      (table.keys.map(\.name) + table.indexes.map(\.name) + table.exclusions.map(\.name)).map {
        index(
          QualifiedName(table.name.schema, $0), table.kind == .partitioned ? "I" : "i",
          table.owner, isTemporary: table.isTemporary)
      }
    }
    return ofTables
      + catalog.views.flatMap { view in
        view.indexes.map {
          index(QualifiedName(view.name.schema, $0.name), "i", view.owner, isTemporary: false)
        }
      }
  }

  private func index(
    _ name: QualifiedName, _ kind: String, _ owner: String, isTemporary: Bool
  ) -> Cells {
    var cells = relation(name, kind, owner, isTemporary: isTemporary)
    cells["reltype"] = .integer(0)
    return withUnknowns(cells, of: .pg_class)
  }

  private var compositeTypes: [Cells] {
    catalog.types.filter(\.isComposite).map {
      withUnknowns(relation($0.name, "c", $0.owner, isTemporary: false), of: .pg_class)
    }
  }

  /// What of a row the model does not hold is not NULL.
  func withUnknowns(_ cells: Cells, of relation: SystemRelation) -> Cells {
    var result = cells
    for column in relation.columns(in: session.names.version)
    where result[column.name] == nil {
      result[column.name] = .undetermined(.unknown("a system catalog's \(column.name)"))
    }
    return result
  }

  private func relation(
    _ name: QualifiedName, _ kind: String, _ owner: String, isTemporary: Bool
  ) -> Cells {
    [
      "oid": .object(.relation(name)), "relname": text(name.name),
      "relnamespace": .object(.schema(name.schema)), "relowner": .object(.role(owner)),
      "relkind": text(kind), "relpersistence": text(isTemporary ? "t" : "p"),
      "reltype": kind == "S" ? .integer(0) : type(named: name),
      "relisshared": .boolean(false), "relrowsecurity": .boolean(false),
      "relforcerowsecurity": .boolean(false), "relispartition": .boolean(false),
    ]
  }

  /// What comes with tables: TOAST tables, identity sequences.
  var otherClasses: [Cells] {
    let identities = catalog.tables.flatMap { table in
      table.columns.filter { $0.identity != nil }.map { column -> Cells in
        [
          "oid": .undetermined(.object(.relation)),
          "relname": text(table.name.sequence(of: column.name).name),
          "relnamespace": .object(.schema(table.name.schema)), "relkind": text("S"),
          "reltype": .integer(0), "relrowsecurity": .boolean(false),
          "relforcerowsecurity": .boolean(false),
        ]
      }
    }
    return identities + unnamedClasses
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
        "relname": .undetermined(.systemName("the name of a system relation")),
        "relnamespace": schema, "relkind": text(kind), "reltype": .integer(0),
        "relrowsecurity": .boolean(false), "relforcerowsecurity": .boolean(false),
      ]
    }
  }

  /// The schema of temporary tables has a number.
  func schema(of name: QualifiedName, isTemporary: Bool) -> SQLValue {
    isTemporary
      ? .undetermined(Undetermined("the name of the schema of temporary tables"))
      : text(name.schema)
  }

  var tables: [Cells] {
    catalog.tables.filter { $0.kind != .foreign }.map {
      [
        "schemaname": schema(of: $0.name, isTemporary: $0.isTemporary),
        "tablename": text($0.name.name),
        "tableowner": text($0.owner), "rowsecurity": .boolean($0.rowSecurityEnabled),
      ]
    }
  }

  var views: [Cells] {
    catalog.views.filter { !$0.isMaterialized }.map {
      [
        "schemaname": schema(of: $0.name, isTemporary: $0.isTemporary),
        "viewname": text($0.name.name),
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

  var systemSchemas: [Cells] {
    ["pg_catalog", "pg_toast", "information_schema"].filter {
      catalog.schema($0) == nil || $0.hasPrefix("pg_")
    }.map { withUnknowns(["oid": .object(.schema($0)), "nspname": text($0)], of: .pg_namespace) }
  }

  /// Those of temporary tables, of any session: by their number nobody asks for them.
  var temporarySchemas: [Cells] {
    ["pg_temp_7", "pg_toast_temp_7"].map {
      ["oid": .undetermined(.object(.schema)), "nspname": text($0)]
    }
  }
}

extension Catalog.CustomType {
  fileprivate var isComposite: Bool { if case .composite = kind { true } else { false } }
}
