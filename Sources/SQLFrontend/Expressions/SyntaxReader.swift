import AccessModel
import CPgQuery

/// Turns PostgreSQL's trees into those of the model. Names stay as written.
struct SyntaxReader {
  private var depth = 0
  /// Whether INTO may stand in a SELECT, for whom it makes a table.
  var readsInto = false
  /// The WINDOW clause of the query being read, by name.
  var windows: [String: UnsafeMutablePointer<PgQuery__WindowDef>] = [:]
  /// Those of them that something refers to.
  var usedWindows: Set<String> = []
  /// Whether a relation stood in a join by the names of columns, or got names for its columns.
  var namesColumns = false
  /// What the statement held that its tree does not.
  let newer: NewerSyntax

  init(_ newer: NewerSyntax = NewerSyntax()) { self.newer = newer }

  /// Deeper trees than any person writes; every walk over the model's trees must fit the stack. How
  /// deep PostgreSQL goes is a matter of its own stack, and of `max_stack_depth`.
  private static let maxDepth = 400

  /// Runs `body` one level deeper.
  mutating func nested<Result>(
    _ body: (inout SyntaxReader) throws(ReadFailure) -> Result
  ) throws(ReadFailure) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth else { throw .unsupported("an expression this deep") }
    return try body(&self)
  }

  mutating func expressions(_ nodes: [Node]) throws(ReadFailure) -> [SQLExpression] {
    var result: [SQLExpression] = []
    for node in nodes { result.append(try expression(node)) }
    return result
  }

  mutating func optional(_ node: Node?) throws(ReadFailure) -> SQLExpression? {
    guard let node else { return nil }
    return try expression(node)
  }

  /// The expression, or its text where the model has no form for it.
  mutating func lenientExpression(_ node: Node) throws(ReadFailure) -> SQLExpression {
    do throws(ReadFailure) {
      return try expression(node)
    } catch {
      guard case .unsupported = error, let text = Deparser.expression(node) else { throw error }
      return .unread(text: text)
    }
  }
}
