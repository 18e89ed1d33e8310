import AccessModel
import RowSecurity
import SQLBinding

/// A statement of a function, taken through binding, row security and privileges, and kept for as
/// long as nothing changes of what it was made for.
///
/// Source: `GetCachedPlan()` in `plancache.c`; `exec_eval_simple_expr()` in `pl_exec.c`.
final class FunctionPlan {
  let environment: Environment
  let secured: SecuredStatement
  /// What it was made from.
  let bound: BoundStatement
  var runs = 0
  /// It was planned for any values of its parameters.
  var isGeneric = false
  /// Whether it was made anew meanwhile is not known.
  var doubt: EngineFailure?
  /// In which it ran last.
  var transaction: Int?
  let names: [String]
  let types: [DataType]
  /// The variables that are its parameters, after those that are given.
  let variables: [(path: [String], type: DataType)]
  let givenTypes: [DataType]
  /// One expression over no rows, ready to run in a session of its own.
  let simple: (value: Evaluator, session: Session)?

  /// What a function that is not volatile may not run, by the command's name.
  ///
  /// Source: `CommandIsReadOnly()` in `src/backend/tcop/utility.c`.
  var refusedCommand: String? {
    switch secured.statement {
    case .query: secured.lock.map { "SELECT \($0.rawValue)" }
    case .with(_, .query): "SELECT"
    default: nil
    }
  }

  /// What a plan is made for.
  struct Environment: Equatable {
    let catalog: LazyBindings<BoundFunction>
    let role: String
    /// Whatever becomes of the session's role.
    let isRoleFixed: Bool
    let sessionUser: String
    let searchPath: String?
    let rowSecurity: Bool
    let ignoresForce: Bool
    /// Not compared: what is planned anew for another reason has those of now.
    let rights: PlannedRights

    static func == (one: Self, other: Self) -> Bool {
      one.catalog === other.catalog && one.isSame(as: other)
    }

    /// Whether it is the same but for the catalog.
    func isSame(as other: Self) -> Bool {
      role == other.role && isRoleFixed == other.isRoleFixed && sessionUser == other.sessionUser
        && searchPath == other.searchPath && rowSecurity == other.rowSecurity
        && ignoresForce == other.ignoresForce
    }
  }

  init(
    _ secured: SecuredStatement, of bound: BoundStatement, _ environment: Environment,
    _ session: Session, givenTypes: [DataType], variables: [(path: [String], type: DataType)],
    isCursor: Bool = false
  ) throws(EngineFailure) {
    self.secured = secured
    self.bound = bound
    self.environment = environment
    self.variables = variables
    self.givenTypes = givenTypes
    guard case .query(let query) = secured.statement else {
      (names, types, simple) = ([], secured.statement.returningTypes, nil)
      return
    }
    names = query.targets.map(\.name)
    types = query.targets.map(\.expression.type)
    simple =
      query.isSimpleExpression && !isCursor
      ? (try ExpressionCompiler(session).compile(query.targets[0].expression), session) : nil
  }
}

extension BoundQuery {
  /// `SELECT expression`, whose value takes no rows.
  var isSimpleExpression: Bool {
    guard sources.isEmpty, commonTables.isEmpty, condition == nil, grouping == nil,
      windows.isEmpty, setFunctions.isEmpty, targets.count == 1, !isDistinct, distinctOn == nil,
      orderBy.isEmpty, limit == nil, offset == nil, values == nil, setOperation == nil
    else { return false }
    return !targets[0].expression.hasSubquery
  }
}

/// The plans of one function's statements.
final class BodyPlans {
  /// By where a statement stands and what it says.
  struct Key: Hashable {
    let line: Int
    let text: String
  }

  /// The function's text, which another definition may have replaced.
  let text: String
  var plans: [Key: FunctionPlan] = [:]
  /// The statement that they were made in and end with; nil: they outlive it.
  let statement: Int?

  init(_ text: String, in statement: Int? = nil) {
    self.text = text
    self.statement = statement
  }
}

/// The plans of a connection's functions.
final class FunctionPlans {
  struct Key: Hashable {
    var function: QualifiedName
    /// Of the arguments, made out; of the relation, for a trigger function.
    var variant: [String]
  }

  private var bodies: [Key: BodyPlans] = [:]
  /// Functions in PL/pgSQL as they were compiled.
  var compiled: [Key: Catalog.Function] = [:]

  /// `statement`: the one that runs, with which the plans end.
  func body(_ key: Key, _ text: String, in statement: Int? = nil) -> BodyPlans {
    if let known = bodies[key], known.text == text, known.statement == statement { return known }
    let made = BodyPlans(text, in: statement)
    bodies[key] = made
    return made
  }
}

extension Catalog.Function {
  /// What plans of its statements are kept for; a body in SQL is another with every definition.
  var blockText: String {
    if case .block(let block) = body { block.text } else { "" }
  }
}
