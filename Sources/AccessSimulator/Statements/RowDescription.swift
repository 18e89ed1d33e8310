import AccessModel
import RowSecurity
import SQLBinding
import SQLText

/// Rows and keys as the DETAIL of an error shows them, or not. RULES 80.
///
/// Source: `ExecBuildSlotValueDescription()` in `execMain.c`; `BuildIndexValueDescription()` in
/// `genam.c`.
struct RowDescription {
  private let session: Session
  private let table: Int
  private let assigned: Set<Int>
  /// Rows are those of a table below, and shown as the table has them.
  private let layout: [Int]?
  /// Who is told.
  private let role: String

  init(
    _ session: Session, table: Int, assigned: Set<Int> = [], layout: [Int]? = nil,
    to role: String? = nil
  ) {
    self.session = session
    self.role = role ?? session.role
    self.table = table
    self.assigned = assigned
    self.layout = layout
  }

  // Found out for an error, which few statements come to.
  private var names: [String] { session.catalog.names.columnNames(of: .table(table)) }
  private var shown: ErrorDetail {
    session.engine.errorDetail(ofTable: table, to: role, assigned: assigned)
  }

  /// `Failing row contains (1, null).`
  func failingRow(_ stored: Row) -> String? {
    let row = stored.laidOut(layout)
    let names = names
    switch shown {
    case .nothing: return nil
    case .everything:
      return list(Array(names.indices), row).map { "Failing row contains (\($0))." }
    case .columns(_, let visible):
      guard !visible.isEmpty else { return nil }
      let columns = visible.sorted()
      let shown = columns.map { names[$0] }.joined(separator: ", ")
      return list(columns, row).map { "Failing row contains (\(shown)) = (\($0))." }
    }
  }

  /// `Key (id)=(1)`, or nil if it may not be shown. Unique keys quote the names of their columns,
  /// foreign keys do not.
  func key(_ columns: [Int], _ row: Row, isQuoted: Bool = false) -> String? {
    switch shown {
    case .nothing: return nil
    case .everything: break
    case .columns(let readable, _):
      guard readable.isSuperset(of: columns) else { return nil }
    }
    let names = names
    let types = session.catalog.names.columnTypes(of: .table(table))
    let values = columns.map { row[$0].output(as: types[$0] ?? .text) ?? "null" }
    let written = columns.map { isQuoted ? quoteIdentifier(names[$0]) : names[$0] }
    return "Key (\(written.joined(separator: ", ")))="
      + "(\(values.joined(separator: ", ")))"
  }

  /// As for columns, of a key that may have expressions, which only those see who see everything.
  func key(_ key: UniqueKey, _ row: Row) throws(EngineFailure) -> String? {
    if let columns = key.columns { return self.key(columns, row, isQuoted: true) }
    guard case .everything = shown else { return nil }
    guard let labels = key.labels, let values = try key.values(row) else {
      throw .undecided(Undecided("how an index over expressions is shown", isRefusal: true))
    }
    let texts = zip(labels, values).map { $1.output(as: $0.type) ?? "null" }
    return "Key (\(labels.map(\.text).joined(separator: ", ")))=(\(texts.joined(separator: ", ")))"
  }

  /// The key of rows that an index gives in an order that is not known; nil: it may not be shown.
  func onlyKey(_ key: UniqueKey, _ rows: [Row]) throws(EngineFailure) -> String? {
    var found: Set<String?> = []
    for row in rows { found.insert(try self.key(key, row)) }
    guard found.count <= 1 else {
      throw .undecided(Undecided("which of several rows an index finds first", isRefusal: true))
    }
    return found.first ?? nil
  }

  /// `Key (a)=(1) conflicts with existing key (a)=(1).`; nil where a key may not be shown.
  static func conflict(_ key: String?, with other: String?, isStored: Bool) -> String? {
    guard let key, let other else { return nil }
    return "\(key) conflicts with \(isStored ? "existing " : "")key\(other.dropFirst(3))."
  }

  /// Values of over 64 bytes are cut. Nil: there is one that only a server knows.
  private func list(_ columns: [Int], _ row: Row) -> String? {
    let isKnown = columns.allSatisfy { column in
      if case .undetermined = row[column] { false } else { true }
    }
    guard isKnown else { return nil }
    let types = session.catalog.names.columnTypes(of: .table(table))
    let model = session.catalog.catalog.tables[table].columns
    return columns.map { column in
      // Its value is not computed for it.
      if model[column].isVirtual { return "virtual" }
      guard let text = row[column].output(as: types[column] ?? .text) else { return "null" }
      guard text.utf8.count > 64 else { return text }
      var cut = ""
      for character in text.unicodeScalars {
        guard cut.utf8.count + String(character).utf8.count <= 64 else { break }
        cut.unicodeScalars.append(character)
      }
      return cut + "..."
    }.joined(separator: ", ")
  }
}
