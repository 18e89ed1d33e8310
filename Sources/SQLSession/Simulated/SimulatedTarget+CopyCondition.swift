import AccessDecisions
import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

/// COPY FROM … WHERE: which lines become rows, before triggers see them.
///
/// Source: `CopyFrom()` in `src/backend/commands/copyfrom.c`.
extension SimulatedTarget {
  /// Lines that meet the condition, and those that can't be read, which are an error of their own.
  /// Undecided where the condition does more than compare what is read.
  func lines(
    _ records: [CopyReader.Record], where condition: SQLExpression?, into name: SQLRelationName,
    _ names: [String]
  ) throws(EngineFailure) -> [CopyReader.Record] {
    guard let condition else { return records }
    let undecided = EngineFailure.undecided(Undecided("COPY … WHERE"))
    guard let table = try session.table(named: name),
      SQLNode.expression(condition).descendants.allSatisfy({ isPlain($0, over: table) })
    else { throw undecided }
    let mentioned = Self.columns(of: condition)
    for column in table.columns where mentioned.contains(column.name) {
      let isRead = names.contains(column.name)
      guard isRead || column.defaultValue == nil && column.identity == nil,
        column.generated == nil
      else { throw undecided }
    }
    // What it says is looked at before the first line.
    let nothing = SQLQuery(
      .select(Self.test(condition, of: Self.row([:], of: table), name)),
      limit: .literal(.integer(0)))
    if let failure = session.trying({ failure(of: nothing) }) { throw failure }
    var result: [CopyReader.Record] = []
    for record in records {
      let fields = Dictionary(zip(names, record.fields), uniquingKeysWith: { first, _ in first })
      let row = Self.row(fields, of: table)
      let found = session.trying { () -> Bool? in
        guard failure(of: SQLQuery(SQLSelect(row))) == nil else { return true }
        let test = Self.test(condition, of: row, name)
        return (try? session.run(.query(SQLQuery(test)))).map { !$0.rows.isEmpty }
      }
      guard let found else { throw undecided }
      if found { result.append(record) }
    }
    return result
  }

  private func failure(of query: SQLQuery) -> EngineFailure? {
    do throws(EngineFailure) {
      _ = try session.run(.query(query))
      return nil
    } catch {
      return error
    }
  }

  /// The columns of a table, filled by fields of a line; NULL where there is none.
  private static func row(
    _ fields: [String: String?], of table: Catalog.Table
  ) -> [SQLTarget] {
    table.columns.map { column in
      let field = fields[column.name] ?? nil
      let value = field.map { SQLExpression.literal(.string($0)) } ?? .null
      return .expression(.cast(operand: value, type: column.type), name: column.name)
    }
  }

  /// One row where the condition is met.
  private static func test(
    _ condition: SQLExpression, of row: [SQLTarget], _ name: SQLRelationName
  ) -> SQLSelect {
    SQLSelect(
      [.expression(.literal(.boolean(true)), name: nil)],
      from: [.subquery(SQLQuery(SQLSelect(row)), alias: name.name)], where: condition)
  }

  static func columns(of condition: SQLExpression) -> [String] {
    SQLNode.expression(condition).descendants.compactMap { node in
      if case .expression(.column(_, let column)) = node { column } else { nil }
    }
  }

  /// Neither a subquery nor a function of one's own or a volatile one, which may see the rows that
  /// are in already; no system column and no row as a whole, which a row not yet stored has not.
  private func isPlain(_ node: SQLNode, over table: Catalog.Table) -> Bool {
    switch node {
    case .expression(.call(let call)):
      !definitions.catalog.functions.contains { $0.name.name == call.name }
        && !Builtin.functions(named: call.name).contains { $0.volatility == .volatile }
    case .expression(.column(_, let column)):
      table.columns.contains { $0.name == column }
        || SystemColumn(name: column) == nil && column != table.name.name
    case .expression(.wholeRow): false
    case .expression: true
    case .query, .from, .statement: false
    }
  }
}
