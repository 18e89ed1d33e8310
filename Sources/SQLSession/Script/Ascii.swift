/// Bytes that a scanner looks for.
enum Ascii {
  static let newline: UInt8 = 0x0A
  static let space: UInt8 = 0x20
  static let doubleQuote = UInt8(ascii: "\"")
  static let dollar = UInt8(ascii: "$")
  static let quote = UInt8(ascii: "'")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  static let star = UInt8(ascii: "*")
  static let dash = UInt8(ascii: "-")
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let question = UInt8(ascii: "?")
  static let backslash = UInt8(ascii: "\\")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  static func isWordStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  static func isWordPart(_ byte: UInt8) -> Bool {
    isWordStart(byte) || (0x30...0x39).contains(byte) || byte == dollar
  }

  static func isVariablePart(_ byte: UInt8) -> Bool {
    isWordStart(byte) || (0x30...0x39).contains(byte)
  }
}
