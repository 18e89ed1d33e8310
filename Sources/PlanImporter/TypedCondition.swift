import AccessModel

/// Conditions over a relation's own columns, as the language writes them: `ownerID == auth.uid`.
///
/// Only what is lowered to the same tree again; anything else is nil, and stays SQL.
struct TypedCondition {
  let relation: QualifiedName
  let columns: [String: TypeName]
  let names: SwiftNames
  /// What the platform declares of `auth`.
  let hasAuth: Bool

  func text(_ expression: SQLExpression, nested: Bool = false) -> String? {
    switch expression {
    case .literal(.boolean(let value)): return nested ? nil : "\(value)"
    case .and(let operands): return joined(operands, "&&", nested)
    case .or(let operands): return joined(operands, "||", nested)
    case .not(let operand): return text(operand, nested: true).map { "!(\($0))" }
    case .test(let operand, .isNull): return value(operand).map { "\($0.text).isNull" }
    case .test(let operand, .isNotNull): return value(operand).map { "\($0.text).isNotNull" }
    case .binary(let symbol, let left, let right): return comparison(symbol, left, right)
    default: return nil
    }
  }

  /// Parts of the same kind would be flattened, so they are not nested.
  private func joined(_ operands: [SQLExpression], _ word: String, _ nested: Bool) -> String? {
    // Long chains of operators are slow to type-check.
    guard operands.count < 5 else { return nil }
    let parts = operands.compactMap { text($0, nested: true) }
    guard parts.count == operands.count else { return nil }
    let all = parts.joined(separator: " \(word) ")
    return nested ? "(\(all))" : all
  }

  private func comparison(
    _ symbol: String, _ left: SQLExpression, _ right: SQLExpression
  ) -> String? {
    let symbols = ["=": "==", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="]
    guard let operation = symbols[symbol], let first = value(left) else { return nil }
    if let second = value(right) {
      return first.type == second.type ? "\(first.text) \(operation) \(second.text)" : nil
    }
    return constant(right, first.type).map { "\(first.text) \(operation) \($0)" }
  }

  private func constant(_ expression: SQLExpression, _ type: String) -> String? {
    switch (expression, type) {
    case (.literal(.boolean(let value)), ".boolean"): "\(value)"
    case (.literal(.integer(let value)), ".integer"), (.literal(.integer(let value)), ".bigint"),
      (.literal(.integer(let value)), ".smallint"):
      value < 0 ? nil : "\(value)"
    case (.literal(.string(let text)), ".text"), (.literal(.string(let text)), ".uuid"):
      swiftLiteral(text)
    default: nil
    }
  }

  /// A column or a claim, with the Swift type that it compares as.
  private func value(_ expression: SQLExpression) -> (text: String, type: String)? {
    switch expression {
    case .column(let qualifier, let name):
      guard qualifier == relation.name, let type = columns[name], swiftValue(type) != ".other"
      else { return nil }
      return (names.property(name, of: relation), swiftValue(type))
    case .scalarQuery(let query):
      guard hasAuth else { return nil }
      for (name, type) in [("uid", ".uuid"), ("email", ".text"), ("role", ".text")] {
        let call = SQLExpression.function(name, schema: "auth")
        if query == SQLQuery(SQLSelect([.expression(call, name: nil)])) {
          return ("auth.\(name)", type)
        }
      }
      return nil
    default: return nil
    }
  }
}
