public import AccessModel

/// What servers from 17 on say of an array's text that is none; those before count braces first.
///
/// Source: `ReadArrayStr()` and `ReadArrayToken()` in `src/backend/utils/adt/arrayfuncs.c`.
public struct MalformedArray {
  private enum Token { case start, end, delimiter, element }

  private struct Flaw: Error { let detail: String }

  private let bytes: [UInt8]
  private var position = 0

  private init(_ text: Substring) { bytes = Array(text.utf8) }

  /// The error with the detail that a server of a version gives.
  public static func adapted(_ error: PostgresError, to version: PostgresVersion) -> PostgresError {
    guard version >= .v17 else { return error }
    if error.message.hasPrefix("number of array dimensions (") {
      var result = error
      result.message = "number of array dimensions exceeds the maximum allowed (6)"
      return result
    }
    let prefix = "malformed array literal: \""
    guard error.detail != nil, error.message.hasPrefix(prefix), error.message.hasSuffix("\"") else {
      return error
    }
    var result = error
    var reader = MalformedArray(error.message.dropFirst(prefix.count).dropLast())
    do { try reader.read() } catch { result.detail = error.detail }
    return result
  }

  private mutating func read() throws(Flaw) {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "{") else {
      throw Flaw(detail: "Array value must start with \"{\" or dimension information.")
    }
    var counts: [Int] = []
    var lengths: [Int?] = []
    var isFixed = false
    var expectsDelimiter = false
    let ragged = Flaw(
      detail: "Multidimensional arrays must have sub-arrays with matching dimensions.")
    repeat {
      switch try token() {
      case .start:
        if expectsDelimiter { throw Self.unexpected("{") }
        counts.append(0)
        if counts.count > lengths.count {
          if isFixed { throw ragged }
          lengths.append(nil)
        }
      case .end:
        if counts[counts.count - 1] > 0, !expectsDelimiter { throw Self.unexpected("}") }
        let count = counts.removeLast()
        if !counts.isEmpty { counts[counts.count - 1] += 1 }
        if let length = lengths[counts.count], length != count { throw ragged }
        lengths[counts.count] = count
        expectsDelimiter = true
      case .delimiter:
        if !expectsDelimiter { throw Self.unexpected(",") }
        expectsDelimiter = false
      case .element:
        if expectsDelimiter { throw Flaw(detail: "Unexpected array element.") }
        isFixed = true
        if counts.count != lengths.count { throw ragged }
        counts[counts.count - 1] += 1
        expectsDelimiter = true
      }
    } while !counts.isEmpty
    skipSpace()
    if position < bytes.count { throw Flaw(detail: "Junk after closing right brace.") }
  }

  private mutating func token() throws(Flaw) -> Token {
    skipSpace()
    switch try next() {
    case UInt8(ascii: "{"):
      position += 1
      return .start
    case UInt8(ascii: "}"):
      position += 1
      return .end
    case UInt8(ascii: ","):
      position += 1
      return .delimiter
    case UInt8(ascii: "\""):
      position += 1
      try passQuoted()
    default: try passUnquoted()
    }
    return .element
  }

  private mutating func passQuoted() throws(Flaw) {
    while try next() != UInt8(ascii: "\"") {
      if try next() == UInt8(ascii: "\\") { position += 1 }
      _ = try next()
      position += 1
    }
    position += 1
    skipSpace()
    guard position < bytes.count else { return }
    guard [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "{")].contains(bytes[position]) else {
      throw Self.incorrectlyQuoted
    }
  }

  private mutating func passUnquoted() throws(Flaw) {
    while true {
      switch try next() {
      case UInt8(ascii: "{"): throw Self.unexpected("{")
      case UInt8(ascii: "\""): throw Self.incorrectlyQuoted
      case UInt8(ascii: "\\"):
        position += 1
        _ = try next()
      case UInt8(ascii: ","), UInt8(ascii: "}"): return
      default: break
      }
      position += 1
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isSpace { position += 1 }
  }

  private func next() throws(Flaw) -> UInt8 {
    guard position < bytes.count else { throw Flaw(detail: "Unexpected end of input.") }
    return bytes[position]
  }

  private static func unexpected(_ character: String) -> Flaw {
    Flaw(detail: "Unexpected \"\(character)\" character.")
  }

  private static let incorrectlyQuoted = Flaw(detail: "Incorrectly quoted array element.")
}
