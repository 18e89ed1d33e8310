/// A word of a path's text. Source: `jsonpath_scan.l`.
enum JSONPathToken: Equatable {
  case name(String)
  /// `$name`.
  case variable(String)
  case string(String)
  case number(Numeric)
  case symbol(String)

  /// Nil for what is not read here.
  static func tokens(of text: String) -> [JSONPathToken]? {
    var rest = text[...].unicodeScalars
    var tokens: [JSONPathToken] = []
    while let first = rest.first {
      if first == " " || (0x09...0x0D).contains(first.value) {
        rest.removeFirst()
      } else if first == "\"" {
        guard let string = string(&rest) else { return nil }
        tokens.append(.string(string))
      } else if isDigit(first) || first == "." && rest.dropFirst().first.map(isDigit) == true {
        guard let number = number(&rest) else { return nil }
        tokens.append(.number(number))
      } else if first == "$" {
        rest.removeFirst()
        guard let token = variable(&rest) else { return nil }
        tokens.append(token)
      } else if let symbol = symbols.first(where: { rest.starts(with: $0.unicodeScalars) }) {
        rest = rest.dropFirst(symbol.unicodeScalars.count)
        tokens.append(.symbol(symbol))
      } else {
        let name = rest.prefix { !isSpecial($0) }
        guard !name.isEmpty, !name.contains("\\") else { return nil }
        rest = rest.dropFirst(name.count)
        tokens.append(.name(String(name)))
      }
    }
    return tokens
  }

  /// Longer ones first.
  private static let symbols = [
    "&&", "||", "==", "!=", "<>", "<=", ">=", "**", "=", "<", ">", "!", "?", "(", ")", "[", "]",
    "{", "}", ",", ".", "*", "+", "-", "/", "%", "@",
  ]

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    "?%$.[]{}()|&!=<>@#,*:-+/\" \t\n\r\u{B}\u{C}".unicodeScalars.contains(scalar)
  }

  /// By the rules of JSON, which most strings follow.
  private static func string(_ rest: inout Substring.UnicodeScalarView) -> String? {
    var body = String.UnicodeScalarView()
    body.append(rest.removeFirst())
    while let scalar = rest.popFirst() {
      body.append(scalar)
      if scalar == "\\" {
        guard let next = rest.popFirst() else { return nil }
        body.append(next)
      } else if scalar == "\"" {
        guard case .string(let text) = JSONParser.parse(String(body)) else { return nil }
        return text.string
      }
    }
    return nil
  }

  private static func number(_ rest: inout Substring.UnicodeScalarView) -> Numeric? {
    var word = rest.prefix { isDigit($0) || $0 == "." }
    let after = rest.dropFirst(word.count)
    if let mark = after.first, mark == "e" || mark == "E" {
      let sign = after.dropFirst().prefix(1).filter { $0 == "+" || $0 == "-" }.count
      let digits = after.dropFirst(1 + sign).prefix(while: isDigit)
      guard !digits.isEmpty else { return nil }
      word = rest.prefix(word.count + 1 + sign + digits.count)
    }
    rest = rest.dropFirst(word.count)
    guard rest.first.map(isSpecial) ?? true else { return nil }
    // Not `00`, nor `1_000`.
    let digits = String(word)
    if digits.hasPrefix("0"),
      digits.utf8.dropFirst().first.map({ (0x30...0x39).contains($0) }) == true
    {
      return nil
    }
    return Numeric(parsing: digits)
  }

  private static func variable(_ rest: inout Substring.UnicodeScalarView) -> JSONPathToken? {
    if rest.first == "\"" { return string(&rest).map { .variable($0) } }
    let name = rest.prefix { !isSpecial($0) }
    guard !name.contains("\\") else { return nil }
    rest = rest.dropFirst(name.count)
    return name.isEmpty ? .symbol("$") : .variable(String(name))
  }
}
