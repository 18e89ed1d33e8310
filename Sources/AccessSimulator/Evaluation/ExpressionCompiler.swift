import AccessModel
import RowSecurity
import SQLBinding

/// Turns bound expressions into closures over a frame. Three-valued throughout: NULL is `.null`.
struct ExpressionCompiler {
  let session: Session
  /// What WITH of queries around has defined, by id.
  let commonTables: [Int: CommonRows]
  /// What is computed already where it is met again.
  var known: KnownOperand?
  /// Of which rows what is compiled is asked; nil: of one after the other.
  var askedRows: AskedRows?
  /// What is compiled is a subquery that becomes a join.
  var isJoined = false
  /// Calls of functions that only compute an expression become that; false inside of such ones.
  private var mergesFunctions = true

  init(_ session: Session, _ commonTables: [Int: CommonRows]? = nil) {
    self.session = session
    self.commonTables = commonTables ?? session.commonTables
  }

  func compile(_ list: [BoundExpression]) throws(EngineFailure) -> [Evaluator] {
    var result: [Evaluator] = []
    result.reserveCapacity(list.count)
    for expression in list { result.append(try compile(expression)) }
    return result
  }

  func compile(_ expression: BoundExpression) throws(EngineFailure) -> Evaluator {
    if let known, known.isWanted, known.expression == expression {
      known.isWanted = false
      return { (_) throws(EngineFailure) in known.value }
    }
    switch expression {
    case .column(let position, _): return column(position)
    case .constant(let value, _): return { (_) throws(EngineFailure) in value }
    case .parameter(let number, _):
      let session = session
      return { (_) throws(EngineFailure) in
        session.parameters.indices.contains(number - 1) ? session.parameters[number - 1] : .null
      }
    case .compare, .arithmetic, .builtin:
      return isNullBesideQuery(expression) ? { _ in .null } : try operation(expression)
    case .distinct(let left, let right, _, let negated):
      let (left, right) = (try compile(left), try compile(right))
      return { (frame) throws(EngineFailure) in
        let (a, b) = (try left(frame), try right(frame))
        let same = a.isNull || b.isNull ? a.isNull && b.isNull : SQLValue.compare(a, b) == 0
        return .boolean(same == negated)
      }
    case .negate(let operand, let type):
      let operand = try compile(operand)
      return { (frame) throws(EngineFailure) in
        try Arithmetic.negate(try operand(frame), type)
      }
    case .function(let index, let written, _):
      if mergesFunctions {
        let merged = FunctionInliner(session: session).inlined(expression)
        if merged != expression {
          var compiler = self
          compiler.mergesFunctions = false
          return try compiler.compile(merged)
        }
      }
      if let value = session.computed(expression) {
        return { (_) throws(EngineFailure) in value }
      }
      let call = session.function(index, written.map(\.type))
      let arguments = try compile(written)
      return { (frame) throws(EngineFailure) in
        try call.call(try Self.values(arguments, frame))
      }
    case .and(let operands): return try junction(operands, stopsAt: false)
    case .or(let operands): return try junction(operands, stopsAt: true)
    case .not(let operand):
      let operand = try compile(operand)
      return { (frame) throws(EngineFailure) in
        let value = try operand(frame)
        if case .undetermined = value { return value }
        return SQLValue(value.truth.map { !$0 })
      }
    case .test(let operand, let test):
      if let ofSystemColumn = systemColumnTest(operand, test) { return ofSystemColumn }
      if let fields = expression.testsOfFields { return try compile(fields) }
      return self.test(try compile(operand), test)
    case .exists, .scalarQuery, .inQuery, .quantifiedQuery, .arrayQuery:
      return try subquery(expression)
    case .cases(let branches, let otherwise, _): return try cases(branches, otherwise)
    case .coalesce(let operands, _):
      let operands = try compile(operands)
      return { (frame) throws(EngineFailure) in
        for operand in operands {
          let value = try operand(frame)
          if !value.isNull { return value }
        }
        return .null
      }
    case .nullIf(let value, let equality, _): return try nullIf(value, equality)
    case .cast(let operand, let source, let target): return try cast(operand, source, target)
    case .valueFunction(let function): return try valueFunction(function)
    case .groupKey(let index, _): return { (frame) throws(EngineFailure) in frame.groupKeys[index] }
    case .aggregate(let index, _):
      return { (frame) throws(EngineFailure) in frame.aggregates[index] }
    case .array, .quantified, .row, .compareRows, .field, .subscripted, .extremum,
      .assigned:
      return try parts(expression)
    case .window(let index, _):
      return { (frame) throws(EngineFailure) in frame.windowValues[index] }
    case .setResult(let index, _):
      return { (frame) throws(EngineFailure) in frame.setResults[index] }
    }
  }

  private func operation(_ expression: BoundExpression) throws(EngineFailure) -> Evaluator {
    switch expression {
    case .compare(let symbol, let left, let right, let type):
      return compare(symbol, try compile(left), try compile(right), type)
    case .arithmetic(let symbol, let left, let right, let type):
      let (left, right) = (try compile(left), try compile(right))
      return { (frame) throws(EngineFailure) in
        try Arithmetic.apply(symbol, try left(frame), try right(frame), type)
      }
    case .builtin(let builtin, let arguments): return try self.builtin(builtin, arguments)
    default: return { _ in .null }
    }
  }

  /// Whether a constant makes it NULL, so that nobody asks the query that stands in it.
  ///
  /// Source: `eval_const_expressions()` in `src/backend/optimizer/util/clauses.c`.
  private func isNullBesideQuery(_ expression: BoundExpression) -> Bool {
    guard
      expression.hasOperand(where: \.hasSubquery)
        || expression.hasOperand(where: \.callsCatalog) && expression.mentionsNull,
      case .constant(.null, _)? = try? ConstantFolder(session: session).fold(expression)
    else { return false }
    return true
  }

  static func values(
    _ evaluators: [Evaluator], _ frame: Frame
  ) throws(EngineFailure) -> [SQLValue] {
    var result: [SQLValue] = []
    result.reserveCapacity(evaluators.count)
    for evaluator in evaluators { result.append(try evaluator(frame)) }
    return result
  }

  /// A plan of ours that asks too early is no reason to end the process.
  private static let unread = EngineFailure.undecided(Undecided("a column of a row not read yet"))

  private func column(_ position: ColumnPosition) -> Evaluator {
    let (source, column) = (position.source, position.column)
    if let system = SystemColumn(rawValue: column) { return systemColumn(system, position) }
    switch position.level {
    case 0:
      return { (frame) throws(EngineFailure) in
        let row = frame.rows[source]
        guard column < row.count else { throw Self.unread }
        return row[column]
      }
    case 1:
      return { (frame) throws(EngineFailure) in frame.parent?.rows[source][column] ?? .null }
    default:
      let level = position.level
      return { (frame) throws(EngineFailure) in
        var current: Frame? = frame
        for _ in 0..<level { current = current?.parent }
        return current?.rows[source][column] ?? .null
      }
    }
  }

  private func compare(
    _ symbol: ComparisonOperator, _ left: @escaping Evaluator, _ right: @escaping Evaluator,
    _ type: DataType
  ) -> Evaluator {
    { (frame) throws(EngineFailure) in
      // Both are computed, whatever errors and effects that has.
      let a = try left(frame)
      let b = try right(frame)
      if a.isNull || b.isNull { return .null }
      guard let order = SQLValue.compare(a, b) else {
        if symbol == .equal || symbol == .notEqual, SQLValue.areSurelyDifferent(a, b) {
          return .boolean(symbol == .notEqual)
        }
        throw .undecided(Undecided("comparing values of type \(type)"))
      }
      return .boolean(symbol.holds(order))
    }
  }

  /// A constant that decides does so before any operand is asked.
  private func junction(
    _ operands: [BoundExpression], stopsAt decisive: Bool
  ) throws(EngineFailure) -> Evaluator {
    guard try !ConstantFolder(session: session).decides(operands, decisive) else {
      return { _ in .boolean(decisive) }
    }
    return conjunction(try compile(operands), stopsAt: decisive)
  }

  /// AND stops at the first FALSE, OR at the first TRUE; a NULL on the way makes the rest NULL.
  private func conjunction(_ operands: [Evaluator], stopsAt decisive: Bool) -> Evaluator {
    { (frame) throws(EngineFailure) in
      var sawNull = false
      for operand in operands {
        let value = try operand(frame)
        switch value.truth {
        case nil:
          if case .undetermined = value { try value.requireDetermined() }
          sawNull = true
        case decisive?: return .boolean(decisive)
        default: break
        }
      }
      return sawNull ? .null : .boolean(!decisive)
    }
  }

  private func test(_ operand: @escaping Evaluator, _ test: SQLTest) -> Evaluator {
    { (frame) throws(EngineFailure) in
      let value = try operand(frame)
      if case .undetermined(let known) = value, known.isUnknown { try value.requireDetermined() }
      let holds =
        switch test {
        case .isNull: value.isNullOrOnlyNulls
        case .isUnknown: value.isNull
        case .isNotNull: value.isFilled
        case .isNotUnknown: !value.isNull
        case .isTrue: value.truth == true
        case .isNotTrue: value.truth != true
        case .isFalse: value.truth == false
        case .isNotFalse: value.truth != false
        }
      return .boolean(holds)
    }
  }

  private func cases(
    _ branches: [BoundCaseBranch], _ otherwise: BoundExpression
  ) throws(EngineFailure) -> Evaluator {
    var compiled: [(condition: Evaluator, result: Evaluator)] = []
    let operand = branches.first?.operand.map(KnownOperand.init)
    var conditions = self
    if let operand { conditions.known = operand }
    for branch in branches {
      operand?.isWanted = true
      compiled.append((try conditions.compile(branch.condition), try compile(branch.result)))
    }
    let rest = try compile(otherwise)
    let value = try operand.map { (operand) throws(EngineFailure) in
      try compile(operand.expression)
    }
    return { (frame) throws(EngineFailure) in
      if let operand, let value { operand.value = try value(frame) }
      for branch in compiled where try branch.condition(frame).truth == true {
        return try branch.result(frame)
      }
      return try rest(frame)
    }
  }

  private func cast(
    _ operand: BoundExpression, _ source: DataType, _ target: ColumnType
  ) throws(EngineFailure) -> Evaluator {
    let value = try compile(operand)
    // Widening an integer changes no bits here; dropping the call keeps hot paths short.
    if target.modifiers.isEmpty, source.isInteger, target.type.isInteger,
      target.type.integerRange.contains(source.integerRange.lowerBound)
    {
      return value
    }
    if case .domain(let domain) = target.type, !domain.isUnconstrained {
      let checks = try DomainChecks(domain, session)
      return { (frame) throws(EngineFailure) in
        try checks.checked(try value(frame).cast(from: source, to: target.type.base))
      }
    }
    if target.type.isConstrained {
      let session = session
      return { (frame) throws(EngineFailure) in
        try session.cast(try value(frame), from: source, to: target.type)
          .fitted(to: target, isExplicit: true)
      }
    }
    if source.base.isString, case .object(let kind) = target.type.base,
      [.regclass, .regrole, .regnamespace].contains(kind)
    {
      let session = session
      return { (frame) throws(EngineFailure) in
        let text = try value(frame)
        guard !text.isNull else { return .null }
        try text.requireDetermined()
        return try session.object(try text.textValue(), of: kind)
      }
    }
    if source.mayHoldRelations, !target.type.mayHoldRelations, target.type.base.isString {
      let session = session
      return { (frame) throws(EngineFailure) in
        try session.named(try value(frame), source).cast(from: source, to: target.type)
          .fitted(to: target, isExplicit: true)
      }
    }
    if source.base.isString, target == ColumnType(.jsonb) {
      let parsed = session.variables.parsedJSON
      return { (frame) throws(EngineFailure) in
        let given = try value(frame)
        guard case .text(let text) = given else { return try given.cast(from: source, to: .jsonb) }
        return try parsed.value(of: text) { () throws(EngineFailure) in
          try given.cast(from: source, to: .jsonb)
        }
      }
    }
    return { (frame) throws(EngineFailure) in
      try value(frame).cast(from: source, to: target.type).fitted(to: target, isExplicit: true)
    }
  }

  private func valueFunction(
    _ function: SQLValueFunction
  ) throws(EngineFailure) -> Evaluator {
    switch function {
    case .currentUser, .currentRole, .user:
      let role = SQLValue.text(Text(session.role))
      let session = session
      guard session.followsRole else { return { (_) throws(EngineFailure) in role } }
      return { (_) throws(EngineFailure) in
        session.variables.identityChanges == session.identityChanges
          ? role : .text(Text(session.roleNow))
      }
    case .sessionUser:
      let role = SQLValue.text(Text(session.sessionUser))
      return { (_) throws(EngineFailure) in role }
    case .currentTimestamp, .currentDate, .localTimestamp:
      let variables = session.variables
      return { (_) throws(EngineFailure) in
        let isLocal =
          function != .currentTimestamp
          && ValueStyle.current.timeZone.name != TimeZoneRules.utc.name
        let time = Undetermined.clock(
          function.rawValue, isLocal ? nil : variables.transactionClock)
        return .undetermined(function == .currentDate ? time.dated : time)
      }
    case .currentTime, .localTime:
      return { (_) throws(EngineFailure) in .undetermined(Undetermined(function.rawValue)) }
    case .currentCatalog:
      let session = session
      return { (_) throws(EngineFailure) in try BuiltinLibrary.databaseName(session) }
    case .currentSchema:
      let session = session
      return { (_) throws(EngineFailure) in try BuiltinLibrary.currentSchema(session) }
    }
  }
}

extension BoundExpression {
  /// Whether CASE or COALESCE is in it, of which constants may leave a part.
  var choosesValues: Bool {
    switch self {
    case .cases, .coalesce: true
    default: hasOperand(where: \.choosesValues)
    }
  }

  var mentionsNull: Bool {
    if case .constant(.null, _) = self { true } else { hasOperand(where: \.mentionsNull) }
  }
}
