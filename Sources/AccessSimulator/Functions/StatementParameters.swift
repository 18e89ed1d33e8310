import AccessModel
import SQLBinding

/// The variables that a statement of a function may mention, and their values.
protocol StatementParameters: AnyObject {
  /// Of `$1` and on, which are given whatever the statement mentions.
  var givenTypes: [DataType] { get }
  /// Nil: it sees no variables.
  var names: VariableNames? { get }
  /// The variables mentioned while a statement was bound, in the order of their parameters.
  var mentioned: [(path: [String], type: DataType)] { get }
  /// The statement as it is bound.
  func prepared(_ statement: SQLStatement) -> SQLStatement
  /// The values of a plan's parameters now; nil where their types are others than it was made for.
  func values(of plan: FunctionPlan) throws(EngineFailure) -> [SQLValue]?
  /// Throws where a record's field has another type than it had when a plan was made.
  func requireSameFields(
    _ variables: [(path: [String], type: DataType)]
  ) throws(EngineFailure)
}

/// The arguments of a function in SQL.
final class ArgumentParameters: StatementParameters {
  let givenTypes: [DataType]
  let names: VariableNames?
  var mentioned: [(path: [String], type: DataType)] { [] }
  private let arguments: [SQLValue]

  init(_ function: Catalog.Function, _ types: [DataType], _ arguments: [SQLValue]) {
    givenTypes = types
    self.arguments = arguments
    names = .arguments(of: function, types)
  }

  func prepared(_ statement: SQLStatement) -> SQLStatement { statement }

  func values(of plan: FunctionPlan) -> [SQLValue]? {
    plan.givenTypes == givenTypes ? arguments : nil
  }

  func requireSameFields(_ variables: [(path: [String], type: DataType)]) {}
}
