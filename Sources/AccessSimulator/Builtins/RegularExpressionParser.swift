import AccessModel
import SQLBinding

/// Reads the syntax of `RegularExpression`.
struct RegularExpressionParser {
  private var rest: ArraySlice<Unicode.Scalar>
  private(set) var groups = 0
  private var depth = 0

  init(_ pattern: String) { rest = Array(pattern.unicodeScalars)[...] }

  private static func invalid(_ reason: String) -> EngineFailure {
    .postgres(
      PostgresError(SQLState(rawValue: "2201B"), "invalid regular expression: \(reason)"))
  }

  private func unmodelled(_ what: String) -> EngineFailure {
    .undecided(Undecided("\(what) in a regular expression"))
  }

  mutating func expression() throws(EngineFailure) -> RegularExpression.Node {
    if rest.starts(with: "***".unicodeScalars) { throw unmodelled("`***`") }
    if rest.starts(with: "(?".unicodeScalars),
      rest.dropFirst(2).first?.properties.isAlphabetic == true
    {
      throw unmodelled("`(?`")
    }
    let node = try alternatives()
    guard rest.isEmpty else { throw Self.invalid("parentheses () not balanced") }
    return node
  }

  private mutating func alternatives() throws(EngineFailure) -> RegularExpression.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw unmodelled("deep nesting") }
    var branches = [try branch()]
    while rest.first == "|" {
      rest.removeFirst()
      branches.append(try branch())
    }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func branch() throws(EngineFailure) -> RegularExpression.Node {
    var nodes: [RegularExpression.Node] = []
    while let next = rest.first, next != "|", next != ")" || depth == 1 {
      if next == ")" { throw Self.invalid("parentheses () not balanced") }
      let atom = try atom(next)
      nodes.append(try quantified(atom))
    }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func quantified(
    _ atom: RegularExpression.Node
  ) throws(EngineFailure) -> RegularExpression.Node {
    var bounds: (Int, Int?)?
    switch rest.first {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{" where rest.dropFirst().first.map { ("0"..."9").contains($0) } == true:
      bounds = try counted()
    default: return atom
    }
    guard let (least, most) = bounds else { return atom }
    rest.removeFirst()
    switch atom {
    case .start, .end, .wordStart, .wordEnd, .wordBoundary, .notWordBoundary:
      throw Self.invalid("quantifier operand invalid")
    default: break
    }
    switch rest.first {
    case "?": throw unmodelled("a non-greedy quantifier")
    case "*", "+": throw Self.invalid("quantifier operand invalid")
    default: return .repeat(atom, least, most)
    }
  }

  /// `{m}`, `{m,}`, `{m,n}`; leaves the brace that closes.
  private mutating func counted() throws(EngineFailure) -> (Int, Int?) {
    rest.removeFirst()
    func number(_ rest: inout ArraySlice<Unicode.Scalar>) -> Int? {
      var value: Int?
      while let digit = rest.first, ("0"..."9").contains(digit), (value ?? 0) < 1000 {
        value = (value ?? 0) * 10 + Int(digit.value - 0x30)
        rest.removeFirst()
      }
      return value
    }
    guard let least = number(&rest) else { throw Self.invalid("invalid repetition count(s)") }
    var most: Int? = least
    if rest.first == "," {
      rest.removeFirst()
      most = number(&rest)
    }
    guard rest.first == "}", least <= 255, (most ?? 255) <= 255, least <= most ?? 255 else {
      throw Self.invalid("invalid repetition count(s)")
    }
    return (least, most)
  }

  private mutating func atom(
    _ first: Unicode.Scalar
  ) throws(EngineFailure) -> RegularExpression.Node {
    rest.removeFirst()
    switch first {
    case ".": return .scalar(.any)
    case "^": return .start
    case "$": return .end
    case "(": return try group()
    case "[": return .scalar(try brackets())
    case "\\": return try escape()
    case "*", "+", "?": throw Self.invalid("quantifier operand invalid")
    default: return .scalar(ScalarSet(ranges: [first.value...first.value]))
    }
  }

  private mutating func group() throws(EngineFailure) -> RegularExpression.Node {
    if rest.first == "?" {
      guard rest.dropFirst().first == ":" else { throw unmodelled("lookaround") }
      rest.removeFirst(2)
    } else {
      groups += 1
    }
    let node = try alternatives()
    guard rest.first == ")" else { throw Self.invalid("parentheses () not balanced") }
    rest.removeFirst()
    return node
  }

  private mutating func escape() throws(EngineFailure) -> RegularExpression.Node {
    guard let scalar = rest.popFirst() else {
      throw Self.invalid("invalid escape \\ sequence")
    }
    switch scalar {
    case "d": return .scalar(.digit)
    case "D": return .scalar(ScalarSet.digit.negated)
    case "s": return .scalar(.space)
    case "S": return .scalar(ScalarSet.space.negated)
    case "w": return .scalar(.word)
    case "W": return .scalar(ScalarSet.word.negated)
    case "n": return .scalar(ScalarSet(ranges: [0x0A...0x0A]))
    case "t": return .scalar(ScalarSet(ranges: [0x09...0x09]))
    case "r": return .scalar(ScalarSet(ranges: [0x0D...0x0D]))
    case "A": return .start
    case "Z": return .end
    case "m": return .wordStart
    case "M": return .wordEnd
    case "y": return .wordBoundary
    case "Y": return .notWordBoundary
    default:
      guard !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) else {
        throw unmodelled("`\\\(scalar)`")
      }
      return .scalar(ScalarSet(ranges: [scalar.value...scalar.value]))
    }
  }

  /// What follows `[`, up to its `]`.
  private mutating func brackets() throws(EngineFailure) -> ScalarSet {
    var set = ScalarSet(ranges: [])
    if rest.first == "^" {
      set.isNegated = true
      rest.removeFirst()
    }
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]", !isFirst { return set }
      isFirst = false
      if scalar == "[", let kind = rest.first, [":", ".", "="].contains(kind) {
        set.ranges += try namedClass()
        continue
      }
      if scalar == "\\" {
        guard case .scalar(let escaped) = try escape(), !escaped.isNegated else {
          throw unmodelled("an escape in brackets")
        }
        set.ranges += escaped.ranges
        continue
      }
      guard rest.first == "-", let last = rest.dropFirst().first, last != "]" else {
        set.ranges.append(scalar.value...scalar.value)
        continue
      }
      guard last != "[", last != "\\" else { throw unmodelled("a range in brackets") }
      rest.removeFirst(2)
      guard scalar.value <= last.value else {
        throw Self.invalid("invalid character range")
      }
      set.ranges.append(scalar.value...last.value)
    }
    throw Self.invalid("brackets [] not balanced")
  }

  private mutating func namedClass() throws(EngineFailure) -> [ClosedRange<UInt32>] {
    guard rest.first == ":", let end = rest.dropFirst().firstIndex(of: ":"),
      rest.index(after: end) < rest.endIndex, rest[rest.index(after: end)] == "]"
    else { throw unmodelled("a collating element") }
    let name = String(String.UnicodeScalarView(rest[rest.startIndex + 1..<end]))
    rest = rest[(end + 2)...]
    switch name {
    case "alpha": return [0x41...0x5A, 0x61...0x7A]
    case "digit": return ScalarSet.digit.ranges
    case "alnum": return [0x30...0x39, 0x41...0x5A, 0x61...0x7A]
    case "upper": return [0x41...0x5A]
    case "lower": return [0x61...0x7A]
    case "space": return ScalarSet.space.ranges
    case "blank": return [0x20...0x20, 0x09...0x09]
    case "punct": return [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]
    case "xdigit": return [0x30...0x39, 0x41...0x46, 0x61...0x66]
    default: throw unmodelled("`[:\(name):]`")
    }
  }
}
