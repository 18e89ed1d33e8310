import AccessModel
public import SQLBinding

/// What conditions say is equal. Of several values that something must equal, the planner compares it
/// with one, and that one with the others: once, before any row. So policies are asked where there
/// is no row, as `tenant = current_setting('app.tenant')::int` is beside `tenant = 1`. RULES 35, 36.
///
/// Source: `process_equivalence()` and `generate_base_implied_equalities_const()` in
/// `src/backend/optimizer/path/equivclass.c`.
public struct EquivalenceClasses {
  /// A condition, with how many levels of policies and views come before it.
  public typealias Clause = (expression: BoundExpression, level: Int)

  private struct Class {
    var members: [BoundExpression]
    /// Those that are the same for each row.
    var fixed: [BoundExpression] = []
    /// Those that are compared with one of these as it is written.
    var direct: [BoundExpression] = []
    let type: DataType
    /// Texts compared by the collation of `name` equal no others.
    let isOfNames: Bool

    /// What the others are compared with, a constant if there is one; nil: all is as it is written.
    var chosen: BoundExpression? {
      guard fixed.count > 1, members.count > fixed.count else { return nil }
      return fixed.first { if case .constant = $0 { true } else { false } } ?? fixed.last
    }
  }

  private var classes: [Class] = []
  private let order: QualOrder
  private let isFixed: (BoundExpression) -> Bool

  /// `clauses`: policies first. `isFixed`: whether what mentions no row of the query is the same for
  /// all rows that are joined.
  public init(
    _ clauses: [Clause], _ order: QualOrder,
    isFixed: @escaping (BoundExpression) -> Bool = { _ in true }
  ) {
    (self.order, self.isFixed) = (order, isFixed)
    for clause in clauses {
      guard clause.level == 0 || order.isLeakproof(clause.expression),
        let equality = equality(clause.expression)
      else { continue }
      note(equality)
    }
  }

  private typealias Equality = (
    left: BoundExpression, right: BoundExpression, type: DataType, isOfNames: Bool
  )

  private func equality(_ clause: BoundExpression) -> Equality? {
    // A truth value that must be TRUE, or FALSE, is a condition by itself.
    guard case .compare(.equal, let left, let right, let type) = clause.withoutNegatedComparison,
      type != .boolean || !left.isConstantTruth && !right.isConstantTruth,
      !order.isVolatile(clause)
    else { return nil }
    let sides = [left, right].map(\.comparedOperand.withoutStringCasts)
    guard sides[0] != sides[1], !sides.allSatisfy(isConstant) else { return nil }
    // Operators of one family.
    let family: DataType = type.isInteger ? .bigint : type == .name ? .text : type
    return (
      sides[0], sides[1], family, left.hasCollationOfNames || right.hasCollationOfNames
    )
  }

  private func isConstant(_ side: BoundExpression) -> Bool {
    side.sources(atLevel: 0).isEmpty && isFixed(side)
  }

  private mutating func note(_ equality: Equality) {
    let left = place(of: equality.left, in: equality)
    let right = place(of: equality.right, in: equality)
    for (side, other) in [(equality.left, equality.right), (equality.right, equality.left)]
    where isConstant(other) {
      classes[side == equality.left ? left : right].direct.append(side)
    }
    guard left != right else { return }
    classes[left].direct += classes[right].direct
    classes[left].members += classes[right].members
    classes[left].fixed += classes[right].fixed
    classes.remove(at: right)
  }

  private mutating func place(of member: BoundExpression, in equality: Equality) -> Int {
    if let known = known(member, in: equality) { return known }
    classes.append(
      Class(
        members: [member], fixed: isConstant(member) ? [member] : [], type: equality.type,
        isOfNames: equality.isOfNames))
    return classes.count - 1
  }

  private func known(_ member: BoundExpression, in equality: Equality) -> Int? {
    classes.firstIndex {
      $0.type == equality.type && $0.isOfNames == equality.isOfNames && $0.members.contains(member)
    }
  }

  /// What is asked before any row: of those that compare constants alone, the ones that are no
  /// constant themselves.
  public var gates: [BoundExpression] {
    classes.flatMap { found -> [BoundExpression] in
      guard let chosen = found.chosen else { return [] }
      return found.fixed.filter { $0 != chosen }.map {
        .compare(.equal, $0, chosen, type: found.type)
      }
    }
  }

  /// What is asked of rows though nothing says so: what equals something fixed by way of others.
  var implied: [BoundExpression] {
    classes.flatMap { found -> [BoundExpression] in
      guard let fixed = found.chosen ?? found.fixed.first else { return [] }
      return found.members.filter { !found.fixed.contains($0) && !found.direct.contains($0) }.map {
        .compare(.equal, $0, fixed, type: found.type)
      }
    }
  }

  /// What is asked of rows in the place of a condition: of other values it is what is chosen.
  public func asked(_ condition: BoundExpression) -> BoundExpression {
    guard let equality = equality(condition) else { return condition }
    for (side, other) in [(equality.left, equality.right), (equality.right, equality.left)]
    where isConstant(other) {
      let found = known(side, in: equality).map { classes[$0] }
      guard let chosen = found?.chosen, found?.members.contains(other) == true, chosen != other
      else { continue }
      return .compare(.equal, side, chosen, type: equality.type)
    }
    return condition
  }
}

extension BoundExpression {
  /// Whether a value of type `name` gives it the collation that it is compared by.
  ///
  /// Source: `assign_collations_walker()` in `src/backend/parser/parse_collate.c`.
  fileprivate var hasCollationOfNames: Bool {
    type == .name || type.isString && hasOperand(where: \.hasCollationOfNames)
  }

  fileprivate var isConstantTruth: Bool { if case .constant = self { true } else { false } }
}

extension BoundExpression {
  /// Source: `negate_clause()` in `src/backend/optimizer/prep/prepqual.c`.
  public var withoutNegatedComparison: BoundExpression {
    guard case .not(.compare(let symbol, let left, let right, let type)) = self else { return self }
    return .compare(symbol.negated, left, right, type: type)
  }
}
