import AccessModel
import Foundation

extension Fixtures {
  private static let rowsSizeLimit = 512 << 20

  /// Every `schema.table.csv` (or `table.csv`, for schema public) of a folder.
  static func loadRows(
    folder: String, catalog: Catalog, seeded: [TableRows], _ diagnostics: inout [Diagnostic]
  ) -> [TableRows] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var byTable: [QualifiedName: TableRows] = [:]
    let tables = catalog.tablesByName
    for file in files.sorted() where !file.hasPrefix(".") {
      let path = folder + "/" + file
      guard file.hasSuffix(".csv") else {
        diagnostics.append(
          Diagnostic(
            .malformedRows, "`\(path)` is not a `.csv` file and is not read", at: nil,
            severity: .warning))
        continue
      }
      let place = SourcePlace(file: path, line: 1)
      guard
        let table = table(
          String(file.dropLast(4)), of: tables, catalog, at: place, &diagnostics),
        let bytes = InputFile.read(path, limit: rowsSizeLimit, &diagnostics),
        let csv = CSVFile(bytes, file: path, &diagnostics)
      else { continue }
      guard byTable[table.name] == nil else {
        diagnostics.append(
          Diagnostic(.malformedRows, "a second file for table `\(table.name)`", at: place))
        continue
      }
      let rows = TableRows(table.name, columns: csv.header, rows: csv.rows)
      if RowsCheck(table).accepts(rows, at: place, &diagnostics) { byTable[table.name] = rows }
    }
    let made = Dictionary(seeded.map { ($0.table, $0) }, uniquingKeysWith: { a, _ in a })
    let rows = catalog.tables.compactMap { byTable[$0.name] ?? made[$0.name] }
    // Among themselves, the session that made them has checked them.
    if !byTable.isEmpty { RowsCheck.references(rows, catalog, &diagnostics) }
    return rows
  }

  private static func table(
    _ name: String, of tables: [QualifiedName: Catalog.Table], _ catalog: Catalog,
    at place: SourcePlace,
    _ diagnostics: inout [Diagnostic]
  ) -> Catalog.Table? {
    let qualified = QualifiedName(parsing: name)
    if let table = tables[qualified] { return table }
    if catalog.view(qualified) != nil {
      diagnostics.append(
        Diagnostic(
          .malformedRows, "`\(name)` is a view; rows belong in its tables' files", at: place))
    } else {
      diagnostics.append(
        .unknownRelation(name, among: catalog.tables.map(\.name), at: place))
    }
    return nil
  }
}

extension QualifiedName {
  /// `schema.table`, or a table of schema public. What follows the first dot is the table.
  init(parsing text: String) {
    guard let dot = text.firstIndex(of: ".") else {
      self.init("public", text)
      return
    }
    self.init(String(text[..<dot]), String(text[text.index(after: dot)...]))
  }
}

extension Diagnostic {
  static func unknownRelation(
    _ name: String, among candidates: [QualifiedName], at place: SourcePlace?
  ) -> Diagnostic {
    let names = candidates.flatMap { [$0.description, "\($0.schema).\($0.name)"] }
    return Diagnostic(
      .unknownRelation, "the plan has no relation `\(name)`", at: place,
      help: nearestName(to: name, in: names).map { "did you mean `\($0)`?" })
  }

  static func unknownColumn(
    _ name: String, of relation: QualifiedName, among candidates: [String],
    at place: SourcePlace?, id: DiagnosticID = .unknownColumn
  ) -> Diagnostic {
    Diagnostic(
      id, "`\(relation)` has no column `\(name)`", at: place,
      help: nearestName(to: name, in: candidates).map { "did you mean `\($0)`?" })
  }
}
