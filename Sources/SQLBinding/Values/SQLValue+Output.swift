import Foundation

extension SQLValue {
  /// A type's output function, in the session's `ValueStyle`; nil for NULL.
  public func output(as type: DataType) -> String? {
    switch self {
    case .null: nil
    case .boolean(let value): value ? "t" : "f"
    case .integer(let value): String(value)
    case .text(let text): text.string
    case .numeric(let value): value.description
    case .double(let value): Self.doubleText(value, type)
    case .uuid(let high, let low): Self.uuidText(high, low)
    case .date(let days): DateTimeText.date(days)
    case .timestamp(let microseconds):
      DateTimeText.timestamp(microseconds, isZoned: type.base == .timestamptz)
    case .json(let value): value.description
    default: partsText(as: type.base)
    }
  }

  /// Values that are made of others, and the rarer ones.
  private func partsText(as type: DataType) -> String? {
    switch self {
    case .undetermined(let value): value.source
    case .time(let microseconds): CivilTime.clockText(microseconds.magnitude)
    case .bytes(let bytes): ByteText.write(bytes)
    case .interval(let value): value.text()
    case .enumeration(let value): value.label.string
    case .range(let value): RangeKind(type).map { RangeText.write(value, $0) }
    case .network(let value): value.text(isCIDR: type == .cidr)
    case .place(let place): place.text
    case .object(let object): type.text(ofObject: object.name)
    case .array(let array): ArrayText.write(array, of: type.element ?? .text)
    case .record(let values): RecordText.write(values, of: type.fields)
    default: nil
    }
  }

  public static func hexText(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    let digits = Array("0123456789abcdef".utf8)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func uuidText(_ high: UInt64, _ low: UInt64) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for word in [high, low] {
      for shift in stride(from: 60, through: 0, by: -4) {
        switch text.count {
        case 8, 13, 18, 23: text.append(UInt8(ascii: "-"))
        default: break
        }
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Shortest digits that read back the same, in PostgreSQL's layout.
  /// Source: `float8out_internal()` with `extra_float_digits` 1.
  static func doubleText(_ value: Double, _ type: DataType) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    let extra = ValueStyle.current.extraFloatDigits
    if extra < 1 {
      // Like `%g` of C.
      return String(format: "%.\(max(1, (type.base == .real ? 6 : 15) + extra))g", value)
    }
    if value == 0 { return value.sign == .minus ? "-0" : "0" }
    let shortest = type.base == .real ? Float(value).description : value.description
    let (sign, digits, exponent) = decompose(shortest)
    if exponent < -4 || exponent >= (type.base == .real ? 6 : 15) {
      let mantissa = digits.prefix(1) + (digits.count > 1 ? "." + digits.dropFirst() : "")
      let size = abs(exponent) < 10 ? "0\(abs(exponent))" : "\(abs(exponent))"
      return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + size
    }
    if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
    let whole = exponent + 1
    if digits.count <= whole {
      return sign + digits + String(repeating: "0", count: whole - digits.count)
    }
    return sign + digits.prefix(whole) + "." + digits.dropFirst(whole)
  }

  /// The significant digits of Swift's shortest spelling, and the exponent of the first of them.
  private static func decompose(_ text: String) -> (sign: String, digits: String, exponent: Int) {
    let sign = text.hasPrefix("-") ? "-" : ""
    let parts = text.drop { $0 == "-" }.split(separator: "e")
    let mantissa = parts.first.map(String.init) ?? "0"
    let written = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let point = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    let whole = point.first.map(String.init) ?? ""
    let all = mantissa.filter { $0 != "." }
    let leadingZeros = all.prefix { $0 == "0" }.count
    var digits = String(all.dropFirst(leadingZeros))
    while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
    return (sign, digits, written + whole.count - 1 - leadingZeros)
  }
}
