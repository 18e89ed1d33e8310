/// Reads the text of a path. Nil is what is not read, or no path.
///
/// Source: `jsonpath_gram.y`.
struct JSONPathParser {
  private typealias Node = JSONPath.Node

  private var tokens: ArraySlice<JSONPathToken>
  /// `@` and `last` stand in filters and subscripts only.
  private var filters = 0
  private var subscripts = 0

  static func parse(_ text: String) -> JSONPath? {
    guard let tokens = JSONPathToken.tokens(of: text), tokens.count < 2000 else { return nil }
    var parser = JSONPathParser(tokens: tokens[...])
    let isStrict = parser.take(word: "strict")
    if !isStrict { _ = parser.take(word: "lax") }
    guard let root = parser.disjunction(), parser.tokens.isEmpty else { return nil }
    return JSONPath(isStrict: isStrict, root: root)
  }

  private init(tokens: ArraySlice<JSONPathToken>) { self.tokens = tokens }

  private mutating func take(_ symbol: String) -> Bool {
    guard tokens.first == .symbol(symbol) else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard case .name(let name) = tokens.first, name.lowercased() == word else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func disjunction() -> Node? {
    guard var left = conjunction() else { return nil }
    while take("||") {
      guard left.isPredicate, let right = conjunction(), right.isPredicate else { return nil }
      left = .or(left, right)
    }
    return left
  }

  private mutating func conjunction() -> Node? {
    guard var left = comparison() else { return nil }
    while take("&&") {
      guard left.isPredicate, let right = comparison(), right.isPredicate else { return nil }
      left = .and(left, right)
    }
    return left
  }

  private static let comparisons: [String: JSONPath.Comparison] = [
    "==": .equal, "=": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual,
    ">": .greater, ">=": .greaterOrEqual,
  ]

  private mutating func comparison() -> Node? {
    if take("!") {
      // Of what stands in parentheses, or `exists`.
      guard let inner = primary(), inner.isPredicate else { return nil }
      return .not(inner)
    }
    guard let left = sum() else { return nil }
    if left.isPredicate { return left }
    if case .symbol(let symbol) = tokens.first, let kind = Self.comparisons[symbol] {
      tokens.removeFirst()
      guard let right = sum(), !right.isPredicate else { return nil }
      return .compare(kind, left, right)
    }
    if take(word: "starts") {
      guard take(word: "with"), let first = tokens.popFirst() else { return nil }
      switch first {
      case .string(let text): return .startsWith(left, .literal(.string(Text(text))))
      case .variable(let name): return .startsWith(left, .variable(name))
      default: return nil
      }
    }
    if take(word: "like_regex") {
      guard case .string(let pattern) = tokens.popFirst() else { return nil }
      guard take(word: "flag") else { return .likeRegex(left, pattern: pattern, flags: "") }
      guard case .string(let flags) = tokens.popFirst(), flags == "i" else { return nil }
      return .likeRegex(left, pattern: pattern, flags: flags)
    }
    return left
  }

  private mutating func sum() -> Node? {
    guard var left = product() else { return nil }
    while case .symbol(let symbol) = tokens.first, symbol == "+" || symbol == "-" {
      tokens.removeFirst()
      guard !left.isPredicate, let right = product(), !right.isPredicate else { return nil }
      left = .arithmetic(Character(symbol), left, right)
    }
    return left
  }

  private mutating func product() -> Node? {
    guard var left = signed() else { return nil }
    while case .symbol(let symbol) = tokens.first, ["*", "/", "%"].contains(symbol) {
      tokens.removeFirst()
      guard !left.isPredicate, let right = signed(), !right.isPredicate else { return nil }
      left = .arithmetic(Character(symbol), left, right)
    }
    return left
  }

  private mutating func signed() -> Node? {
    for sign in ["+", "-"] where take(sign) {
      guard let operand = signed(), !operand.isPredicate else { return nil }
      return .sign(Character(sign), operand)
    }
    guard let base = primary() else { return nil }
    return base.isPredicate ? base : steps(after: base)
  }

  private mutating func primary() -> Node? {
    guard let token = tokens.popFirst() else { return nil }
    switch token {
    case .symbol("$"): return .document
    case .symbol("@"): return filters > 0 ? .current : nil
    case .variable(let name): return .variable(name)
    case .string(let text): return .literal(.string(Text(text)))
    case .number(let number): return .literal(.number(number))
    case .name("true"): return .literal(.boolean(true))
    case .name("false"): return .literal(.boolean(false))
    case .name("null"): return .literal(.null)
    case .name(let name) where name.lowercased() == "last": return subscripts > 0 ? .last : nil
    case .name(let name) where name.lowercased() == "exists":
      guard take("("), let inner = sum(), !inner.isPredicate, take(")") else { return nil }
      return .exists(inner)
    case .symbol("("):
      guard let inner = disjunction(), take(")") else { return nil }
      if inner.isPredicate, take(word: "is") {
        return take(word: "unknown") ? .isUnknown(inner) : nil
      }
      return inner
    default: return nil
    }
  }

  private mutating func steps(after base: Node) -> Node? {
    var steps: [JSONPath.Step] = []
    loop: while true {
      switch tokens.first {
      case .symbol("."), .symbol("["), .symbol("?"):
        guard let step = step() else { return nil }
        steps.append(step)
      default: break loop
      }
    }
    guard !steps.isEmpty else { return base }
    switch base {
    // Operators in parentheses, and what they are printed as before a step.
    case .arithmetic, .sign: return nil
    case .steps(let inner, let first): return .steps(inner, first + steps)
    default: return .steps(base, steps)
    }
  }

  private static let methods: Set<String> = [
    "type", "size", "abs", "floor", "ceiling", "double",
  ]

  private mutating func step() -> JSONPath.Step? {
    if take("?") {
      filters += 1
      defer { filters -= 1 }
      guard take("("), let condition = disjunction(), condition.isPredicate, take(")") else {
        return nil
      }
      return .filter(condition)
    }
    if take("[") { return elements() }
    guard take("."), let token = tokens.popFirst() else { return nil }
    switch token {
    case .symbol("*"): return .anyMember
    case .symbol("**"): return depths()
    case .string(let name): return .member(name)
    case .variable, .number: return nil
    case .name(let name):
      guard tokens.first == .symbol("(") else { return .member(name) }
      guard Self.methods.contains(name.lowercased()), take("("), take(")") else { return nil }
      return .method(name.lowercased())
    case .symbol: return nil
    }
  }

  private mutating func depths() -> JSONPath.Step? {
    guard take("{") else { return .anyDepth(from: 0, to: nil) }
    guard let from = depth() else { return nil }
    guard take(word: "to") else { return take("}") ? .anyDepth(from: from, to: from) : nil }
    if take(word: "last") { return take("}") ? .anyDepth(from: from, to: nil) : nil }
    guard let to = depth(), take("}") else { return nil }
    return .anyDepth(from: from, to: to)
  }

  private mutating func depth() -> Int? {
    guard case .number(let number) = tokens.popFirst(), number.scale == 0 else { return nil }
    return number.int64.flatMap { Int(exactly: $0) }
  }

  private mutating func elements() -> JSONPath.Step? {
    if take("*") { return take("]") ? .anyElement : nil }
    subscripts += 1
    defer { subscripts -= 1 }
    var ranges: [JSONPath.Range] = []
    repeat {
      guard let from = sum(), !from.isPredicate else { return nil }
      var range = JSONPath.Range(from: from, to: nil)
      if take(word: "to") {
        guard let to = sum(), !to.isPredicate else { return nil }
        range.to = to
      }
      ranges.append(range)
    } while take(",")
    return take("]") ? .elements(ranges) : nil
  }
}

extension JSONPath {
  /// Nil for texts that are no path, and for the few that are not read.
  public static func parse(_ text: String) -> JSONPath? { JSONPathParser.parse(text) }
}
