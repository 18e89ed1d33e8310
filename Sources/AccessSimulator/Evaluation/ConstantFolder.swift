import AccessModel
import RowSecurity
import SQLBinding

/// Computes constants before any row is read, and drops what they make irrelevant, as the planner
/// does: this decides which errors and privileges a statement meets even without rows.
///
/// Source: `eval_const_expressions_mutator()` in `src/backend/optimizer/util/clauses.c`.
struct ConstantFolder {
  let session: Session
  /// Stable functions are called too: for what is only a guess.
  var isEstimate = false
  /// Functions in whose bodies it is, which are not put in the place of a call again.
  private var active: Set<Int> = []

  init(session: Session, isEstimate: Bool = false) {
    self.session = session
    self.isEstimate = isEstimate
  }

  func fold(_ expression: BoundExpression) throws(EngineFailure) -> BoundExpression {
    // Most is as it was, and need not be made anew.
    if !isEstimate, session.plannedParameters == nil {
      if expression.staysAsItIs { return expression }
      if case .or(let operands) = expression, operands.count == 1, operands[0].staysAsItIs {
        return operands[0]
      }
    }
    return try folded(expression)
  }

  private func folded(_ expression: BoundExpression) throws(EngineFailure) -> BoundExpression {
    switch expression {
    case .parameter(let number, let type):
      guard let values = session.plannedParameters, values.indices.contains(number - 1) else {
        return expression
      }
      return .constant(values[number - 1], type)
    case .valueFunction where isEstimate: return try evaluated(expression, [])
    case .column, .constant, .valueFunction, .groupKey, .aggregate, .window,
      .setResult, .exists, .scalarQuery, .arrayQuery:
      return expression
    case .quantifiedQuery(var comparison):
      comparison.operands = try each(comparison.operands)
      return .quantifiedQuery(comparison)
    case .and(let operands): return try junction(operands, stopsAt: false)
    case .or(let operands): return try junction(operands, stopsAt: true)
    case .not(let operand): return try evaluated(.not(try fold(operand)))
    case .test(let operand, let test):
      let tested = BoundExpression.test(try fold(operand), test)
      if let fields = tested.testsOfFields { return try fold(fields) }
      return try evaluated(tested)
    case .compare(let symbol, let a, let b, let type):
      let (left, right) = (try fold(a), try fold(b))
      if let simple = Self.truth(of: symbol, left, right) ?? Self.truth(of: symbol, right, left) {
        return simple
      }
      return try strict(.compare(symbol, left, right, type: type))
    case .arithmetic(let symbol, let a, let b, let type):
      return try strict(.arithmetic(symbol, try fold(a), try fold(b), type: type))
    case .negate(let a, let type): return try strict(.negate(try fold(a), type: type))
    case .distinct(let a, let b, let type, let negated):
      return try evaluated(.distinct(try fold(a), try fold(b), type: type, negated: negated))
    case .nullIf(let a, let equality, let type):
      return try evaluated(.nullIf(try fold(a), equality: try fold(equality), type: type))
    case .inQuery(let operand, let query, let type, let negated):
      return .inQuery(try fold(operand), query, type: type, negated: negated)
    case .field(let row, let index, let type):
      let field = BoundExpression.field(try fold(row), index, type)
      if let taken = field.fieldOfRow { return taken }
      return try evaluated(field)
    case .array, .row, .subscripted, .extremum, .quantified, .compareRows, .assigned:
      return try evaluated(
        expression.mapOperands { (operand) throws(EngineFailure) in try fold(operand) })
    case .cast(let operand, let source, let target):
      let folded = BoundExpression.cast(try fold(operand), from: source, to: target)
      // A domain's constraints hold when the statement runs.
      if target.type.isConstrained, source != .unknown { return folded }
      return !isEstimate && Self.isStable(from: source, to: target.type)
        ? nullIfAnyIsNull(folded) : try strict(folded)
    case .builtin(let builtin, let arguments):
      let folded = BoundExpression.builtin(builtin, try each(arguments))
      let isComputed = isComputed(builtin.volatility)
      guard builtin.isStrict else { return isComputed ? try evaluated(folded) : folded }
      return isComputed ? try strict(folded) : nullIfAnyIsNull(folded)
    case .function(let index, let arguments, let type):
      return try function(index, try each(arguments), type)
    case .coalesce(let operands, let type): return try coalesce(operands, type)
    case .cases(let branches, let otherwise, let type):
      return try cases(branches, otherwise, type)
    }
  }

  /// Whether one of several operands, by constants alone, is what decides for all: then none is
  /// asked, whatever effects the others have.
  func decides(
    _ operands: [BoundExpression], _ decisive: Bool
  ) throws(EngineFailure) -> Bool {
    let isPlanned = session.plannedParameters != nil
    for operand in operands where isPlanned || operand.mayBeConstant {
      if case .constant(let value, _) = try fold(operand), value.truth == decisive { return true }
    }
    return false
  }

  /// `x = TRUE` is `x`; nil: it is something else, or both are constants.
  ///
  /// Source: `simplify_boolean_equality()`.
  private static func truth(
    of symbol: ComparisonOperator, _ operand: BoundExpression, _ constant: BoundExpression
  ) -> BoundExpression? {
    guard symbol == .equal || symbol == .notEqual, !operand.isConstant,
      case .constant(.boolean(let value), .boolean) = constant
    else { return nil }
    return value == (symbol == .equal) ? operand : .not(operand)
  }

  private func each(_ list: [BoundExpression]) throws(EngineFailure) -> [BoundExpression] {
    var result: [BoundExpression] = []
    for item in list { result.append(try fold(item)) }
    return result
  }

  private func strict(_ expression: BoundExpression) throws(EngineFailure) -> BoundExpression {
    let operands = expression.operands
    if operands.contains(where: \.isNullConstant) { return .constant(.null, expression.type) }
    return try evaluated(expression, operands)
  }

  private func nullIfAnyIsNull(_ expression: BoundExpression) -> BoundExpression {
    expression.hasOperand(where: \.isNullConstant)
      ? .constant(.null, expression.type) : expression
  }

  /// The value, if all operands are constants. What the engine can't compute stays as it is.
  private func evaluated(_ expression: BoundExpression) throws(EngineFailure) -> BoundExpression {
    try evaluated(expression, expression.operands)
  }

  private func evaluated(
    _ expression: BoundExpression, _ operands: [BoundExpression]
  ) throws(EngineFailure) -> BoundExpression {
    guard operands.allSatisfy(\.isConstant) else { return expression }
    do throws(EngineFailure) {
      return .constant(try session.evaluateConstant(expression), expression.type)
    } catch .undecided {
      return expression
    } catch {
      throw error
    }
  }

  /// Operands after a decisive one are not even looked at.
  private func junction(
    _ operands: [BoundExpression], stopsAt decisive: Bool
  ) throws(EngineFailure) -> BoundExpression {
    var rest: [BoundExpression] = []
    var sawNull = false
    for operand in operands {
      let folded = try fold(operand)
      guard case .constant(let value, _) = folded else {
        rest.append(folded)
        continue
      }
      if value.truth == decisive { return .constant(.boolean(decisive), .boolean) }
      sawNull = sawNull || value.isNull
    }
    if sawNull { rest.append(.constant(.null, .boolean)) }
    switch rest.count {
    case 0: return .constant(.boolean(!decisive), .boolean)
    case 1: return rest[0]
    default: return decisive ? .or(rest) : .and(rest)
    }
  }

  private func coalesce(
    _ operands: [BoundExpression], _ type: DataType
  ) throws(EngineFailure) -> BoundExpression {
    var rest: [BoundExpression] = []
    for operand in operands {
      let folded = try fold(operand)
      if folded.isNullConstant { continue }
      rest.append(folded)
      if folded.isConstant { break }
    }
    if rest.isEmpty { return .constant(.null, type) }
    return rest.count == 1 ? rest[0] : .coalesce(rest, type: type)
  }

  private func cases(
    _ branches: [BoundCaseBranch], _ otherwise: BoundExpression, _ type: DataType
  ) throws(EngineFailure) -> BoundExpression {
    var rest: [BoundCaseBranch] = []
    for branch in branches {
      let condition = try fold(branch.condition)
      if case .constant(let value, _) = condition {
        guard value.truth == true else { continue }
        let result = try fold(branch.result)
        return rest.isEmpty ? result : .cases(rest, otherwise: result, type: type)
      }
      rest.append(
        BoundCaseBranch(
          condition: condition, result: try fold(branch.result),
          operand: try branch.operand.map(fold)))
    }
    let last = try fold(otherwise)
    return rest.isEmpty ? last : .cases(rest, otherwise: last, type: type)
  }

  /// A strict function of NULL is NULL; one that only computes an expression is that expression.
  ///
  /// Source: `inline_function()`.
  private func function(
    _ index: Int, _ arguments: [BoundExpression], _ type: DataType
  ) throws(EngineFailure) -> BoundExpression {
    let call = BoundExpression.function(index: index, arguments, returns: type)
    let model = session.catalog.catalog.functions[index]
    if model.isStrict, arguments.contains(where: \.isNullConstant) {
      return .constant(.null, type)
    }
    if isComputed(model.volatility), !model.returnsSet, session.depth < 8,
      arguments.allSatisfy(\.isConstant)
    {
      let value = try computed(call, index)
      if value.isConstant { return value }
    }
    try requireNames(of: index, model)
    guard
      let value = FunctionInliner(session: session, active: active).expression(of: index, arguments)
    else { return call }
    var inner = self
    inner.active.insert(index)
    return try inner.fold(value)
  }

  private func isComputed(_ volatility: Catalog.Function.Volatility) -> Bool {
    volatility == .immutable || isEstimate && volatility == .stable
  }

  /// An immutable function of constants is called now. Source: `evaluate_function()`.
  private func computed(
    _ call: BoundExpression, _ index: Int
  ) throws(EngineFailure) -> BoundExpression {
    session.variables.isPlannedForSettings = true
    if let value = session.computedCalls[call] { return .constant(value, call.type) }
    if !session.isPlanned {
      try session.requireHeld([PrivilegeCheck(.execute, on: .function(index), as: session.role)])
    }
    // A plan that needs its own result first. RULES 69.
    guard !session.variables.computedCalls.contains(call) else {
      throw .postgres(FunctionLimits.stackDepthExceeded)
    }
    session.variables.computedCalls.append(call)
    defer { session.variables.computedCalls.removeLast() }
    if isEstimate { return try evaluated(call) }
    // It is called whether or not there is a row: what it does not tell is not known then either.
    let value = try session.evaluateConstant(call)
    session.computedCalls[call] = value
    return .constant(value, call.type)
  }

  /// The text of a function that might be merged is read first: a schema in it that may not be used
  /// is an error, even where there is no row. RULES 17, 72.
  private func requireNames(
    of index: Int, _ model: Catalog.Function
  ) throws(EngineFailure) {
    guard model.language == "sql", model.kind == .function, !model.isAtomic,
      !model.isSecurityDefiner, model.settings.isEmpty, session.depth < 8,
      !model.returnsSet || model.volatility != .volatile && !model.isStrict,
      case .query(let query) = model.body, session.hasHiddenSchemas,
      session.holds([PrivilegeCheck(.execute, on: .function(index), as: session.role)])
    else { return }
    do throws(EngineFailure) {
      try session.requireSchemas(ofFunction: index, query)
    } catch .postgres(let error) where error.sqlState == .insufficientPrivilege {
      throw .postgres(error.inside("SQL function \"\(model.name.name)\" during inlining"))
    } catch {
      // Whatever else is wrong is found out when it is called.
      return
    }
  }

  /// Conversions between times and text depend on settings, so they wait for the session's.
  private static func isStable(from source: DataType, to target: DataType) -> Bool {
    return source.isOfTime != target.isOfTime
      || source != target && (source == .timestamptz || target == .timestamptz)
      || source.isString && target.hasStableText || source.hasStableText && target.isString
  }
}

extension Session {
  /// Whether no row meets the policies, by their constants alone: default deny is such a constant.
  func isDenied(by filters: [SecurityFilter]?) -> Bool {
    (filters ?? []).contains { filter in
      filter.conditions.isEmpty || isNeverMet(.or(filter.conditions.map(\.expression)))
    }
  }

  /// Whether constants alone make a condition FALSE or NULL.
  func isNeverMet(_ condition: BoundExpression) -> Bool {
    (try? ConstantFolder(session: self).fold(condition))?.isNeverTrue == true
  }

  /// The value of a call that was computed as the statement was planned; nil: it was not.
  func computed(_ call: BoundExpression) -> SQLValue? {
    guard !computedCalls.isEmpty, case .function(let index, let arguments, let type) = call,
      catalog.catalog.functions[index].volatility == .immutable
    else { return nil }
    let folder = ConstantFolder(session: self)
    var values: [BoundExpression] = []
    for argument in arguments {
      guard let value = try? folder.fold(argument), value.isConstant else { return nil }
      values.append(value)
    }
    return computedCalls[.function(index: index, values, returns: type)]
  }
}

extension DataType {
  /// Its text is read and written by functions that are only STABLE. Source: `pg_type.typinput`.
  fileprivate var hasStableText: Bool {
    switch base {
    case .enumeration, .array, .composite, .record: true
    default: RangeKind.allCases.contains { $0.type == base }
    }
  }

  fileprivate var isOfTime: Bool {
    switch self {
    case .date, .time, .timestamp, .timestamptz, .interval: true
    default: false
    }
  }
}

extension BoundExpression {
  /// Certainly no constant, and nothing in it is folded; false: it may be.
  fileprivate var staysAsItIs: Bool {
    switch self {
    case .column, .parameter, .valueFunction, .groupKey, .aggregate, .window, .setResult, .exists,
      .scalarQuery, .arrayQuery:
      true
    case .and(let operands), .or(let operands):
      operands.count > 1 && operands.allSatisfy(\.staysAsItIs)
    case .not(let operand), .test(let operand, _), .negate(let operand, _),
      .inQuery(let operand, _, _, _):
      operand.staysAsItIs
    case .cast(let operand, _, _): operand.staysAsItIs
    case .compare(_, let left, let right, _), .arithmetic(_, let left, let right, _),
      .distinct(let left, let right, _, _):
      left.staysBeside(right)
    case .builtin(let builtin, let arguments):
      arguments.allSatisfy { $0.staysAsItIs || $0.isConstant && !$0.isNullConstant }
        && (builtin.volatility != .immutable || arguments.contains(where: \.staysAsItIs))
    default: false
    }
  }

  /// A field of ROW that is of the type asked for: the planner takes it out.
  var fieldOfRow: BoundExpression? {
    guard case .field(.row(let fields, _), let index, let type) = self,
      fields.indices.contains(index), fields[index].type == type
    else { return nil }
    return fields[index]
  }

  /// What IS NULL and its like ask of each field of ROW; FALSE where a constant says so. Nil: it is
  /// another test, or a field is a row itself.
  var testsOfFields: BoundExpression? {
    guard case .test(.row(let fields, _), let test) = self, test == .isNull || test == .isNotNull,
      !fields.isEmpty, !fields.contains(where: { $0.type.isRow })
    else { return nil }
    let constants = fields.filter(\.isConstant)
    if constants.contains(where: { $0.isNullConstant != (test == .isNull) }) {
      return .constant(.boolean(false), .boolean)
    }
    let tests = fields.filter { !$0.isConstant }.map { BoundExpression.test($0, test) }
    switch tests.count {
    case 0: return .constant(.boolean(true), .boolean)
    case 1: return tests[0]
    default: return .and(tests)
    }
  }

  /// Of two operands at most one is a constant, and that not NULL.
  private func staysBeside(_ other: BoundExpression) -> Bool {
    if staysAsItIs { return other.staysAsItIs || other.isConstant && !other.isNullConstant }
    return isConstant && !isNullConstant && other.staysAsItIs
  }

  /// Whether constants alone may say what it is.
  fileprivate var mayBeConstant: Bool {
    switch self {
    case .constant: true
    case .or(let operands), .and(let operands): operands.contains(where: \.mayBeConstant)
    case .column, .parameter, .valueFunction, .groupKey, .aggregate, .window, .setResult, .exists,
      .inQuery, .scalarQuery, .arrayQuery, .quantifiedQuery:
      false
    case .function(_, let arguments, _): arguments.allSatisfy(\.mayBeConstant)
    case .builtin(let builtin, let arguments):
      builtin.volatility == .immutable && arguments.allSatisfy(\.mayBeConstant)
    default: !hasOperand { !$0.mayBeConstant }
    }
  }

  var isConstant: Bool { if case .constant = self { true } else { false } }

  var isNullConstant: Bool {
    if case .constant(let value, _) = self { value.isNull } else { false }
  }
}
