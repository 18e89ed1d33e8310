import AccessModel

extension SQLWriter {
  func text(_ literal: SQLLiteral) -> String {
    switch literal {
    case .null: "NULL"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .decimal(let digits):
      isNumber(digits) ? digits : "\(quoteLiteral(digits))::numeric"
    case .string(let string): quoteLiteral(string)
    }
  }

  /// Source: PostgreSQL manual, 4.1.2.6 "Numeric Constants", with a minus sign before.
  private func isNumber(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func digits() -> Int {
      let count = rest.prefix(while: isDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = skip("-")
    let whole = digits()
    let fraction = skip(".") ? digits() : 0
    guard whole + fraction > 0 else { return false }
    if skip("eE") {
      _ = skip("+-")
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}
