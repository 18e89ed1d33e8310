public import AccessModel

/// Spellings of one value, brought to one, so that `19900` meets `19900.00`.
public enum ValueText {
  /// `text` as psql would print it, as far as its type is simple; other text stays as it is.
  ///
  /// Numbers lose leading and trailing zeros, which psql may print: compare canonical text only
  /// with canonical text.
  public static func canonical(_ text: String, _ type: TypeName) -> String {
    guard !type.isArray else { return text }
    switch type.name {
    case "boolean":
      switch text.lowercased() {
      case "true", "t", "yes", "y", "on", "1": return "t"
      case "false", "f", "no", "n", "off", "0": return "f"
      default: return text
      }
    case "smallint", "integer", "bigint", "numeric": return canonicalNumber(text)
    case "real", "double precision": return Double(text).map { "\($0)" } ?? text
    case "uuid": return text.lowercased()
    default: return text
    }
  }

  /// `-007.50` is `-7.5`; exponents and anything else stay.
  private static func canonicalNumber(_ text: String) -> String {
    var rest = Substring(text)
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
    let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard !rest.isEmpty, rest != ".",
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return text }
    let whole = parts[0].drop { $0 == "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction = fraction.dropLast() }
    let number = (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
    return isNegative && number != "0" ? "-" + number : String(number)
  }
}
