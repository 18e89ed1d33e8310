public import SQLBinding

/// What the planner computes before any row is read. Both throw what computing raises.
///
/// ```swift
/// engine.secure(statement, as: "ana", planning: Planning(fold: folder.fold, estimate: { _ in }))
/// ```
public struct Planning {
  public typealias Folding = (BoundExpression) throws(EngineFailure) -> BoundExpression
  public typealias FunctionBody = (Int, [DataType]) throws(EngineFailure) -> BoundQuery?
  public typealias Estimation = (BoundExpression) throws(EngineFailure) -> Void

  /// Constants computed, and what can't matter dropped.
  ///
  /// Source: `eval_const_expressions()` in `src/backend/optimizer/util/clauses.c`.
  public var fold: Folding
  /// The value that a column is compared with, wanted to guess how many rows there will be: stable
  /// functions are called for it, whether or not there is a row. RULES 73.
  ///
  /// Source: `estimate_expression_value()` in `clauses.c`.
  public var estimate: Estimation

  /// Whether a materialized view has no rows yet, by its position in the catalog: opening it is an
  /// error then. RULES 63.
  public var isUnpopulated: (Int) -> Bool

  /// The query that is a function's body, by the function's position in the catalog and the types of
  /// its arguments, read with the search path of the moment; nil: it has none.
  public var functionBody: FunctionBody

  public init(
    fold: @escaping Folding, estimate: @escaping Estimation,
    isUnpopulated: @escaping (Int) -> Bool = { _ in false },
    functionBody: @escaping FunctionBody = { _, _ in nil }
  ) {
    (self.fold, self.estimate, self.isUnpopulated) = (fold, estimate, isUnpopulated)
    self.functionBody = functionBody
  }

  /// Whether the statement is only rewritten: what the planner refuses is not asked yet.
  public var isToCome = false

  /// Of a plan that is made only if others have run before: what computing its constants raises is met
  /// by those, and nothing is estimated.
  public var later: Planning {
    var planning = self
    planning.fold = { [fold] (expression) throws(EngineFailure) in
      do throws(EngineFailure) {
        return try fold(expression)
      } catch .postgres {
        return expression
      }
    }
    planning.estimate = { (_) throws(EngineFailure) in }
    return planning
  }

  /// Of a statement that is refused by now: nothing is computed any more.
  var refused: Planning {
    var planning = self
    planning.fold = { (expression) throws(EngineFailure) in expression }
    planning.estimate = { (_) throws(EngineFailure) in }
    return planning
  }

  /// As `none`, of a statement that is stored, or prepared.
  public static var toCome: Planning {
    var planning = Planning.none
    planning.isToCome = true
    return planning
  }

  /// Nothing is computed.
  public static var none: Planning {
    Planning(fold: { (expression) throws(EngineFailure) in expression }, estimate: { _ in })
  }
}
