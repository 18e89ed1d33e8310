import AccessModel

extension PlanLoader {
  /// PRIMARY KEY and UNIQUE constraints, named as PostgreSQL would name them.
  mutating func keys(of table: any Table, _ columns: [ColumnDefinition]) -> [Catalog.Key] {
    let name = type(of: table).qualifiedName
    var keys: [Catalog.Key] = []
    let primary = columns.filter(\.isPrimaryKey).map(\.name)
    if !primary.isEmpty {
      keys.append(
        Catalog.Key(keyName(name, [], "pkey"), columns: primary, isPrimary: true))
    }
    for column in columns where column.isUnique {
      keys.append(
        Catalog.Key(keyName(name, [column.name], "key"), columns: [column.name]))
    }
    for unique in table.constraints.unique {
      for column in unique.columns
      where !columns.contains(where: { $0.identity === column.identity }) {
        report(
          .unknownColumn,
          "a constraint of `\(name)` names `\(column.name)`, which is another relation's column",
          at: column.place,
          help: suggestion(
            column.name, columns.map(\.name), "name one of its own"))
      }
      let names = unique.columns.map(\.name)
      keys.append(Catalog.Key(keyName(name, names, "key"), columns: names))
    }
    return keys
  }

  private mutating func keyName(
    _ table: QualifiedName, _ columns: [String], _ label: String
  ) -> String {
    freeName(
      objectName(table.name, columns, label), taken: &relationNames[table.schema, default: []])
  }

  /// Inside the table's own scope, where columns need no qualifier.
  mutating func checkConstraints(
    of table: any Table, at place: SourcePlace
  ) -> [Catalog.CheckConstraint] {
    let checks = table.constraints.checks
    let name = type(of: table).qualifiedName
    checkDistinct(
      checks.map { ($0.name, place) }, { "`\(name)` has two constraints named `\($0)`" },
      help: "give one of them another name")
    return checks.map { check in
      checkName(check.name, "a constraint of `\(name)`", at: place)
      context.subject = "constraint `\(check.name)` of `\(name)`"
      context.place = place
      return Catalog.CheckConstraint(check.name, check.condition.lower(&context))
    }
  }

  func foreignKeys(
    of table: QualifiedName, _ columns: [ColumnDefinition]
  ) -> [Catalog.ForeignKey] {
    var taken: Set<String> = []
    return columns.compactMap { column in
      guard let reference = column.reference else { return nil }
      return Catalog.ForeignKey(
        freeName(objectName(table.name, [column.name], "fkey"), taken: &taken),
        columns: [column.name], references: reference.table.qualifiedName,
        referencedColumns: [reference.column()], onDelete: reference.onDelete,
        onUpdate: reference.onUpdate)
    }
  }

  /// Foreign keys lead to tables of the plan, and to columns that are unique there.
  mutating func checkReferences(_ tables: [Catalog.Table]) {
    for table in tables {
      for key in table.foreignKeys {
        let what = "`\(table.name).\(key.columns.joined(separator: ", "))`"
        let place = table.columns.first { key.columns.contains($0.name) }?.place ?? table.place
        guard let target = tables.first(where: { $0.name == key.references }) else {
          report(
            .unknownRelation, "\(what) references `\(key.references)`, which is not in the plan",
            at: place,
            help: suggestion(
              key.references.name, tables.map(\.name.name).filter { $0 != table.name.name },
              "list it in the plan"))
          continue
        }
        if !target.keys.contains(where: { $0.columns == key.referencedColumns }) {
          let column = key.referencedColumns.joined(separator: ", ")
          report(
            .invalidReference, "\(what) references `\(target.name).\(column)`, which is not unique",
            at: place, help: "declare it `.unique()` or `.primaryKey()`")
        }
      }
    }
  }
}
