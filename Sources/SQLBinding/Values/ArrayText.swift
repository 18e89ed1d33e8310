import AccessModel

/// Arrays as text: `{a,"b c",NULL}`, `[2:3]={…}` where subscripts do not start at 1.
///
/// Source: `array_out()` and `array_in()` in `src/backend/utils/adt/arrayfuncs.c`.
enum ArrayText {
  static func write(_ array: SQLArray, of element: DataType) -> String {
    guard !array.dimensions.isEmpty else { return "{}" }
    var prefix = ""
    if array.dimensions.contains(where: { $0.lower != 1 }) {
      prefix =
        array.dimensions.map { "[\($0.lower):\($0.lower + $0.length - 1)]" }.joined() + "="
    }
    var rest = array.elements[...]
    return prefix + braces(array.dimensions[...], &rest, element)
  }

  private static func braces(
    _ dimensions: ArraySlice<SQLArray.Dimension>, _ rest: inout ArraySlice<SQLValue>,
    _ element: DataType
  ) -> String {
    guard let first = dimensions.first else {
      guard let value = rest.popFirst(), let text = value.output(as: element) else { return "NULL" }
      return needsQuotes(text, element) ? quoted(text) : text
    }
    var parts: [String] = []
    for _ in 0..<first.length { parts.append(braces(dimensions.dropFirst(), &rest, element)) }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private static func needsQuotes(_ text: String, _ element: DataType) -> Bool {
    if text.isEmpty || text.utf8.count == 4 && text.lowercased() == "null" { return true }
    return text.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: ","), 0x20, 0x09...0x0D:
        true
      default: false
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads an array's text, its elements by `read`.
  static func read(
    _ text: String, _ read: (String) throws(EngineFailure) -> SQLValue
  ) throws(EngineFailure) -> SQLArray {
    var reader = ArrayReader(text)
    return try reader.array(read)
  }
}

/// The text of one array, byte by byte.
private struct ArrayReader {
  private let text: String
  private let bytes: [UInt8]
  private var position = 0
  private var elements: [SQLValue] = []
  /// The length of each level of braces, as its first braces had it.
  private var lengths: [Int?] = []

  /// Source: `MAXDIM` in `c.h`.
  private static let maxDimensions = 6

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  private func malformed(_ detail: String? = nil) -> EngineFailure {
    .postgres(
      PostgresError(
        .invalidTextRepresentation, "malformed array literal: \"\(text)\"", detail: detail))
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isSpace { position += 1 }
  }

  private func next() throws(EngineFailure) -> UInt8 {
    guard position < bytes.count else { throw malformed("Unexpected end of input.") }
    return bytes[position]
  }

  mutating func array(
    _ read: (String) throws(EngineFailure) -> SQLValue
  ) throws(EngineFailure) -> SQLArray {
    skipSpace()
    let bounds = try bounds()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "{") else {
      throw malformed(
        "Array value must start with \"{\" or dimension information.")
    }
    try braces(depth: 0, read)
    skipSpace()
    guard position == bytes.count else { throw malformed("Junk after closing right brace.") }
    let dimensions = lengths.map { SQLArray.Dimension(length: $0 ?? 0) }
    guard !bounds.isEmpty else { return SQLArray(elements, dimensions: dimensions) }
    guard bounds.map(\.length) == dimensions.map(\.length) else {
      throw malformed("Specified array dimensions do not match array contents.")
    }
    return SQLArray(elements, dimensions: bounds)
  }

  /// `[first:last]` of each dimension, and `=`; none is usual. Source: `ReadArrayDimensions()`.
  private mutating func bounds() throws(EngineFailure) -> [SQLArray.Dimension] {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "[") else { return [] }
    let unread = EngineFailure.undecided(Undecided("an array's text with bounds"))
    let rest = bytes[position...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "=")) else { throw unread }
    let written = String(decoding: rest[..<end], as: UTF8.self)
    guard written.hasSuffix("]") else { throw unread }
    var dimensions: [SQLArray.Dimension] = []
    for part in written.dropLast().split(separator: "]", omittingEmptySubsequences: false) {
      guard part.first == "[" else { throw unread }
      let ends = part.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map {
        Int($0)
      }
      guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last,
        first.magnitude < 1_000_000, last.magnitude < 1_000_000
      else { throw unread }
      dimensions.append(SQLArray.Dimension(lower: first, length: last - first + 1))
    }
    position = end + 1
    skipSpace()
    return dimensions
  }

  private mutating func braces(
    depth: Int, _ read: (String) throws(EngineFailure) -> SQLValue
  ) throws(EngineFailure) {
    guard depth < Self.maxDimensions else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "54000"),
          "number of array dimensions (\(depth + 1)) exceeds the maximum allowed (6)"))
    }
    if lengths.count == depth { lengths.append(nil) }
    position += 1
    skipSpace()
    var count = 0
    if try next() == UInt8(ascii: "}") {
      position += 1
    } else {
      while true {
        skipSpace()
        if try next() == UInt8(ascii: "{") {
          guard depth + 1 < lengths.count || elements.isEmpty else { throw ragged() }
          try braces(depth: depth + 1, read)
        } else {
          guard depth + 1 == lengths.count else { throw ragged() }
          elements.append(try item(read))
        }
        count += 1
        skipSpace()
        let separator = try next()
        position += 1
        if separator == UInt8(ascii: "}") { break }
        guard separator == UInt8(ascii: ",") else {
          throw malformed("Unexpected array element.")
        }
        // Empty parts can't be counted.
        if depth + 1 < lengths.count, elements.isEmpty {
          throw malformed("Unexpected \"}\" character.")
        }
      }
    }
    if let known = lengths[depth], known != count { throw ragged() }
    lengths[depth] = count
  }

  private func ragged() -> EngineFailure {
    malformed("Multidimensional arrays must have sub-arrays with matching dimensions.")
  }

  private mutating func item(
    _ read: (String) throws(EngineFailure) -> SQLValue
  ) throws(EngineFailure) -> SQLValue {
    var content: [UInt8] = []
    // Spaces are kept inside quotes and after a backslash, and dropped at the end otherwise.
    var kept = 0
    var isQuoted = false
    if try next() == UInt8(ascii: "\"") {
      isQuoted = true
      position += 1
      while try next() != UInt8(ascii: "\"") {
        if try next() == UInt8(ascii: "\\") { position += 1 }
        content.append(try next())
        position += 1
      }
      position += 1
      kept = content.count
      skipSpace()
      let end = try next()
      guard end == UInt8(ascii: ",") || end == UInt8(ascii: "}") else {
        throw malformed("Unexpected array element.")
      }
    } else {
      scan: while true {
        let byte = try next()
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"): break scan
        case UInt8(ascii: "{"): throw malformed("Unexpected \"{\" character.")
        case UInt8(ascii: "\""): throw malformed("Unexpected array element.")
        case UInt8(ascii: "\\"):
          position += 1
          content.append(try next())
          isQuoted = true
          kept = content.count
        default:
          content.append(byte)
          if !byte.isSpace { kept = content.count }
        }
        position += 1
      }
      guard kept > 0 else {
        throw malformed("Unexpected \"\(String(UnicodeScalar(try next())))\" character.")
      }
    }
    let word = String(decoding: content[..<kept], as: UTF8.self)
    if !isQuoted, word.utf8.count == 4, word.lowercased() == "null" { return .null }
    return try read(word)
  }
}

extension UInt8 {
  /// As `isspace()` has it in the C locale.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
