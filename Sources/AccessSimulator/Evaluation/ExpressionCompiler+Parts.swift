import AccessModel
import RowSecurity
import SQLBinding

/// Arrays and rows.
extension ExpressionCompiler {
  func parts(_ expression: BoundExpression) throws(EngineFailure) -> Evaluator {
    switch expression {
    case .array(let elements, let type): return try array(elements, type)
    case .quantified(.compare(.equal, let type), let left, .arrayQuery(let query, _), false)
    where left.type == type && query.targets.first?.expression.type == type && !type.isRow
      && !showsAllRows(query):
      return try inQuery(try compile(left), query, type, negated: false)
    case .quantified(let operation, let left, let list, let isAll):
      return try quantified(operation, try compile(left), try compile(list), isAll: isAll)
    case .row(let fields, let type):
      let fields = try compile(fields)
      let types = type.fields?.map(\.type) ?? []
      guard types.contains(where: { !$0.modifiers.isEmpty }), types.count == fields.count else {
        return { (frame) throws(EngineFailure) in .record(try Self.values(fields, frame)) }
      }
      return { (frame) throws(EngineFailure) in
        var values = try Self.values(fields, frame)
        for (index, type) in types.enumerated() {
          values[index] = try values[index].fitted(to: type)
        }
        return .record(values)
      }
    case .compareRows(let symbol, let left, let right):
      return try compareRows(symbol, try compile(left), try compile(right))
    case .field(let row, let index, _):
      if let field = expression.fieldOfRow { return try compile(field) }
      let row = try compile(row)
      return { (frame) throws(EngineFailure) in
        guard case .record(let values) = try row(frame), values.indices.contains(index) else {
          return .null
        }
        return values[index]
      }
    case .assigned(let assignment): return try assigned(assignment)
    case .subscripted(let array, let subscripts, _):
      return try self.subscripted(try compile(array), subscripts)
    case .extremum(let operands, let isGreatest, _):
      return extremum(try compile(operands), isGreatest: isGreatest)
    default: return try compile(expression)
    }
  }

  /// Whether it shows that all rows of a query are read, and not those up to the first that will do.
  private func showsAllRows(_ query: BoundQuery) -> Bool {
    let order = QualOrder(session.catalog.catalog)
    return query.targets.contains { order.mayMatterInside($0.expression) }
      || session.showsInside([.arrayQuery(query, .unknown)], order)
  }

  /// The value is computed once, whatever it calls.
  func nullIf(
    _ value: BoundExpression, _ equality: BoundExpression
  ) throws(EngineFailure) -> Evaluator {
    let operand = KnownOperand(value)
    var compiler = self
    compiler.known = operand
    let (value, equality) = (try compile(value), try compiler.compile(equality))
    return { (frame) throws(EngineFailure) in
      let found = try value(frame)
      operand.value = found
      return try equality(frame).truth == true ? .null : found
    }
  }

  private func array(
    _ elements: [BoundExpression], _ type: DataType
  ) throws(EngineFailure) -> Evaluator {
    let isNested = elements.first?.type.isArray == true
    let elements = try compile(elements)
    return { (frame) throws(EngineFailure) in
      let values = try Self.values(elements, frame)
      return .array(isNested ? try SQLArray(nesting: values) : SQLArray(values))
    }
  }

  /// NULL where no element decides and one comparison is NULL.
  /// Source: `ExecEvalScalarArrayOp()`.
  private func quantified(
    _ operation: BoundOperator, _ left: @escaping Evaluator, _ list: @escaping Evaluator,
    isAll: Bool
  ) throws(EngineFailure) -> Evaluator {
    let apply = try comparison(operation)
    return { (frame) throws(EngineFailure) in
      let value = try left(frame)
      guard case .array(let array) = try list(frame) else { return .null }
      var sawNull = false
      for element in array.elements {
        guard let holds = try apply(value, element).truth else {
          sawNull = true
          continue
        }
        if holds != isAll { return .boolean(holds) }
      }
      return sawNull ? .null : .boolean(isAll)
    }
  }

  private func comparison(
    _ operation: BoundOperator
  ) throws(EngineFailure) -> (SQLValue, SQLValue) throws(EngineFailure) -> SQLValue {
    switch operation {
    case .compare(let symbol, let type):
      return { (a, b) throws(EngineFailure) in
        if a.isNull || b.isNull { return .null }
        guard let order = SQLValue.compare(a, b) else {
          if symbol == .equal || symbol == .notEqual, SQLValue.areSurelyDifferent(a, b) {
            return .boolean(symbol == .notEqual)
          }
          throw .undecided(Undecided("comparing values of type \(type)"))
        }
        return .boolean(symbol.holds(order))
      }
    case .builtin(let builtin):
      guard let body = BuiltinLibrary.body(of: builtin) else {
        throw .undecided(Undecided("operator `\(builtin.name)`, `\(builtin.id)`"))
      }
      let call = BuiltinCall(session: session, builtin: builtin)
      return { (a, b) throws(EngineFailure) in
        if builtin.isStrict, a.isNull || b.isNull { return .null }
        return try body([a, b], call)
      }
    }
  }

  /// The first pair that differs decides; a NULL in it, or before it, leaves no answer.
  /// Source: `EEOP_ROWCOMPARE_STEP` in `execExprInterp.c`.
  private func compareRows(
    _ symbol: ComparisonOperator, _ left: [Evaluator], _ right: [Evaluator]
  ) throws(EngineFailure) -> Evaluator {
    { (frame) throws(EngineFailure) in
      for (a, b) in zip(left, right) {
        let (x, y) = (try a(frame), try b(frame))
        if x.isNull || y.isNull { return .null }
        guard let order = SQLValue.compare(x, y) else {
          throw .undecided(Undecided("comparing rows"))
        }
        if order != 0 { return .boolean(symbol.holds(order)) }
      }
      return .boolean(symbol.holds(0))
    }
  }

  private func extremum(_ operands: [Evaluator], isGreatest: Bool) -> Evaluator {
    { (frame) throws(EngineFailure) in
      var best = SQLValue.null
      for operand in operands {
        let value = try operand(frame)
        if value.isNull { continue }
        guard !best.isNull else {
          best = value
          continue
        }
        guard let order = SQLValue.compare(value, best) else {
          throw .undecided(Undecided("the order of values in GREATEST or LEAST"))
        }
        if order == (isGreatest ? 1 : -1) { best = value }
      }
      return best
    }
  }

  private func subscripted(
    _ array: @escaping Evaluator, _ subscripts: [BoundSubscript]
  ) throws(EngineFailure) -> Evaluator {
    guard subscripts.count <= 6 else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "54000"),
          "number of array dimensions (\(subscripts.count)) exceeds the maximum allowed (6)"))
    }
    let isSlice = subscripts.contains(where: \.isSlice)
    var bounds: [(lower: Evaluator?, upper: Evaluator?)] = []
    for item in subscripts {
      let lower = try item.lower.map { (written) throws(EngineFailure) in try compile(written) }
      let upper = try item.upper.map { (written) throws(EngineFailure) in try compile(written) }
      bounds.append((lower, upper))
    }
    return { (frame) throws(EngineFailure) in
      guard case .array(let value) = try array(frame) else { return .null }
      var limits: [(lower: Int?, upper: Int?)] = []
      for bound in bounds {
        let lower = try bound.lower?(frame)
        let upper = try bound.upper?(frame)
        if lower?.isNull == true || upper?.isNull == true { return .null }
        limits.append(
          (
            try lower.map { (value) throws(EngineFailure) in Int(try value.integerValue()) },
            try upper.map { (value) throws(EngineFailure) in Int(try value.integerValue()) }
          ))
      }
      if isSlice { return .array(value.slice(limits)) }
      return value.element(limits.compactMap(\.upper)) ?? .null
    }
  }
}

extension SQLValue {
  /// What IS NULL asks: a row is NULL if every field is.
  var isNullOrOnlyNulls: Bool {
    if case .record(let values) = self { values.allSatisfy(\.isNull) } else { isNull }
  }

  /// What IS NOT NULL asks: a row has it only if no field is NULL.
  var isFilled: Bool {
    if case .record(let values) = self { !values.contains(where: \.isNull) } else { !isNull }
  }
}

extension SQLArray {
  /// Arrays as the elements of one with a dimension more.
  init(nesting values: [SQLValue]) throws(EngineFailure) {
    var elements: [SQLValue] = []
    var inner: [Dimension]?
    for value in values {
      guard case .array(let array) = value else {
        throw .undecided(Undecided("a NULL array in an array of arrays"))
      }
      guard inner == nil || inner == array.dimensions else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "2202E"),
            "multidimensional arrays must have array expressions with matching dimensions"))
      }
      inner = array.dimensions
      elements += array.elements
    }
    self.init(
      elements, dimensions: [Dimension(length: values.count)] + (inner ?? []))
  }

  /// Nil outside of the array, and for too few or too many subscripts.
  func element(_ subscripts: [Int]) -> SQLValue? {
    guard subscripts.count == dimensions.count else { return nil }
    var position = 0
    for (index, dimension) in zip(subscripts, dimensions) {
      let offset = index.subtractingReportingOverflow(dimension.lower)
      guard !offset.overflow, (0..<dimension.length).contains(offset.partialValue) else {
        return nil
      }
      position = position * dimension.length + offset.partialValue
    }
    return elements.indices.contains(position) ? elements[position] : nil
  }

  /// The part within limits, its subscripts starting at 1. Source: `array_get_slice()`.
  func slice(_ limits: [(lower: Int?, upper: Int?)]) -> SQLArray {
    guard limits.count <= dimensions.count else { return SQLArray([]) }
    var ranges: [Range<Int>] = []
    for (index, dimension) in dimensions.enumerated() {
      let limit: (lower: Int?, upper: Int?) = index < limits.count ? limits[index] : (nil, nil)
      let last = dimension.lower + dimension.length - 1
      let lower = max(limit.lower ?? dimension.lower, dimension.lower)
      let upper = min(limit.upper ?? last, last)
      guard lower <= upper else { return SQLArray([]) }
      ranges.append(lower - dimension.lower..<upper - dimension.lower + 1)
    }
    var chosen: [SQLValue] = []
    for position in elements.indices {
      var rest = position
      var isInside = true
      for (range, dimension) in zip(ranges, dimensions).reversed() {
        isInside = isInside && range.contains(rest % dimension.length)
        rest /= dimension.length
      }
      if isInside { chosen.append(elements[position]) }
    }
    return SQLArray(chosen, dimensions: ranges.map { Dimension(length: $0.count) })
  }
}

/// An operand that stands in two places of one expression, and its value at the moment.
final class KnownOperand {
  let expression: BoundExpression
  var value = SQLValue.null
  /// Of a comparison the first is meant: the other side may call the same once more.
  var isWanted = true

  init(_ expression: BoundExpression) { self.expression = expression }
}
