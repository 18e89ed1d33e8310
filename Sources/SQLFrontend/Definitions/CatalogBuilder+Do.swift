import AccessModel
import CPgQuery
import Foundation

extension CatalogBuilder {
  /// DO, as far as its body is definitions, conditions over the catalog, and handlers.
  mutating func doBlock(_ node: Node) throws(ReadFailure) -> Effect {
    guard let text = Deparser.statement(node) else { throw .unsupported("a DO block") }
    let parsed = pg_query_parse_plpgsql(text)
    defer { pg_query_free_plpgsql_parse_result(parsed) }
    guard parsed.error == nil, let json = parsed.plpgsql_funcs,
      let functions = try? JSONDecoder().decode(
        [PLBlock.Function].self, from: Data(String(cString: json).utf8)),
      let block = functions.first?.block
    else { throw .unsupported("a DO block") }
    try run(block)
    return .applied
  }

  private mutating func run(_ block: PLBlock) throws(ReadFailure) {
    guard !block.handled.isEmpty else { return try run(block.body) }
    let before = state
    do throws(ReadFailure) {
      try run(block.body)
    } catch {
      guard case .refused(let answer, _) = error, block.handles(answer.sqlState) else {
        throw error
      }
      state = before
      try run(block.handler)
    }
  }

  private mutating func run(_ statements: [PLStatement]) throws(ReadFailure) {
    statementDepth += 1
    defer { statementDepth -= 1 }
    guard statementDepth < 50 else { throw .unsupported("a DO block this deep") }
    for statement in statements {
      switch statement {
      case .nothing: break
      case .block(let block): try run(block)
      case .sql(let text): try run(text)
      case .dynamic(let text): try runDynamic(text)
      case .condition(let branches, let otherwise):
        var isDone = false
        for branch in branches where !isDone {
          guard let holds = ConditionOverCatalog(state).holds(branch.condition) else {
            throw .unsupported("the condition `\(branch.condition)` in a DO block")
          }
          if holds {
            isDone = true
            try run(branch.body)
          }
        }
        if !isDone { try run(otherwise) }
      case .unknown(let kind): throw .unsupported("\(kind) in a DO block")
      }
    }
  }

  private mutating func run(_ text: String) throws(ReadFailure) {
    let bytes = Array(text.utf8)
    for statement in StatementSplitter.split(bytes) where statement.kind == .sql {
      let parsed = try ParsedStatement.parse(statement, in: bytes)
      guard let node = parsed.node else { continue }
      if case .partly(let what) = try dispatch(node) { throw .unsupported(what) }
    }
  }

  /// EXECUTE of a constant, or of what decides no access.
  private mutating func runDynamic(_ text: String) throws(ReadFailure) {
    guard let expression = SQLBody.expression(of: text) else {
      throw .unsupported("EXECUTE in a DO block")
    }
    if case .literal(.string(let sql)) = expression { return try run(sql) }
    // The sequence behind an identity column needs no privilege, so what is granted on it is
    // nothing to us.
    if case .binary("||", .binary("||", .literal(.string(let head)), .call(let call)), _) =
      expression, head.hasPrefix("REVOKE ALL ON SEQUENCE "),
      call.name == "pg_get_serial_sequence"
    {
      return
    }
    throw .unsupported("EXECUTE of a computed text in a DO block")
  }
}

extension SQLBody {
  /// The expression that a text is.
  static func expression(of text: String) -> SQLExpression? {
    guard let query = query(of: "SELECT " + text), case .select(let select) = query.body,
      select.targets.count == 1, case .expression(let expression, nil) = select.targets[0]
    else { return nil }
    return expression
  }
}
