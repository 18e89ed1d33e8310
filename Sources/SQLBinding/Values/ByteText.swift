import AccessModel

/// `bytea` as text. Source: `byteain()` in `src/backend/utils/adt/varlena.c`.
enum ByteText {
  static func read(_ text: String) throws(EngineFailure) -> [UInt8] {
    text.hasPrefix("\\x") ? try hex(text.utf8.dropFirst(2)) : try escaped(Array(text.utf8))
  }

  /// As `bytea_output` has it: `hex` or `escape`.
  static func write(_ bytes: [UInt8]) -> String {
    guard ValueStyle.current.escapesBytes else { return "\\x" + SQLValue.hexText(bytes) }
    var text: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\\") {
        text += [byte, byte]
      } else if (0x20...0x7E).contains(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "\\"), 0x30 + (byte >> 6), 0x30 + (byte >> 3 & 7), 0x30 + (byte & 7)]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Pairs of digits, white space between them skipped. Source: `hex_decode_safe()`.
  static func hex(_ digits: some Collection<UInt8>) throws(EngineFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      if high == nil, digit == 0x20 || digit == 0x09 || digit == 0x0A || digit == 0x0D { continue }
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init) else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22023"),
            "invalid hexadecimal digit: \"\(Character(UnicodeScalar(digit)))\""))
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    guard high == nil else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"), "invalid hexadecimal data: odd number of digits"))
    }
    return bytes
  }

  private static func escaped(_ text: [UInt8]) throws(EngineFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      if rest.first == byte {
        bytes.append(byte)
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix(3)
      guard digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }),
        let first = digits.first, first <= 0x33
      else {
        throw .postgres(
          PostgresError(.invalidTextRepresentation, "invalid input syntax for type bytea"))
      }
      bytes.append(digits.reduce(0) { $0 << 3 | ($1 - 0x30) })
      rest = rest.dropFirst(3)
    }
    return bytes
  }
}
