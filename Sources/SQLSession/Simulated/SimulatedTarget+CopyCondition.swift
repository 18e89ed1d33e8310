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
    let nodes = Array(SQLNode.expression(condition).descendants)
    guard let table = try session.table(named: name), nodes.allSatisfy(isPlain) else {
      throw undecided
    }
    let mentioned = Self.columns(of: condition)
    for column in table.columns where mentioned.contains(column.name) {
      let isRead = names.contains(column.name)
      guard isRead || column.defaultValue == nil && column.identity == nil,
        column.generated == nil
      else { throw undecided }
    }
    try requireSound(condition, over: table, name)
    var result: [CopyReader.Record] = []
    for record in records {
      let fields = Dictionary(zip(names, record.fields), uniquingKeysWith: { first, _ in first })
      let row = table.columns.map { column -> SQLTarget in
        let field = fields[column.name] ?? nil
        let value = field.map { SQLExpression.literal(.string($0)) } ?? .null
        return .expression(.cast(operand: value, type: column.type), name: column.name)
      }
      let source = SQLFromItem.subquery(SQLQuery(SQLSelect(row)), alias: name.name)
      let found = session.trying { () -> Bool? in
        guard let all = try? session.run(.query(SQLQuery(SQLSelect(row)))), all.rows.count == 1
        else { return true }
        let chosen = SQLSelect(
          [.expression(.literal(.boolean(true)), name: nil)], from: [source], where: condition)
        guard let kept = try? session.run(.query(SQLQuery(chosen))) else { return nil }
        return !kept.rows.isEmpty
      }
      guard let found else { throw undecided }
      if found { result.append(record) }
    }
    return result
  }

  /// What the condition says is looked at before the first line.
  private func requireSound(
    _ condition: SQLExpression, over table: Catalog.Table, _ name: SQLRelationName
  ) throws(EngineFailure) {
    let row = table.columns.map { column in
      SQLTarget.expression(.cast(operand: .null, type: column.type), name: column.name)
    }
    let source = SQLFromItem.subquery(SQLQuery(SQLSelect(row)), alias: name.name)
    let asked = SQLSelect(
      [.expression(.literal(.boolean(true)), name: nil)], from: [source], where: condition)
    let failure = session.trying { () -> EngineFailure? in
      do throws(EngineFailure) {
        _ = try session.run(.query(SQLQuery(.select(asked), limit: .literal(.integer(0)))))
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  static func columns(of condition: SQLExpression) -> [String] {
    SQLNode.expression(condition).descendants.compactMap { node in
      if case .expression(.column(_, let column)) = node { column } else { nil }
    }
  }

  /// Neither a subquery nor a function of one's own, which may see the rows that are in already.
  private func isPlain(_ node: SQLNode) -> Bool {
    switch node {
    case .expression(.call(let call)):
      !definitions.catalog.functions.contains { $0.name.name == call.name }
    case .expression: true
    case .query, .from, .statement: false
    }
  }
}
