import AccessModel

/// Whether a server could load a table's rows: names, NULLs, keys.
///
/// Types are left to the engines, which read the values.
struct RowsCheck {
  let table: Catalog.Table

  init(_ table: Catalog.Table) { self.table = table }

  /// False if the rows cannot be used at all, because their columns are wrong.
  func accepts(
    _ rows: TableRows, at place: SourcePlace, _ diagnostics: inout [Diagnostic]
  ) -> Bool {
    let problemsBefore = diagnostics.count
    checkHeader(rows.columns, at: place, &diagnostics)
    guard diagnostics.count == problemsBefore else { return false }
    checkNulls(rows, &diagnostics)
    for key in table.keys { checkKey(key, rows, &diagnostics) }
    return true
  }

  private func checkHeader(
    _ columns: [String], at place: SourcePlace, _ diagnostics: inout [Diagnostic]
  ) {
    var seen: Set<String> = []
    for name in columns {
      guard let column = table.columns.first(where: { $0.name == name }) else {
        diagnostics.append(
          .unknownColumn(
            name, of: table.name, among: table.columns.map(\.name), at: place,
            id: .unknownFixtureColumn))
        continue
      }
      if !seen.insert(name).inserted {
        diagnostics.append(
          Diagnostic(.malformedRows, "column `\(name)` is named twice", at: place))
      }
      if column.generated != nil {
        diagnostics.append(
          Diagnostic(
            .malformedRows, "column `\(name)` is generated and cannot be given values", at: place))
      }
    }
    for column in table.columns
    where !seen.contains(column.name) && !column.isNullable && !column.fillsItself {
      diagnostics.append(
        Diagnostic(
          .missingFixtureValue, "column `\(column.name)` is NOT NULL and has no default", at: place,
          help: "add the column to the file"))
    }
  }

  private func checkNulls(_ rows: TableRows, _ diagnostics: inout [Diagnostic]) {
    let required = rows.columns.indices.filter { index in
      table.columns.contains { $0.name == rows.columns[index] && !$0.isNullable }
    }
    for row in rows.rows {
      for index in required where row.values[index] == nil {
        diagnostics.append(
          Diagnostic(
            .missingFixtureValue, "column `\(rows.columns[index])` is NOT NULL", at: row.place,
            help: "an empty field is NULL; write \"\" for the empty string"))
      }
    }
  }

  private func checkKey(
    _ key: Catalog.Key, _ rows: TableRows, _ diagnostics: inout [Diagnostic]
  ) {
    guard let indices = rows.indices(of: key.columns) else { return }
    var seen: [[String]: TableRows.Row] = [:]
    for row in rows.rows {
      // A NULL in a key is distinct from every other.
      let values = indices.compactMap { row.values[$0] }
      guard values.count == indices.count else { continue }
      if let earlier = seen.updateValue(row, forKey: values) {
        let first = earlier.place.map { " on line \($0.line)" } ?? ""
        diagnostics.append(
          Diagnostic(.malformedRows, "the same `\(key.name)` as the row\(first)", at: row.place))
      }
    }
  }

  /// Rows that refer to rows which are in no file.
  static func references(
    _ all: [TableRows], _ catalog: Catalog, _ diagnostics: inout [Diagnostic]
  ) {
    let rowsOf = Dictionary(grouping: all, by: \.table)
    let tables = catalog.tablesByName
    for rows in all {
      for key in tables[rows.table]?.foreignKeys ?? [] {
        guard let indices = rows.indices(of: key.columns) else { continue }
        let stores = catalog.partitions(of: key.references, tables)
        var known: Set<[String]> = []
        var isKnown = true
        for target in stores.flatMap({ rowsOf[$0] ?? [] }) {
          // Without the key's columns, their values are defaults we do not know.
          guard let targets = target.indices(of: key.referencedColumns) else {
            isKnown = false
            continue
          }
          for row in target.rows { known.insert(targets.compactMap { row.values[$0] }) }
        }
        guard isKnown else { continue }
        for row in rows.rows {
          let values = indices.compactMap { row.values[$0] }
          guard values.count == indices.count, !known.contains(values) else { continue }
          let written = zip(key.columns, values).map { "\($0) = \($1)" }.joined(separator: ", ")
          diagnostics.append(
            Diagnostic(
              .missingRow, "`\(key.references)` has no row for `\(written)`", at: row.place,
              help: "add that row, or name one of those there are"))
        }
      }
    }
  }
}

extension Catalog {
  /// For looking up many.
  var tablesByName: [QualifiedName: Table] {
    Dictionary(tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The table itself, and below a partitioned one all its partitions.
  fileprivate func partitions(
    of name: QualifiedName, _ tablesByName: [QualifiedName: Table]
  ) -> Set<QualifiedName> {
    var found: Set = [name]
    var open = [name]
    while let next = open.popLast() {
      guard tablesByName[next]?.kind == .partitioned else { continue }
      for table in tables where table.parents.contains(next) && found.insert(table.name).inserted {
        open.append(table.name)
      }
    }
    return found
  }
}

extension Catalog.Column {
  /// Whether an INSERT that leaves the column out gives it a value.
  fileprivate var fillsItself: Bool {
    defaultValue != nil || identity != nil || generated != nil
  }
}

extension TableRows {
  /// Positions of columns in a row, or nil if one of them is not in the file.
  public func indices(of names: [String]) -> [Int]? {
    let found = names.compactMap { columns.firstIndex(of: $0) }
    return found.count == names.count ? found : nil
  }
}
