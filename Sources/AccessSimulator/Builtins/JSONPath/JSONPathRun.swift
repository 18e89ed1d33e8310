import AccessModel
import SQLBinding

/// Evaluates a path over a value.
///
/// Source: `src/backend/utils/adt/jsonpath_exec.c`.
struct JSONPathRun {
  /// The values that are found.
  final class Output {
    private(set) var values: [JSONValue] = []
    private let wantsOne: Bool

    init(wantsOne: Bool = false) { self.wantsOne = wantsOne }

    /// No more are wanted.
    var isDone: Bool { wantsOne && !values.isEmpty }

    func add(_ value: JSONValue) { if !isDone { values.append(value) } }
  }

  /// What surrounds an expression.
  struct Context {
    var document: JSONValue
    var current: JSONValue
    /// The last subscript of the innermost array.
    var last: Int64?
    /// Of what stands below `.**`, structural errors count for nothing.
    var ignoresStructure: Bool
  }

  let isStrict: Bool
  let variables: JSONValue

  init(_ path: JSONPath, variables: JSONValue) {
    isStrict = path.isStrict
    self.variables = variables
  }

  func run(_ path: JSONPath, over document: JSONValue, _ output: Output) throws(EngineFailure) {
    let context = Context(
      document: document, current: document, last: nil, ignoresStructure: !isStrict)
    try evaluate(path.root, context, output)
  }

  static func failure(
    _ state: String, _ message: String
  ) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: state), message))
  }

  private func evaluate(
    _ node: JSONPath.Node, _ context: Context, _ output: Output
  ) throws(EngineFailure) {
    switch node {
    case .document: output.add(context.document)
    case .current: output.add(context.current)
    case .last:
      guard let last = context.last else {
        throw .undecided(Undecided("`last` outside of a subscript"))
      }
      output.add(.number(Numeric(last)))
    case .literal(let value): output.add(value)
    case .variable(let name):
      guard let value = variables[Text(name)] else {
        throw Self.failure("42704", "could not find jsonpath variable \"\(name)\"")
      }
      output.add(value)
    case .steps(let base, let steps):
      let start = Output()
      try evaluate(base, context, start)
      for value in start.values {
        try take(steps[...], value, context, unwraps: !isStrict, output)
      }
    case .arithmetic(let symbol, let left, let right):
      output.add(.number(try arithmetic(symbol, left, right, context)))
    case .sign(let sign, let operand):
      for value in try unwrapped(operand, context) {
        guard case .number(let number) = value else {
          throw Self.failure(
            "2203B", "operand of unary jsonpath operator \(sign) is not a numeric value")
        }
        output.add(.number(sign == "-" ? -number : number))
      }
    default: output.add(try truth(of: node, context).map { .boolean($0) } ?? .null)
    }
  }

  private func arithmetic(
    _ symbol: Character, _ left: JSONPath.Node, _ right: JSONPath.Node, _ context: Context
  ) throws(EngineFailure) -> Numeric {
    var numbers: [SQLValue] = []
    for (node, side) in [(left, "left"), (right, "right")] {
      let values = try unwrapped(node, context)
      guard values.count == 1, case .number(let number) = values[0] else {
        throw Self.failure(
          "22038", "\(side) operand of jsonpath operator \(symbol) is not a single numeric value")
      }
      numbers.append(.numeric(number))
    }
    let operation: ArithmeticOperator =
      switch symbol {
      case "+": .add
      case "-": .subtract
      case "*": .multiply
      case "/": .divide
      default: .modulo
      }
    return try Arithmetic.apply(operation, numbers[0], numbers[1], .numeric).numericValue()
  }

  /// All values, arrays taken apart in the lax mode.
  private func unwrapped(
    _ node: JSONPath.Node, _ context: Context, unwraps: Bool = true
  ) throws(EngineFailure) -> [JSONValue] {
    let found = Output()
    try evaluate(node, context, found)
    guard unwraps, !isStrict else { return found.values }
    return found.values.flatMap { value in
      if case .array(let elements) = value { elements } else { [value] }
    }
  }

  /// `unwraps`: an array stands for its elements where a step does not take it.
  private func take(
    _ steps: ArraySlice<JSONPath.Step>, _ value: JSONValue, _ context: Context, unwraps: Bool,
    _ output: Output
  ) throws(EngineFailure) {
    guard let step = steps.first else {
      output.add(value)
      return
    }
    if unwraps, case .array(let elements) = value, step.wantsElements {
      for element in elements where !output.isDone {
        try take(steps, element, context, unwraps: false, output)
      }
      return
    }
    var context = context
    let found = try results(of: step, value, &context)
    for value in found where !output.isDone {
      try take(steps.dropFirst(), value, context, unwraps: !isStrict, output)
    }
  }

  /// What a step gives of one value. Those below it see what it leaves of the context.
  private func results(
    of step: JSONPath.Step, _ value: JSONValue, _ context: inout Context
  ) throws(EngineFailure) -> [JSONValue] {
    switch step {
    case .member(let name):
      guard case .object = value else {
        return try mismatch(
          context, "2203A", "jsonpath member accessor can only be applied to an object")
      }
      guard let member = value[Text(name)] else {
        return try mismatch(
          context, "2203A", "JSON object does not contain key \(JSONValue.quoted(name))")
      }
      return [member]
    case .anyMember:
      guard case .object(let members) = value else {
        return try mismatch(
          context, "2203C", "jsonpath wildcard member accessor can only be applied to an object")
      }
      return members.map(\.value)
    case .anyElement:
      guard case .array(let elements) = value else {
        guard isStrict else { return [value] }
        return try mismatch(
          context, "22039", "jsonpath wildcard array accessor can only be applied to an array")
      }
      return elements
    case .elements(let ranges): return try chosen(ranges, of: value, context)
    case .anyDepth(let from, let to):
      context.ignoresStructure = true
      var found: [JSONValue] = []
      descend(value, 0, from, to, &found)
      return found
    case .filter(let condition):
      var inner = context
      inner.current = value
      return try truth(of: condition, inner) == true ? [value] : []
    case .method(let name): return try call(name, value, context).map { [$0] } ?? []
    }
  }

  private func mismatch(
    _ context: Context, _ state: String, _ message: String
  ) throws(EngineFailure) -> [JSONValue] {
    guard context.ignoresStructure else { throw Self.failure(state, message) }
    return []
  }

  private func descend(
    _ value: JSONValue, _ level: Int, _ from: Int, _ to: Int?, _ found: inout [JSONValue]
  ) {
    if level >= from { found.append(value) }
    if let to, level >= to { return }
    let inner: [JSONValue] =
      switch value {
      case .array(let elements): elements
      case .object(let members): members.map(\.value)
      default: []
      }
    for part in inner { descend(part, level + 1, from, to, &found) }
  }

  private func chosen(
    _ ranges: [JSONPath.Range], of value: JSONValue, _ context: Context
  ) throws(EngineFailure) -> [JSONValue] {
    var elements = [value]
    if case .array(let list) = value {
      elements = list
    } else if isStrict {
      return try mismatch(
        context, "22039", "jsonpath array accessor can only be applied to an array")
    }
    var inner = context
    inner.current = context.current
    inner.last = Int64(elements.count) - 1
    var result: [JSONValue] = []
    for range in ranges {
      let from = try position(range.from, inner)
      var to = from
      if let end = range.to { to = try position(end, inner) }
      guard context.ignoresStructure || from >= 0 && from <= to && to < Int64(elements.count)
      else { throw Self.failure("22033", "jsonpath array subscript is out of bounds") }
      let (first, end) = (max(from, 0), min(to, Int64(elements.count) - 1))
      if first <= end { result += elements[Int(first)...Int(end)] }
    }
    return result
  }

  private func position(
    _ node: JSONPath.Node, _ context: Context
  ) throws(EngineFailure) -> Int64 {
    let values = try unwrapped(node, context, unwraps: false)
    guard values.count == 1, case .number(let number) = values[0] else {
      throw Self.failure("22033", "jsonpath array subscript is not a single numeric value")
    }
    guard let index = number.truncated(to: 0).int64, Int32(exactly: index) != nil else {
      throw Self.failure("22033", "jsonpath array subscript is out of integer range")
    }
    return index
  }

  private func call(
    _ name: String, _ value: JSONValue, _ context: Context
  ) throws(EngineFailure) -> JSONValue? {
    switch (name, value) {
    case ("type", _): return .string(Text(value.typeName))
    case ("size", .array(let elements)): return .number(Numeric(Int64(elements.count)))
    case ("size", _):
      guard isStrict else { return .number(Numeric(1)) }
      _ = try mismatch(
        context, "22039", "jsonpath item method .size() can only be applied to an array")
      return nil
    case ("abs", .number(let number)): return .number(number.magnitude)
    case ("floor", .number(let number)), ("ceiling", .number(let number)):
      let whole = number.truncated(to: 0)
      guard whole != number else { return .number(whole) }
      if name == "floor" { return .number(number < whole ? whole - Numeric(1) : whole) }
      return .number(number > whole ? whole + Numeric(1) : whole)
    case ("double", .number), ("double", .string):
      throw .undecided(Undecided("the method `double` of a jsonpath"))
    case ("double", _):
      throw Self.failure(
        "22036", "jsonpath item method .double() can only be applied to a string or numeric value"
      )
    default:
      throw Self.failure(
        "22036", "jsonpath item method .\(name)() can only be applied to a numeric value")
    }
  }
}

extension JSONPath.Step {
  /// An array is taken apart before it, in the lax mode.
  fileprivate var wantsElements: Bool {
    switch self {
    case .member, .anyMember, .filter: true
    case .method(let name): name != "type" && name != "size"
    case .anyDepth, .anyElement, .elements: false
    }
  }
}

extension JSONPathRun {
  /// Nil: unknown. Errors within are unknown too.
  fileprivate func truth(
    of node: JSONPath.Node, _ context: Context
  ) throws(EngineFailure) -> Bool? {
    switch node {
    case .and(let a, let b):
      let left = try truth(of: a, context)
      if left == false { return false }
      let right = try truth(of: b, context)
      return right == true ? left : right
    case .or(let a, let b):
      let left = try truth(of: a, context)
      if left == true { return true }
      let right = try truth(of: b, context)
      return right == false ? left : right
    case .not(let inner): return try truth(of: inner, context).map { !$0 }
    case .isUnknown(let inner): return try truth(of: inner, context) == nil
    case .exists(let inner):
      let found = Output(wantsOne: !isStrict)
      do throws(EngineFailure) {
        try evaluate(inner, context, found)
      } catch {
        return try Self.unknown(error)
      }
      return !found.values.isEmpty
    case .compare, .startsWith, .likeRegex: return try predicate(node, context)
    default: throw .undecided(Undecided("a jsonpath of this form"))
    }
  }

  /// Errors of values and structure leave no truth; others are raised.
  private static func unknown(_ error: EngineFailure) throws(EngineFailure) -> Bool? {
    guard case .postgres(let reason) = error, reason.sqlState.rawValue.hasPrefix("22") else {
      throw error
    }
    return nil
  }

  /// True where it holds of any pair; in the strict mode all are looked at.
  ///
  /// Source: `executePredicate()`.
  private func predicate(
    _ node: JSONPath.Node, _ context: Context
  ) throws(EngineFailure) -> Bool? {
    var (lefts, rights): ([JSONValue], [JSONValue]) = ([], [.null])
    var expression: RegularExpression?
    do throws(EngineFailure) {
      switch node {
      case .compare(_, let left, let right):
        (lefts, rights) = (try unwrapped(left, context), try unwrapped(right, context))
      case .startsWith(let left, let right):
        (lefts, rights) = (
          try unwrapped(left, context), try unwrapped(right, context, unwraps: false)
        )
      case .likeRegex(let operand, let pattern, let flags):
        lefts = try unwrapped(operand, context)
        expression = try RegularExpression(
          pattern, try RegularExpressionOptions(flags: flags + "p"))
      default: break
      }
    } catch {
      return try Self.unknown(error)
    }
    var (found, isUnknown) = (false, false)
    for a in lefts {
      for b in rights {
        switch try holds(node, a, b, expression) {
        case nil:
          if isStrict { return nil }
          isUnknown = true
        case true?:
          if !isStrict { return true }
          found = true
        case false?: break
        }
      }
    }
    return found ? true : isUnknown ? nil : false
  }

  private func holds(
    _ node: JSONPath.Node, _ a: JSONValue, _ b: JSONValue, _ expression: RegularExpression?
  ) throws(EngineFailure) -> Bool? {
    switch (node, a, b) {
    case (.compare(let kind, _, _), _, _): return compare(kind, a, b)
    case (.startsWith, .string(let whole), .string(let start)):
      return whole.string.utf8.starts(with: start.string.utf8)
    case (.likeRegex, .string(let text), _): return try expression?.matches(text.string)
    default: return nil
    }
  }

  /// Source: `compareItems()`.
  private func compare(_ kind: JSONPath.Comparison, _ a: JSONValue, _ b: JSONValue) -> Bool? {
    let order: Int
    switch (a, b) {
    case (.null, .null): order = 0
    case (.null, _), (_, .null): return kind == .notEqual
    case (.boolean, .boolean), (.number, .number), (.string, .string):
      order = SQLValue.compare(.json(a), .json(b)) ?? 0
    default: return nil
    }
    switch kind {
    case .equal: return order == 0
    case .notEqual: return order != 0
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    case .greaterOrEqual: return order >= 0
    }
  }
}
