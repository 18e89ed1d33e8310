import AccessModel
import SQLBinding

extension NumberFormat {
  /// What `to_number()` makes of a text. Source: `numeric_to_number()`.
  func number(in text: String) throws(EngineFailure) -> Numeric {
    if isScientific {
      throw .postgres(PostgresError(.featureNotSupported, "\"EEEE\" not supported for input"))
    }
    if isRoman {
      guard ValueStyle.current.version < .v18 else {
        throw .undecided(Undecided("Roman numerals in to_number()"))
      }
      throw .postgres(PostgresError(.featureNotSupported, "\"RN\" not supported for input"))
    }
    guard !isMultiplied else { throw .undecided(Undecided("`V` in to_number()")) }
    var reader = NumberFormatReader(self, text)
    let digits = reader.read()
    let type = ColumnType(.numeric, modifiers: [whole + reader.places, reader.places])
    let value = try SQLValue.input(digits, as: .numeric)
    guard type.modifiers[0] > 0 else { throw .undecided(Undecided("a picture without digits")) }
    return try value.fitted(to: type).numericValue()
  }
}

/// Source: `NUM_processor()` and `NUM_numpart_from_char()`, reading.
struct NumberFormatReader {
  private let format: NumberFormat
  private let text: [UInt8]
  private var position = 0
  private var sign: UInt8 = 0x20
  private var digits: [UInt8] = []
  private var wholeRead = 0
  private var seenPoint = false
  /// Digits read after the point.
  private(set) var places = 0

  init(_ format: NumberFormat, _ text: String) {
    self.format = format
    self.text = Array(text.utf8)
  }

  private var isAtEnd: Bool { position >= text.count }
  private var next: UInt8? { isAtEnd ? nil : text[position] }

  mutating func read() -> String {
    for node in format.nodes {
      guard !isAtEnd else { break }
      switch node {
      case .literal: skipCharacter()
      case .pattern(let keyword): pattern(keyword)
      }
    }
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return String(decoding: [sign] + digits, as: UTF8.self)
  }

  private mutating func skipCharacter() {
    position += 1
    while let next, next & 0xC0 == 0x80 { position += 1 }
  }

  private mutating func pattern(_ keyword: String) {
    switch keyword {
    case "9", "0", ".", "D":
      digit(keyword)
      position += 1
    case ",", "G":
      if format.isFilled { return }
      if next == UInt8(ascii: ",") { position += 1 }
    case "L": skipOther(1)
    case "TH", "th":
      if sign != UInt8(ascii: "-"), !format.hasPoint { skipOther(2) }
    case "MI", "PL", "SG":
      let takesMinus = keyword != "PL"
      let takesPlus = keyword != "MI"
      if next == UInt8(ascii: "-"), takesMinus {
        sign = UInt8(ascii: "-")
        position += 1
      } else if next == UInt8(ascii: "+"), takesPlus {
        sign = UInt8(ascii: "+")
        position += 1
      } else {
        skipOther(1)
      }
    default: break
    }
  }

  /// Skips characters that are no part of a number. Source: `NUM_eat_non_data_chars()`.
  private mutating func skipOther(_ count: Int) {
    for _ in 0..<count {
      guard let next, !Array("0123456789.,+-".utf8).contains(next) else { return }
      skipCharacter()
    }
  }

  private mutating func digit(_ keyword: String) {
    if next == 0x20 { position += 1 }
    guard let first = next else { return }
    if sign == 0x20, keyword == "9" || keyword == "0", wholeRead + places == 0 {
      leadingSign(first)
    }
    guard let byte = next else { return }
    var isRead = false
    if (0x30...0x39).contains(byte) {
      if seenPoint, places == format.places { return }
      digits.append(byte)
      if seenPoint { places += 1 } else { wholeRead += 1 }
      isRead = true
    } else if format.hasPoint, !seenPoint, byte == UInt8(ascii: ".") {
      digits.append(byte)
      seenPoint = true
      isRead = true
    }
    guard sign == 0x20, wholeRead + places > 0 else { return }
    trailingSign(isRead: isRead)
  }

  private mutating func leadingSign(_ byte: UInt8) {
    if format.hasSign, format.signPlace == .before {
      guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") else { return }
      sign = byte
      position += 1
    } else if byte == UInt8(ascii: "-") || format.hasBrackets && byte == UInt8(ascii: "<") {
      sign = UInt8(ascii: "-")
      position += 1
    } else if byte == UInt8(ascii: "+") {
      sign = byte
      position += 1
    }
  }

  private mutating func trailingSign(isRead: Bool) {
    if format.hasSign, isRead, position + 1 < text.count,
      !(0x30...0x39).contains(text[position + 1])
    {
      let byte = text[position + 1]
      guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") else { return }
      sign = byte
      position += 1
    } else if !isRead, !format.hasSign, format.hasPlus || format.hasMinus,
      let byte = next, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    {
      sign = byte
    }
  }
}
