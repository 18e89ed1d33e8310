import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

/// The value of every part of a policy's expression on one row.
struct ExpressionTracer {
  let explainer: Explainer
  let table: Int
  let row: Row
  /// The role the table is checked as.
  let role: String

  func trace(_ expression: SQLExpression) -> TraceNode {
    var node = valued(expression)
    if let query = expression.subquery {
      node.children += trace(query)
    }
    node.children += expression.children.filter(Self.isWorthShowing).map(trace)
    return node
  }

  /// Constants explain themselves.
  private static func isWorthShowing(_ expression: SQLExpression) -> Bool {
    switch expression {
    case .literal: false
    case .cast(let operand, _): isWorthShowing(operand)
    default: true
    }
  }

  private func valued(_ expression: SQLExpression) -> TraceNode {
    let kind: TraceNode.Kind = expression.subquery == nil ? .expression : .subquery
    do throws(EngineFailure) {
      let (value, type) = try evaluate(expression)
      let text = value.truth.map { $0 ? "true" : "false" } ?? value.output(as: type) ?? "NULL"
      let verdict: TraceNode.Verdict =
        type != .boolean
        ? .information : value.isNull ? .unknown : value.truth == true ? .passed : .failed
      return TraceNode(kind, expression.sqlText, value: text, verdict)
    } catch {
      return TraceNode(
        kind, expression.sqlText, value: error.summary, error.isUndecided ? .undecided : .failed)
    }
  }

  /// A part of a policy on the row, with its subqueries read as the table's role.
  func evaluate(
    _ expression: SQLExpression
  ) throws(EngineFailure) -> (SQLValue, DataType) {
    let session = explainer.session
    let bound = try explainer.engine.catalog.bind(expression, overTable: table)
    let secured = try explainer.engine.secure(bound, caller: session.role, as: role)
    let evaluator = try ExpressionCompiler(session).compile(secured)
    return (try evaluator(Frame(row: row, of: table)), bound.type)
  }

  /// For each condition of a subquery: how many rows of its FROM meet it by itself. What the
  /// conditions compare from outside the subquery is the row being explained.
  private func trace(_ query: SQLQuery) -> [TraceNode] {
    guard case .select(let select) = query.body, !select.from.isEmpty, select.groupBy.isEmpty
    else {
      return []
    }
    var nodes: [TraceNode] = []
    for condition in [nil] + (select.condition?.conjuncts ?? []).map(Optional.some) {
      let count = SQLSelect(
        [.expression(.call(SQLFunctionCall("count", isStar: true)), name: nil)],
        from: select.from, where: condition)
      var node = valued(.scalarQuery(query: SQLQuery(count)))
      let rows = node.value == "1" ? "row" : "rows"
      node.label = condition?.sqlText ?? "visible in the subquery"
      node.value = node.verdict == .undecided ? node.value : "\(node.value ?? "?") \(rows)"
      node.kind = .subquery
      // Values that do not depend on the subquery's rows, such as `(SELECT auth.email())`.
      node.children =
        condition.map { innerNames(in: $0, of: select) + fixedParts(of: $0) } ?? []
      nodes.append(node)
    }
    return nodes
  }

  private func fixedParts(of condition: SQLExpression) -> [TraceNode] {
    condition.children.flatMap { part -> [TraceNode] in
      guard Self.isWorthShowing(part) else { return [] }
      let node = valued(part)
      let isKnown = node.verdict != .failed && node.verdict != .undecided
      return isKnown && (part.subquery != nil || part.children.isEmpty)
        ? [node] : fixedParts(of: part)
    }
  }
}
