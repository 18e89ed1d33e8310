import AccessModel

/// Bytes that ought to be UTF-8 text, without a byte order mark.
struct UTF8Text {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.withoutByteOrderMark
  }

  /// The text, or the line (from 1) of the first byte that is not UTF-8 or is zero.
  ///
  /// PostgreSQL's text has no zero character, so no fixture can mean one.
  func decoded() -> Result<String, InvalidByte> {
    let text = String(decoding: bytes, as: UTF8.self)
    var line = 1
    var expected = bytes.makeIterator()
    for byte in text.utf8 {
      guard let original = expected.next(), original == byte, byte != 0 else {
        return .failure(InvalidByte(line: line))
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    return .success(text)
  }

  struct InvalidByte: Error {
    var line: Int
  }
}
