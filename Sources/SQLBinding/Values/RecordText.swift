import AccessModel

/// Rows as text: `(1,,"x y")`.
///
/// Source: `record_out()` and `record_in()` in `src/backend/utils/adt/rowtypes.c`.
enum RecordText {
  static func write(_ values: [SQLValue], of fields: [CompositeType.Field]?) -> String {
    var parts: [String] = []
    for (index, value) in values.enumerated() {
      let type = fields.flatMap { $0.indices.contains(index) ? $0[index].type.type : nil }
      guard let text = value.output(as: type ?? .text) else {
        parts.append("")
        continue
      }
      parts.append(needsQuotes(text) ? quoted(text) : text)
    }
    return "(" + parts.joined(separator: ",") + ")"
  }

  private static func needsQuotes(_ text: String) -> Bool {
    text.isEmpty
      || text.utf8.contains { byte in
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "("), UInt8(ascii: ")"),
          UInt8(ascii: ","):
          true
        default: byte.isSpace
        }
      }
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  static func read(
    _ text: String, _ fields: [CompositeType.Field]
  ) throws(EngineFailure) -> SQLValue {
    func malformed(_ detail: String) -> EngineFailure {
      .postgres(
        PostgresError(
          .invalidTextRepresentation, "malformed record literal: \"\(text)\"", detail: detail))
    }
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count, bytes[position].isSpace { position += 1 }
    guard position < bytes.count, bytes[position] == UInt8(ascii: "(") else {
      throw malformed("Missing left parenthesis.")
    }
    position += 1
    var values: [SQLValue] = []
    for (index, field) in fields.enumerated() {
      if index > 0 {
        guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else {
          throw malformed("Too few columns.")
        }
        position += 1
      }
      guard let word = Self.word(bytes, &position) else {
        throw malformed("Unexpected end of input.")
      }
      values.append(
        try word.text.map { (text) throws(EngineFailure) in
          try SQLValue.input(text, as: field.type.type).fitted(to: field.type)
        } ?? .null)
    }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ")") else {
      throw malformed("Too many columns.")
    }
    position += 1
    while position < bytes.count, bytes[position].isSpace { position += 1 }
    guard position == bytes.count else { throw malformed("Junk after right parenthesis.") }
    return .record(values)
  }

  /// One field's text, nil inside for NULL; nil at the end of the input.
  private static func word(_ bytes: [UInt8], _ position: inout Int) -> (text: String?, Void)? {
    var content: [UInt8] = []
    var isQuoted = false
    var inQuotes = false
    let start = position
    while true {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      if !inQuotes, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")") { break }
      position += 1
      if byte == UInt8(ascii: "\\") {
        guard position < bytes.count else { return nil }
        content.append(bytes[position])
        position += 1
      } else if byte == UInt8(ascii: "\"") {
        if inQuotes, position < bytes.count, bytes[position] == byte {
          content.append(byte)
          position += 1
        } else {
          inQuotes.toggle()
          isQuoted = true
        }
      } else {
        content.append(byte)
      }
    }
    if position == start, !isQuoted { return (nil, ()) }
    return (String(decoding: content, as: UTF8.self), ())
  }
}
