import AccessModel
import SQLBinding

/// `pg_constraint`, and the views over indexes, sequences and materialized views.
extension SystemRows {
  var constraints: [Cells] {
    let ofDomains = catalog.types.flatMap { type in
      type.checks.map { check in
        var cells = constraint(check.name, "c", in: type.name.schema)
        cells["conrelid"] = .integer(0)
        cells["convalidated"] = .boolean(!check.isNotValid)
        return cells
      }
    }
    return ofDomains + constraintsOfTables
  }

  private var constraintsOfTables: [Cells] {
    catalog.tables.flatMap { table -> [Cells] in
      let keys = table.keys.map { key in
        constraint(
          key.name, key.isPrimary ? "p" : "u", of: table, isDeferrable: key.isDeferrable,
          isDeferred: key.isInitiallyDeferred)
      }
      let exclusions = table.exclusions.map {
        constraint(
          $0.name, "x", of: table, isDeferrable: $0.isDeferrable,
          isDeferred: $0.isInitiallyDeferred)
      }
      let checks = table.checks.map { check in
        var cells = constraint(check.name, "c", of: table)
        cells["convalidated"] = .boolean(!check.isNotValid)
        return cells
      }
      let triggers = table.triggers.filter { $0.isConstraint && !$0.isInherited }.map {
        constraint(
          $0.name, "t", of: table, isDeferrable: $0.isDeferrable,
          isDeferred: $0.isInitiallyDeferred)
      }
      return keys + exclusions + checks + triggers + table.foreignKeys.map { cells($0, of: table) }
    }
  }

  private func constraint(
    _ name: String, _ kind: String, of table: Catalog.Table, isDeferrable: Bool = false,
    isDeferred: Bool = false
  ) -> Cells {
    var cells = constraint(name, kind, in: table.name.schema)
    cells["condeferrable"] = .boolean(isDeferrable)
    cells["condeferred"] = .boolean(isDeferred)
    cells["conrelid"] = .object(.relation(table.name))
    return cells
  }

  private func constraint(_ name: String, _ kind: String, in schema: String) -> Cells {
    [
      "oid": .undetermined(.object(.other)), "conname": text(name),
      "connamespace": .object(.schema(schema)), "contype": text(kind),
      "condeferrable": .boolean(false), "condeferred": .boolean(false),
      "convalidated": .boolean(true), "confrelid": .integer(0), "confupdtype": text(" "),
      "confdeltype": text(" "),
      "confmatchtype": text(" "),
    ]
  }

  private func cells(_ key: Catalog.ForeignKey, of table: Catalog.Table) -> Cells {
    var cells = constraint(
      key.name, "f", of: table, isDeferrable: key.isDeferrable, isDeferred: key.isInitiallyDeferred)
    cells["convalidated"] = .boolean(!key.isNotValid)
    cells["confrelid"] = .object(.relation(key.references))
    cells["confupdtype"] = text(key.onUpdate.letter)
    cells["confdeltype"] = text(key.onDelete.letter)
    cells["confmatchtype"] = text(key.isMatchFull ? "f" : "s")
    return cells
  }

  /// Those of domains, those that only the server names, and the server's own.
  var otherConstraints: [Cells] {
    var result: [Cells] = ["pg_catalog", "information_schema"].map {
      [
        "connamespace": .object(.schema($0)), "conrelid": .undetermined(.object(.relation)),
        "conname": .undetermined(Undetermined("the name of a system constraint")),
      ]
    }
    // From 17 on NOT NULL of a domain is one.
    for type in catalog.types where session.names.version >= .v17 && type.isNeverNull {
      result.append(["conrelid": .integer(0), "connamespace": .object(.schema(type.name.schema))])
    }
    for table in catalog.tables {
      var cells: Cells = [
        "conrelid": .object(.relation(table.name)),
        "connamespace": .object(.schema(table.name.schema)),
      ]
      if session.names.version >= .v18 {
        cells["contype"] = text("n")
        cells["conname"] = .undetermined(
          .chosen(endingIn: "_not_null", "the name of a constraint NOT NULL"))
        result.append(cells)
        cells["conname"] = nil
      }
      if table.triggers.contains(where: { $0.isConstraint && $0.isInherited }) {
        cells["contype"] = text("t")
        result.append(cells)
      }
      // Each partition that is referred to has a copy of the key.
      if table.foreignKeys.contains(where: { catalog.table($0.references)?.kind == .partitioned }) {
        cells["contype"] = text("f")
        result.append(cells)
      }
    }
    return result
  }

  var namedIndexes: [Cells] {
    let ofTables = catalog.tables.flatMap { table in
      (table.keys.map(\.name) + table.indexes.map(\.name) + table.exclusions.map(\.name)).map {
        index($0, on: table.name, isTemporary: table.isTemporary)
      }
    }
    return ofTables
      + catalog.views.flatMap { view in
        view.indexes.map { index($0.name, on: view.name, isTemporary: false) }
      }
  }

  private func index(
    _ name: String, on relation: QualifiedName, isTemporary: Bool
  ) -> Cells {
    [
      "schemaname": schema(of: relation, isTemporary: isTemporary),
      "tablename": text(relation.name), "indexname": text(name),
    ]
  }

  /// Of the server's own tables.
  var otherIndexes: [Cells] {
    let name = SQLValue.undetermined(.systemName("the name of a system index"))
    return [["schemaname": text("pg_catalog"), "tablename": name, "indexname": name]]
  }

  var materializedViews: [Cells] {
    catalog.views.filter(\.isMaterialized).map {
      [
        "schemaname": text($0.name.schema), "matviewname": text($0.name.name),
        "matviewowner": text($0.owner), "hasindexes": .boolean(!$0.indexes.isEmpty),
      ]
    }
  }

  var sequences: [Cells] {
    catalog.sequences.map {
      [
        "schemaname": schema(of: $0.name, isTemporary: $0.isTemporary),
        "sequencename": text($0.name.name), "sequenceowner": text($0.owner),
        "cycle": .boolean($0.cycles),
      ]
    }
  }

  /// Those of identity columns.
  var identitySequences: [Cells] {
    catalog.tables.flatMap { table in
      table.columns.filter { $0.identity != nil }.map {
        [
          "schemaname": schema(of: table.name, isTemporary: table.isTemporary),
          "sequencename": text(table.name.sequence(of: $0.name).name),
        ]
      }
    }
  }
}

extension Catalog.ForeignKey.Action {
  /// As `pg_constraint.confdeltype` has it.
  fileprivate var letter: String {
    switch self {
    case .noAction: "a"
    case .restrict: "r"
    case .cascade: "c"
    case .setNull: "n"
    case .setDefault: "d"
    }
  }
}

extension Catalog.CustomType {
  fileprivate var isNeverNull: Bool {
    if case .domain(_, isNullable: false) = kind { true } else { false }
  }
}
