/// The operators of SQL's text.
enum Operators {
  static func binaryPrecedence(_ symbol: String) -> Precedence {
    switch symbol {
    case "=", "<", ">", "<=", ">=", "<>", "!=": .comparison
    case "+", "-": .additive
    case "*", "/", "%": .multiplicative
    case "^": .power
    default: .otherOperator
    }
  }

  static func unaryPrecedence(_ symbol: String) -> Precedence {
    symbol == "-" || symbol == "+" ? .sign : .otherOperator
  }

  /// The operator as written; one that PostgreSQL could not read becomes `OPERATOR("…")`, which it
  /// refuses as a syntax error.
  static func text(_ symbol: String) -> String {
    if symbol == "!=" { return "<>" }
    return isValid(symbol) ? symbol : "OPERATOR(\(quoteIdentifier(symbol)))"
  }

  /// Source: PostgreSQL manual, 4.1.3 "Operators".
  static func isValid(_ symbol: String) -> Bool {
    let bytes = Array(symbol.utf8)
    guard (1...63).contains(bytes.count), symbol != "=>",
      bytes.allSatisfy("+-*/<>=~!@#%^&|`?".utf8.contains),
      !symbol.contains("--"), !symbol.contains("/*")
    else { return false }
    guard bytes.count > 1, symbol.hasSuffix("+") || symbol.hasSuffix("-") else { return true }
    return bytes.contains(where: "~!@#%^&|`?".utf8.contains)
  }
}
