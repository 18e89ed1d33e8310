import AccessModel
import CPgQuery

/// What ANALYZE gathers of columns: nothing that the model holds, but not everything goes.
extension CatalogBuilder {
  /// ALTER COLUMN … SET STATISTICS.
  mutating func setStatistics(
    _ command: PgQuery__AlterTableCmd, of table: Int
  ) throws(ReadFailure) {
    let model = state.catalog.tables[table]
    try setStatistics(command, of: model.name, model.columns.map(\.name))
    let name = text(command.name)
    guard isSession, model.columns.contains(where: { $0.name == name && $0.isVirtual }) else {
      return
    }
    throw .refused(
      .featureNotSupported, "cannot alter statistics on virtual generated column \"\(name)\"")
  }

  /// Source: `ATExecSetStatistics()` in `src/backend/commands/tablecmds.c`.
  mutating func setStatistics(
    _ command: PgQuery__AlterTableCmd, of relation: QualifiedName, _ columns: [String]
  ) throws(ReadFailure) {
    guard isSession else { return }
    let name = text(command.name)
    guard !name.isEmpty else {
      throw .refused(.featureNotSupported, "cannot refer to non-index column by number")
    }
    try requireTarget(command)
    try requireColumn(name, of: relation, columns)
  }

  private func requireColumn(
    _ name: String, of relation: QualifiedName, _ columns: [String]
  ) throws(ReadFailure) {
    guard !columns.contains(name) else { return }
    guard !SystemColumns.names.contains(name) else { throw Self.systemColumn(name) }
    throw .refused(
      .undefinedColumn, "column \"\(name)\" of relation \"\(relation.name)\" does not exist")
  }

  /// Only of expressions an index has statistics of its own.
  mutating func setStatistics(
    _ command: PgQuery__AlterTableCmd, ofIndex name: QualifiedName
  ) throws(ReadFailure) {
    guard isSession, command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_SetStatistics,
      case .index(let index)? = state.slot(name)
    else { return }
    try requireTarget(command)
    let (keys, included) = try indexColumns(name, of: index)
    let columns = keys + included
    let written = text(command.name)
    var place = Int(command.num) - 1
    if !written.isEmpty {
      guard !keys.contains(nil), !state.mayNameIndexColumns else {
        throw .unsupported("a column of an index by its name")
      }
      guard let found = columns.firstIndex(of: written) else {
        throw .refused(
          .undefinedColumn,
          "column \"\(written)\" of relation \"\(name.name)\" does not exist")
      }
      place = found
    }
    guard columns.indices.contains(place) else {
      throw .refused(
        .undefinedColumn,
        "column number \(place + 1) of relation \"\(name.name)\" does not exist")
    }
    guard let column = columns[place] else { return }
    guard !state.mayNameIndexColumns else { throw .unsupported("what an index calls its columns") }
    let isIncluded = place >= keys.count
    throw .refused(
      .featureNotSupported,
      "cannot alter statistics on \(isIncluded ? "included" : "non-expression") column "
        + "\"\(column)\" of index \"\(name.name)\"",
      hint: isIncluded ? nil : "Alter statistics on table column instead.")
  }

  /// Nil: an expression.
  private func indexColumns(
    _ name: QualifiedName, of index: DatabaseState.Index
  ) throws(ReadFailure) -> (keys: [String?], included: [String?]) {
    let table = state.catalog.table(index.table)
    let own =
      table?.indexes.first { $0.name == name.name }
      ?? state.catalog.view(index.table)?.indexes.first { $0.name == name.name }
    let exclusion = table?.exclusions.first { $0.name == name.name }
    guard let parts = own?.parts ?? exclusion?.elements.map(\.expression) else {
      guard index.others.count < 2 else { throw .unsupported("the included columns of a key") }
      return (index.columns, index.others.map { $0 })
    }
    let keys = parts.map { if case .column(_, let column) = $0 { column } else { nil } as String? }
    return (keys, own?.included ?? [])
  }

  private mutating func requireTarget(
    _ command: PgQuery__AlterTableCmd
  ) throws(ReadFailure) {
    guard let target = Self.value(command.def).flatMap({ Int($0) }) else { return }
    if target < -1 {
      throw .refused(SQLState(rawValue: "22023"), "statistics target \(target) is too low")
    }
    if target > 10000 { warning("lowering statistics target to 10000", sqlState: "22023") }
  }

  /// ALTER COLUMN … SET (…). Source: `ATExecSetOptions()`.
  func setOptions(
    _ command: PgQuery__AlterTableCmd, of relation: QualifiedName, _ columns: [String]
  ) throws(ReadFailure) {
    guard isSession else { return }
    try requireColumn(text(command.name), of: relation, columns)
    guard command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_SetOptions else { return }
    for option in command.def?.items ?? [] where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      let parameter = text(element.defname)
      guard ["n_distinct", "n_distinct_inherited"].contains(parameter) else {
        throw .refused(
          SQLState(rawValue: "22023"), "unrecognized parameter \"\(parameter)\"")
      }
      guard let value = Self.value(element.arg).flatMap({ Double($0) }), value >= -1 else {
        throw .unsupported("a value of `\(parameter)` that is no number of rows")
      }
    }
  }

  /// Views and composite types have none. Source: `AddNewAttributeTuples()`.
  func hasSystemColumns(_ relation: QualifiedName) -> Bool {
    switch state.slot(relation) {
    case .table: true
    case .view(let index): state.catalog.views[index].isMaterialized
    default: false
    }
  }

  /// Columns that every table has are not altered.
  func requireNoSystemColumn(_ name: String, of table: Int) throws(ReadFailure) {
    guard isSession, SystemColumns.names.contains(name),
      !state.catalog.tables[table].columns.contains(where: { $0.name == name })
    else { return }
    throw Self.systemColumn(name)
  }

  private static func systemColumn(_ name: String) -> ReadFailure {
    .refused(.featureNotSupported, "cannot alter system column \"\(name)\"")
  }
}
