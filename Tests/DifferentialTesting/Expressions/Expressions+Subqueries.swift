import DiceTesting
import SQLText

extension Expressions {
  /// A relation under an alias that nothing around it has.
  private func source() -> (text: String, Visible, Relation) {
    let relation = dice.pick(readable)
    features.note("subquery")
    let alias = "s\(nesting)"
    return (
      "\(relation.text) \(alias)", Visible(qualifier: alias, columns: relation.columns), relation
    )
  }

  /// An equation between a column of this query and one of the queries around it.
  private func correlation(_ inner: Visible) -> String? {
    let pairs = scopes.dropFirst().joined().flatMap { outer in
      outer.columns.flatMap { column in
        inner.columns.filter { $0.kind == column.kind && $0.kind != .json }.map {
          // Both names bare: SQL finds the inner one twice, a mistake that people make.
          (
            bare: "\($0.text) = \(column.text)",
            whole: "\(inner.qualifier).\($0.text) = "
              + "\(quoteIdentifier(outer.qualifier)).\(column.text)"
          )
        }
      }
    }
    guard let pair = pairs.randomPick(dice) else { return nil }
    if dice.chance(5) {
      features.note("unqualified correlation")
      return pair.bare
    }
    return pair.whole
  }

  private func restriction(_ inner: Visible, _ depth: Int) -> String {
    var parts: [String] = []
    if dice.chance(70), let link = correlation(inner) { parts.append(link) }
    if dice.chance(50) { parts.append(condition(depth)) }
    return parts.isEmpty ? "" : " WHERE \(parts.joined(separator: " AND "))"
  }

  /// `EXISTS (SELECT … WHERE …)`.
  func existence(_ depth: Int) -> String {
    let (item, visible, _) = source()
    let inner = inside([visible])
    let target = dice.pick(["1", "1", "*", inner.value(.integer, 0)])
    return "\(dice.chance(25) ? "NOT " : "")EXISTS (SELECT \(target) FROM \(item)"
      + "\(inner.restriction(visible, depth)))"
  }

  /// `a [NOT] IN (SELECT b …)`.
  func membership(_ depth: Int) -> String {
    let (item, visible, _) = source()
    let kinds = Set(visible.columns.map(\.kind)).subtracting([.json, .array]).sorted {
      $0.rawValue < $1.rawValue
    }
    guard let kind = kinds.randomPick(dice) else { return existence(depth) }
    let operand = kind == .boolean ? constant(kind) : value(kind, 0)
    let inner = inside([visible])
    let name = dice.pick(visible.columns.filter { $0.kind == kind }).text
    let query =
      "SELECT \(visible.qualifier).\(name) FROM \(item)"
      + (dice.chance(60) ? inner.restriction(visible, depth) : "")
    switch dice.below(5) {
    case 0: return "\(operand) = ANY (\(query))"
    case 1: return "\(operand) = ANY (ARRAY(\(query)))"
    case 2: return "\(operand) NOT IN (\(query))"
    default: return "\(operand) IN (\(query))"
    }
  }

  /// `(SELECT max(a) …)`: mostly one row; sometimes too many, which is an error.
  func scalarQuery(_ kind: ValueKind, _ depth: Int) -> String {
    guard !readable.isEmpty, kind != .json else { return constant(kind) }
    let (item, visible, _) = source()
    let names = visible.columns.filter { $0.kind == kind }.map(\.text)
    let inner = inside([visible])
    guard let name = names.randomPick(dice) else { return "(SELECT \(constant(kind)))" }
    let column = "\(visible.qualifier).\(name)"
    let rest = inner.restriction(visible, depth)
    if [.uuid, .boolean].contains(kind) || takesRisks && dice.chance(10) {
      let limit = takesRisks && dice.chance(20) ? "" : " LIMIT 1"
      return "(SELECT \(column) FROM \(item)\(rest) ORDER BY 1\(limit))"
    }
    return "(SELECT \(dice.pick(["min", "max"]))(\(column)) FROM \(item)\(rest))"
  }
}
