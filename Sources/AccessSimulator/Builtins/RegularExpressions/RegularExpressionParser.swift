import AccessModel
import SQLBinding

/// Reads the syntax of advanced regular expressions. Source: `regcomp.c`, `regc_lex.c`.
struct RegularExpressionParser {
  var rest: ArraySlice<Unicode.Scalar>
  private(set) var options: RegularExpressionOptions
  private(set) var groups = 0
  /// The groups that are closed, which back references may name.
  private(set) var closed: [Int: RegularExpressionNode] = [:]
  private(set) var hasBackReference = false
  private var depth = 0
  private var isInLookaround = false

  init(_ pattern: String, _ options: RegularExpressionOptions) {
    rest = Array(pattern.unicodeScalars)[...]
    self.options = options
  }

  static func invalid(_ reason: String) -> EngineFailure {
    .postgres(
      PostgresError(SQLState(rawValue: "2201B"), "invalid regular expression: \(reason)"))
  }

  func unmodelled(_ what: String) -> EngineFailure {
    .undecided(Undecided("\(what) in a regular expression"))
  }

  mutating func expression() throws(EngineFailure) -> RegularExpressionNode {
    try prefixes()
    if options.isLiteral { return .sequence(rest.map { .scalar(ScalarSet($0)) }) }
    skipBlanks()
    let node = try alternatives()
    guard rest.isEmpty else { throw Self.invalid("parentheses () not balanced") }
    return node
  }

  /// `***=`, `***:` and `(?flags)`.
  private mutating func prefixes() throws(EngineFailure) {
    if options.isLiteral { return }
    if rest.starts(with: "***=".unicodeScalars) {
      options.isLiteral = true
      rest.removeFirst(4)
      return
    }
    if rest.starts(with: "***:".unicodeScalars) {
      rest.removeFirst(4)
    } else if rest.starts(with: "***".unicodeScalars) {
      throw rest.dropFirst(3).first == "?"
        ? Self.invalid("invalid regexp (reg version 0.8)")
        : Self.invalid("quantifier operand invalid")
    }
    guard rest.starts(with: "(?".unicodeScalars), rest.dropFirst(2).first.isLetter else { return }
    rest.removeFirst(2)
    while rest.first.isLetter, let flag = rest.popFirst() {
      guard try options.apply(flag) else { throw Self.invalid("invalid embedded option") }
    }
    guard rest.first == ")" else { throw Self.invalid("invalid embedded option") }
    rest.removeFirst()
    if options.isLiteral { (options.isExpanded, options.stopsAtNewline) = (false, false) }
  }

  /// `(?#…)`, and in expanded syntax white space and `#…`. Source: `skip()`.
  private mutating func skipBlanks() {
    while let next = rest.first {
      if rest.starts(with: "(?#".unicodeScalars) {
        while let scalar = rest.popFirst(), scalar != ")" {}
      } else if options.isExpanded, ScalarSet.space.contains(next) {
        rest.removeFirst()
      } else if options.isExpanded, next == "#" {
        while let scalar = rest.first, scalar != "\n" {
          rest.removeFirst()
          _ = scalar
        }
      } else {
        return
      }
    }
  }

  private mutating func alternatives() throws(EngineFailure) -> RegularExpressionNode {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw unmodelled("deep nesting") }
    var branches = [try branch()]
    while rest.first == "|" {
      rest.removeFirst()
      skipBlanks()
      branches.append(try branch())
    }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func branch() throws(EngineFailure) -> RegularExpressionNode {
    var nodes: [RegularExpressionNode] = []
    while let next = rest.first, next != "|", next != ")" || depth == 1 {
      if next == ")" { throw Self.invalid("parentheses () not balanced") }
      let atom = try atom(next)
      skipBlanks()
      nodes.append(try quantified(atom))
      skipBlanks()
    }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func quantified(
    _ atom: RegularExpressionNode
  ) throws(EngineFailure) -> RegularExpressionNode {
    if case .assertion = atom { return atom }
    var (least, most): (Int, Int?)
    var hasPreference = true
    switch rest.first {
    case "*": (least, most) = (0, nil)
    case "+": (least, most) = (1, nil)
    case "?": (least, most) = (0, 1)
    case "{" where rest.dropFirst().first.isDigit:
      (least, most, hasPreference) = try counted()
    default: return atom
    }
    rest.removeFirst()
    var preference: RegularExpressionNode.Preference? = hasPreference ? .longest : nil
    if rest.first == "?" {
      rest.removeFirst()
      if hasPreference { preference = .shortest }
    }
    return .repeat(atom, least, most, preference)
  }

  /// `{m}`, `{m,}`, `{m,n}`; leaves the brace that closes.
  private mutating func counted() throws(EngineFailure) -> (Int, Int?, Bool) {
    rest.removeFirst()
    func number(_ rest: inout ArraySlice<Unicode.Scalar>) -> Int? {
      var value: Int?
      while let digit = rest.first, digit.isASCIIDigit, (value ?? 0) < 1000 {
        value = (value ?? 0) * 10 + Int(digit.value - 0x30)
        rest.removeFirst()
      }
      return value
    }
    guard let least = number(&rest) else { throw Self.invalid("invalid repetition count(s)") }
    var most: Int? = least
    var hasPreference = false
    if rest.first == "," {
      hasPreference = true
      rest.removeFirst()
      most = number(&rest)
    }
    if rest.isEmpty { throw Self.invalid("braces {} not balanced") }
    guard rest.first == "}", least <= 255, (most ?? 255) <= 255, least <= most ?? 255 else {
      throw Self.invalid("invalid repetition count(s)")
    }
    return (least, most, hasPreference)
  }

  private mutating func atom(
    _ first: Unicode.Scalar
  ) throws(EngineFailure) -> RegularExpressionNode {
    rest.removeFirst()
    switch first {
    case ".":
      var any = ScalarSet.any
      any.excludesNewline = options.stopsAtNewline
      return .scalar(any)
    case "^": return .assertion(options.anchorsAtNewline ? .lineStart : .start)
    case "$": return .assertion(options.anchorsAtNewline ? .lineEnd : .end)
    case "(": return try group()
    case "[":
      // Word boundaries of old.
      if rest.starts(with: "[:<:]]".unicodeScalars) {
        rest.removeFirst(6)
        return .assertion(.wordStart)
      }
      if rest.starts(with: "[:>:]]".unicodeScalars) {
        rest.removeFirst(6)
        return .assertion(.wordEnd)
      }
      return .scalar(try brackets())
    case "\\": return try escape()
    case "*", "+", "?": throw Self.invalid("quantifier operand invalid")
    case "{" where rest.first.isDigit: throw Self.invalid("quantifier operand invalid")
    default: return .scalar(ScalarSet(first))
    }
  }

  private mutating func group() throws(EngineFailure) -> RegularExpressionNode {
    var number: Int?
    if rest.first == "?" {
      rest.removeFirst()
      if rest.first == ":" {
        rest.removeFirst()
      } else {
        return try lookaround()
      }
    } else if !isInLookaround {
      groups += 1
      number = groups
    }
    skipBlanks()
    let node = try alternatives()
    guard rest.first == ")" else { throw Self.invalid("parentheses () not balanced") }
    rest.removeFirst()
    if let number { closed[number] = node }
    return .group(number, node)
  }

  /// What follows `(?`, up to its parenthesis.
  private mutating func lookaround() throws(EngineFailure) -> RegularExpressionNode {
    var isAhead = true
    if rest.first == "<" {
      isAhead = false
      rest.removeFirst()
    }
    guard let kind = rest.popFirst(), kind == "=" || kind == "!" else {
      throw Self.invalid("quantifier operand invalid")
    }
    let wasInside = isInLookaround
    isInLookaround = true
    defer { isInLookaround = wasInside }
    skipBlanks()
    let node = try alternatives()
    guard rest.first == ")" else { throw Self.invalid("parentheses () not balanced") }
    rest.removeFirst()
    return .assertion(.lookaround(node, isAhead: isAhead, isNegated: kind == "!"))
  }

  private mutating func escape() throws(EngineFailure) -> RegularExpressionNode {
    guard let scalar = rest.popFirst() else { throw Self.invalid("invalid escape \\ sequence") }
    switch scalar {
    case "A": return .assertion(.start)
    case "Z": return .assertion(.end)
    case "m": return .assertion(.wordStart)
    case "M": return .assertion(.wordEnd)
    case "y": return .assertion(.wordBoundary)
    case "Y": return .assertion(.notWordBoundary)
    case "1"..."9":
      if let number = reference(from: scalar) {
        guard !isInLookaround, closed[number] != nil else {
          throw Self.invalid("invalid backreference number")
        }
        hasBackReference = true
        return .backReference(number)
      }
    default: break
    }
    return .scalar(try escapedSet(scalar))
  }

  /// One digit is always a reference; more of them are if there is such a group.
  private mutating func reference(from first: Unicode.Scalar) -> Int? {
    var value = Int(first.value - 0x30)
    var ahead = rest
    while let digit = ahead.first, digit.isASCIIDigit, value < 100_000 {
      value = value * 10 + Int(digit.value - 0x30)
      ahead.removeFirst()
    }
    guard ahead.count == rest.count || value <= groups else { return nil }
    rest = ahead
    return value
  }
}

extension Unicode.Scalar {
  var isASCIIDigit: Bool { (0x30...0x39).contains(value) }
}

extension Unicode.Scalar? {
  fileprivate var isDigit: Bool { self.map(\.isASCIIDigit) ?? false }

  fileprivate var isLetter: Bool {
    self.map { $0.value < 0x80 && (0x41...0x5A).contains($0.value & 0xDF) } ?? false
  }
}
