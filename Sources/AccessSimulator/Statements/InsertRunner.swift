import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// INSERT.
struct InsertRunner {
  private enum Source {
    case values([[Evaluator?]])
    case query(CompiledQuery)
  }

  private let insert: BoundInsert
  private let table: Int
  private let source: Source
  private let returning: ReturningList
  private let writer: RowWriter
  private let session: Session
  private let database: Database

  init(
    _ insert: BoundInsert, _ target: SecuredTarget?, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    guard case .table(let table) = insert.target.id, let target else {
      throw .undecided(Undecided("INSERT into what is not a table"))
    }
    self.insert = insert
    self.table = table
    self.session = session
    self.database = database
    switch insert.source {
    case .query(let query): source = .query(try QueryCompiler(session).compile(query))
    case .values(let rows):
      var compiled: [[Evaluator?]] = []
      for row in rows {
        var cells: [Evaluator?] = []
        for cell in row {
          guard let cell else {
            cells.append(nil)
            continue
          }
          cells.append(try ExpressionCompiler(session).compile(cell))
        }
        compiled.append(cells)
      }
      source = .values(compiled)
    }
    returning = try ReturningList(insert.returning, session)
    writer = try RowWriter(session, database, table: table, target: target)
  }

  func run() throws(EngineFailure) -> Completion {
    writer.begin()
    var written: [(old: Row?, new: Row)] = []
    var returned: [[String?]] = []
    for values in try sourceRows() {
      let row = try writer.checked(try newRow(values, writer), replacing: nil)
      writer.changes.add(table, row)
      written.append((nil, row))
      try returning.append(Frame(row: row), to: &returned)
    }
    try ForeignKeys(
      database: database, changes: writer.changes, privileges: session.engine.privileges
    ).check(written, of: table)
    session.keep(writer.changes)
    return Completion(
      tag: "INSERT 0 \(written.count)", count: written.count, columns: returning.names,
      rows: returned)
  }

  /// Nil stands for DEFAULT.
  private func sourceRows() throws(EngineFailure) -> [[SQLValue?]] {
    switch source {
    case .query(let query): return try query.rows(in: nil).map { $0.map { $0 } }
    case .values(let rows):
      let frame = Frame(sources: 0, parent: nil)
      var result: [[SQLValue?]] = []
      for row in rows {
        var values: [SQLValue?] = []
        for cell in row { values.append(try cell?(frame)) }
        result.append(values)
      }
      return result
    }
  }

  private func newRow(
    _ values: [SQLValue?], _ writer: RowWriter
  ) throws(EngineFailure) -> Row {
    let count = session.catalog.catalog.tables[table].columns.count
    var given = [SQLValue?](repeating: nil, count: count)
    for (column, value) in zip(insert.columns, values) { given[column] = value }
    var row = Row(repeating: .null, count: max(1, count))
    for column in 0..<count where !writer.isGenerated(column) {
      if let value = given[column] {
        row[column] = try writer.fitted(value, column)
      } else {
        row[column] = try writer.fitted(try writer.defaultValue(column), column)
      }
    }
    return row
  }
}
