import AccessModel

extension CaseReader {
  mutating func checkColumns(_ names: [String], of shape: RelationShape, at place: SourcePlace) {
    for name in names where shape.column(name) == nil {
      diagnostics.append(
        .unknownColumn(name, of: shape.name, among: shape.columnNames, at: place))
    }
  }

  /// A mapping of columns to values, in the order written.
  mutating func columnValues(_ value: YAMLValue, _ shape: RelationShape) -> [ColumnValue]? {
    guard case .mapping(let entries) = value.kind, !entries.isEmpty else {
      report(
        .malformedCases, "a mapping of columns to values is wanted, not \(value.noun)",
        at: value.place)
      return nil
    }
    var result: [ColumnValue] = []
    for entry in entries {
      guard let column = shape.column(entry.key) else {
        diagnostics.append(
          .unknownColumn(entry.key, of: shape.name, among: shape.columnNames, at: entry.keyPlace))
        return nil
      }
      guard let text = text(entry.value, column) else { return nil }
      result.append(ColumnValue(column.name, text))
    }
    return result
  }

  /// A value as text of the column's type. The outer nil is a refusal, the inner one NULL.
  mutating func text(_ value: YAMLValue, _ column: RelationShape.Column) -> String?? {
    if value.isNull { return .some(nil) }
    if let text = value.text { return column.type == .boolean ? canonical(text, column) : text }
    if column.type == .json || column.type == .jsonb { return value.json }
    report(.malformedCases, "`\(column.name)` must be a single value", at: value.place)
    return nil
  }

  private func canonical(_ text: String, _ column: RelationShape.Column) -> String {
    ValueText.canonical(text, column.type)
  }

  /// `3` by primary key, or `{patron_id: 1, listing_id: 2}`: exactly one row of the fixtures.
  mutating func rowMeant(_ value: YAMLValue, _ shape: RelationShape) -> [ColumnValue]? {
    guard let row = rowByKeyOrColumns(value, shape) else { return nil }
    checkExists(row, shape, at: value.place, exactlyOne: true)
    return row
  }

  private mutating func rowByKeyOrColumns(
    _ value: YAMLValue, _ shape: RelationShape
  ) -> [ColumnValue]? {
    if case .mapping = value.kind { return columnValues(value, shape) }
    let parts: [YAMLValue] = if case .list(let items) = value.kind { items } else { [value] }
    guard !shape.primaryKey.isEmpty else {
      report(
        .malformedCases, "`\(shape.name)` has no primary key: name columns, as in `{a: 1}`",
        at: value.place)
      return nil
    }
    guard parts.count == shape.primaryKey.count else {
      let key = shape.primaryKey.joined(separator: ", ")
      report(
        .malformedCases, "the primary key of `\(shape.name)` is (\(key))", at: value.place)
      return nil
    }
    var row: [ColumnValue] = []
    for (name, part) in zip(shape.primaryKey, parts) {
      guard let column = shape.column(name), let text = text(part, column) else { return nil }
      row.append(ColumnValue(name, text))
    }
    return row
  }

  /// The list under `rows:`; all its rows name the same columns.
  mutating func rowSet(_ value: YAMLValue, _ shape: RelationShape) -> ExpectedRows? {
    guard case .list(let items) = value.kind else {
      diagnostics.append(.wrongKind(value, "rows", "a list"))
      return nil
    }
    var columns: [String]?
    var rows: [[String?]] = []
    for item in items {
      guard let row = rowByKeyOrColumns(item, shape) else { return nil }
      let names = columns ?? row.map(\.column)
      columns = names
      guard Set(row.map(\.column)) == Set(names) else {
        report(
          .malformedCases, "all rows of a case must name the same columns", at: item.place)
        return nil
      }
      checkExists(row, shape, at: item.place, exactlyOne: false)
      rows.append(names.map { name in row.first { $0.column == name }.flatMap(\.value) })
    }
    return ExpectedRows(columns: columns ?? shape.key, rows: rows)
  }

  /// Tables only: what a view shows is known to engines alone, and the runner asks them.
  private mutating func checkExists(
    _ row: [ColumnValue], _ shape: RelationShape, at place: SourcePlace, exactlyOne: Bool
  ) {
    guard !shape.isView else { return }
    // Nil: a column that no file gives holds its default, which is not known here.
    guard let found = rowIndex.count(row, shape) else { return }
    let written = row.map { "\($0.column): \($0.value ?? "null")" }.joined(separator: ", ")
    switch found {
    case 0: report(.missingRow, "`\(shape.name)` has no row {\(written)}", at: place)
    case 1: break
    case let number where exactlyOne:
      report(
        .malformedCases, "{\(written)} is \(number) rows of `\(shape.name)`; name one", at: place)
    default: break
    }
  }
}
