import AccessModel

/// Short ways to the parts of the catalog that statements change.
extension CatalogBuilder {
  /// The table of a name, or PostgreSQL's answer where it is none.
  func table(_ name: SQLRelationName) throws(ReadFailure) -> Int {
    let found = try state.relation(name)
    switch state.slot(found) {
    case .table(let index): return index
    case .opaque(let what): throw .unsupported("\(what) `\(found)`")
    default:
      throw .refused(
        SQLState(rawValue: "42809"), "\"\(found.name)\" is not a table")
    }
  }

  /// The table of a name that can have policies, or PostgreSQL's answer. RULES 21.
  ///
  /// Source: `RangeVarCallbackForPolicy()` in `src/backend/commands/policy.c`.
  func securableTable(_ name: SQLRelationName) throws(ReadFailure) -> Int {
    let index = try table(name)
    let table = state.catalog.tables[index]
    guard table.kind != .foreign else {
      throw .refused(SQLState(rawValue: "42809"), "\"\(table.name.name)\" is not a table")
    }
    return index
  }

  /// The place in `columns` of a column, or 42703.
  func column(_ name: String, of table: Int) throws(ReadFailure) -> Int {
    let table = state.catalog.tables[table]
    guard let index = table.columns.firstIndex(where: { $0.name == name }) else {
      throw .refused(
        .undefinedColumn,
        "column \"\(name)\" of relation \"\(table.name.name)\" does not exist")
    }
    return index
  }

  /// Refuses a name that a relation of the schema has.
  func requireFree(_ name: QualifiedName) throws(ReadFailure) {
    guard state.slot(name) == nil, state.compositeType(name) == nil,
      !state.isSystemRelation(name)
    else {
      throw .refused(
        SQLState(rawValue: "42P07"), "relation \"\(name.name)\" already exists")
    }
  }

  /// A name of the form `table_column_label` that nothing has, at most 63 bytes long.
  /// Source: `makeObjectName()` and `ChooseRelationName()` in `src/backend/commands/indexcmds.c`.
  func freeName(
    _ first: String, _ second: String?, _ label: String, isTaken: (String) -> Bool
  ) -> String {
    var number = 0
    while true {
      let suffix = number == 0 ? label : "\(label)\(number)"
      let name = objectName(first, second.map { [$0] } ?? [], suffix)
      if !isTaken(name) { return name }
      number += 1
    }
  }

  /// The role that a statement names.
  func role(_ node: RoleSpecPointer?) throws(ReadFailure) -> String {
    guard case .role(let name) = try grantee(node) else { throw Self.publicIsNoRole }
    return name
  }
}
