import Foundation

/// ISO 8601: `P1Y2M3DT4H5M6S`, `P0001-02-03T04:05:06`, `P00010203T040506`.
///
/// Source: `DecodeISO8601Interval()`.
extension IntervalReader {
  mutating func iso(_ text: String) throws(Failure) {
    var rest = Array(text.utf8)[...]
    guard rest.count >= 2, rest.popFirst() == UInt8(ascii: "P") else { throw .badFormat }
    var (isDate, hasField) = (true, false)
    while let first = rest.first {
      if first == UInt8(ascii: "T") {
        (isDate, hasField) = (false, false)
        rest.removeFirst()
        continue
      }
      let width = rest.drop { $0 == UInt8(ascii: "-") }.prefix { $0.isDigit }.count
      let (value, fraction) = try Self.number(&rest)
      let unit = rest.first
      switch (isDate, unit) {
      case (true, UInt8(ascii: "Y")): try add(value, fraction, .year)
      case (true, UInt8(ascii: "M")): try add(value, fraction, .month)
      case (true, UInt8(ascii: "W")): try add(value, fraction, .week)
      case (true, UInt8(ascii: "D")): try add(value, fraction, .day)
      case (false, UInt8(ascii: "H")): try add(value, fraction, .hour)
      case (false, UInt8(ascii: "M")): try add(value, fraction, .minute)
      case (false, UInt8(ascii: "S")): try add(value, fraction, .second)
      case (true, nil), (true, UInt8(ascii: "T")), (true, UInt8(ascii: "-")):
        guard !hasField else { throw .badFormat }
        if unit != UInt8(ascii: "-"), width == 8 {
          try add(value / 10000, 0, .year)
          try add(value / 100 % 100, 0, .month)
          try add(value % 100, fraction, .day)
          continue
        }
        try add(value, fraction, .year)
        try alternative(&rest, [.month, .day], UInt8(ascii: "-"))
        guard rest.isEmpty || rest.first == UInt8(ascii: "T") else { throw .badFormat }
        continue
      case (false, nil), (false, UInt8(ascii: ":")):
        guard !hasField else { throw .badFormat }
        if unit == nil, width == 6 {
          try add(value / 10000, 0, .hour)
          try add(value / 100 % 100, 0, .minute)
          try add(value % 100, fraction, .second)
          return
        }
        try add(value, fraction, .hour)
        try alternative(&rest, [.minute, .second], UInt8(ascii: ":"))
        guard rest.isEmpty else { throw .badFormat }
        return
      default: throw .badFormat
      }
      rest.removeFirst()
      hasField = true
    }
  }

  private mutating func alternative(
    _ rest: inout ArraySlice<UInt8>, _ units: [Unit], _ mark: UInt8
  ) throws(Failure) {
    for unit in units where rest.first == mark {
      rest.removeFirst()
      let (value, fraction) = try Self.number(&rest)
      try add(value, fraction, unit)
    }
  }

  private static func number(
    _ rest: inout ArraySlice<UInt8>
  ) throws(Failure) -> (Int64, Double) {
    guard let first = rest.first, first.isDigit || first == 0x2D || first == 0x2E else {
      throw .badFormat
    }
    var length = first == 0x2D ? 1 : 0
    let body = rest.dropFirst(length)
    let whole = body.prefix { $0.isDigit }.count
    length += whole
    if body.dropFirst(whole).first == 0x2E {
      let places = body.dropFirst(whole + 1).prefix { $0.isDigit }.count
      guard whole + places > 0 else { throw .badFormat }
      length += 1 + places
    }
    let power = rest.dropFirst(length)
    if power.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      let sign = power.dropFirst().first.map { $0 == 0x2B || $0 == 0x2D } == true ? 1 : 0
      let digits = power.dropFirst(1 + sign).prefix { $0.isDigit }.count
      if digits > 0 { length += 1 + sign + digits }
    }
    guard let value = Double(String(decoding: rest.prefix(length), as: UTF8.self).padded) else {
      throw .badFormat
    }
    rest = rest.dropFirst(length)
    guard value.magnitude <= 1e15 else { throw .overflow }
    let part = value.rounded(.towardZero)
    return (Int64(part), value - part)
  }
}

extension String {
  /// `.5` and `1.` as Swift reads numbers.
  fileprivate var padded: String {
    var text = self
    if text.hasSuffix(".") { text += "0" }
    text = text.replacingOccurrences(of: ".e", with: ".0e")
    if text.hasPrefix(".") { text = "0" + text }
    return text.hasPrefix("-.") ? "-0" + text.dropFirst() : text
  }
}
