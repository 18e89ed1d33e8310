import DiceTesting
import SQLText

extension Expressions {
  private var comparisons: [String] { ["=", "=", "=", "<>", "<", "<=", ">", ">="] }

  /// A boolean expression.
  func condition(_ depth: Int) -> String {
    if depth <= 0 { return simpleCondition(0) }
    switch dice.below(22) {
    case 0...2: return "(\(condition(depth - 1)) AND \(condition(depth - 1)))"
    case 3...4: return "(\(condition(depth - 1)) OR \(condition(depth - 1)))"
    case 5: return "(NOT \(condition(depth - 1)))"
    case 6:
      let test = dice.pick([
        "TRUE", "NOT TRUE", "FALSE", "NOT FALSE", "UNKNOWN", "NOT UNKNOWN",
      ])
      return "(\(condition(depth - 1))) IS \(test)"
    case 7...8 where !readable.isEmpty: return existence(depth - 1)
    case 9...10 where !readable.isEmpty: return membership(depth - 1)
    case 11:
      let functions = world.functions.filter { $0.kind == .scalar && $0.returns == .boolean }
      guard !functions.isEmpty else { return simpleCondition(depth - 1) }
      return call(dice.pick(functions), depth - 1)
    case 12:
      return "CASE WHEN \(condition(depth - 1)) THEN \(condition(depth - 1)) "
        + "ELSE \(condition(depth - 1)) END"
    case 13: return "coalesce(\(condition(depth - 1)), \(dice.pick(["true", "false"])))"
    case 14: return roleCondition()
    default: return simpleCondition(depth - 1)
    }
  }

  /// A test of few values, without operators between conditions.
  private func simpleCondition(_ depth: Int) -> String {
    guard let (column, kind) = anyColumn() else {
      return dice.chance(50) ? dice.pick(["true", "true", "false"]) : about(.text, "'a'")
    }
    let negation = dice.chance(25) ? " NOT" : ""
    switch dice.below(16) {
    case 0: return "\(column) IS\(negation) NULL"
    case 1 where kind == .boolean: return column
    case 2 where kind != .json:
      let list = [constant(kind), constant(kind)] + (dice.chance(20) ? ["NULL"] : [])
      return "\(column)\(negation) IN (\(list.joined(separator: ", ")))"
    case 3 where kind != .json && kind != .boolean:
      return "\(column)\(negation) BETWEEN \(value(kind, 0)) AND \(value(kind, 0))"
    case 4 where kind.isText:
      return "\(column)\(negation) \(dice.pick(["LIKE", "ILIKE"])) "
        + quoteLiteral(dice.pick(["a%", "%b%", "_", "%"]))
    case 5: return "\(column) IS\(negation) DISTINCT FROM (\(value(kind, depth)))"
    case 6: return dice.chance(85) ? "true" : dice.pick(["false", "NULL::boolean"])
    case 7 where kind != .json:
      let words = negation.isEmpty ? "= ANY" : "<> ALL"
      return "\(column) \(words) (ARRAY[\(constant(kind)), \(constant(kind))])"
    default: return about(kind, column)
    }
  }

  private func about(_ kind: ValueKind, _ left: String) -> String {
    switch kind {
    case .text, .varchar:
      switch dice.below(6) {
      case 0: return "\(left) = \(dice.pick(["current_user", "session_user", "current_role"]))"
      case 1: return "\(left) = \(claim("sub"))"
      case 2:
        if let array = column([.array]) { return "\(left) = ANY (\(array))" }
      default: break
      }
    case .json:
      if dice.chance(40) { return "\(left) ? '\(dice.pick(["a", "b"]))'" }
      if dice.chance(40) { return "\(left) @> '{\"a\": 1}'" }
      return "\(left) \(dice.pick(["=", "<>"])) \(value(.json, 0))"
    case .array:
      if dice.chance(60) {
        return "\(left) \(dice.pick(["&&", "@>", "<@"])) \(value(.array, 0))"
      }
    default: break
    }
    if takesRisks, dice.chance(3) {
      return "\(left) \(dice.pick(comparisons)) \(constant(dice.pick(ValueKind.allCases)))"
    }
    let right = value(dice.pick(kind.comparable), 1)
    return "\(left) \(dice.pick(comparisons)) \(kind == .boolean ? "(\(right))" : right)"
  }

  /// What a role is or may.
  func roleCondition() -> String {
    features.note("privilege function")
    let role = quoteLiteral(dice.pick(world.everyone))
    let relation = readable.isEmpty ? nil : dice.pick(readable)
    switch dice.below(7) {
    case 0...1:
      let words = world.version >= 16 ? ["MEMBER", "USAGE", "SET"] : ["MEMBER", "USAGE"]
      return "pg_has_role(\(role), '\(dice.pick(words))')"
    case 2:
      return "pg_has_role(\(dice.pick(["current_user", "session_user"])), \(role), 'USAGE')"
    case 3:
      guard let relation else { return "true" }
      let word = dice.pick(["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES"])
      return "has_table_privilege(\(dice.chance(50) ? "" : "\(role), ")"
        + "\(quoteLiteral(relation.text)), '\(word)')"
    case 4:
      guard let relation else { return "true" }
      return "row_security_active(\(quoteLiteral(relation.text)))"
    case 5:
      guard let relation, let column = relation.columns.randomPick(dice) else { return "true" }
      return "has_column_privilege(\(quoteLiteral(relation.text)), "
        + "\(quoteLiteral(column.name)), '\(dice.pick(["SELECT", "INSERT", "UPDATE"]))')"
    default:
      return "has_schema_privilege(\(quoteLiteral(dice.pick(world.schemas))), "
        + "'\(dice.pick(["USAGE", "CREATE"]))')"
    }
  }
}

extension Array {
  func randomPick(_ dice: Dice) -> Element? { isEmpty ? nil : dice.pick(self) }
}
