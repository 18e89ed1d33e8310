import SQLText

/// The words of a meta-command's line. Source: `src/bin/psql/psqlscanslash.l`.
struct SlashWords {
  private let line: [UInt8]
  private(set) var position: Int

  init(_ line: [UInt8], from position: Int) {
    self.line = line
    self.position = position
  }

  /// The command's name: up to a space, a backslash, or where a word of letters ends.
  mutating func name() -> String {
    let from = position
    while position < line.count, !Ascii.isSpace(line[position]), line[position] != Ascii.backslash {
      position += 1
      // `\!` and `\?` need no space after them.
      if position == from + 1, !Ascii.isWordPart(line[from]) { break }
    }
    return String(decoding: line[from..<position], as: UTF8.self)
  }

  mutating func arguments(
    _ variables: PsqlScanner.Variables, takesWholeLine: Bool
  ) -> [String] {
    var result: [String] = []
    if takesWholeLine {
      defer { position = line.count }
      return [String(decoding: line[position...].drop(while: Ascii.isSpace), as: UTF8.self)]
    }
    while true {
      while position < line.count, Ascii.isSpace(line[position]) { position += 1 }
      guard position < line.count else { return result }
      if line[position] == Ascii.backslash {
        // `\\` ends the command; another command begins with a single backslash.
        if position + 1 < line.count, line[position + 1] == Ascii.backslash { position += 2 }
        return result
      }
      result.append(word(variables))
    }
  }

  /// One argument: parts in quotes or not, one after the other.
  private mutating func word(_ variables: PsqlScanner.Variables) -> String {
    var word: [UInt8] = []
    while position < line.count, !Ascii.isSpace(line[position]), line[position] != Ascii.backslash {
      let byte = line[position]
      switch byte {
      case Ascii.quote: quoted(&word)
      case Ascii.doubleQuote:
        // The quotes stay, as most commands fold names that have none.
        word.append(byte)
        position += 1
        while position < line.count, line[position] != byte {
          word.append(line[position])
          position += 1
        }
        word.append(byte)
        position += 1
      case Ascii.colon: variable(&word, variables)
      default:
        word.append(byte)
        position += 1
      }
    }
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func quoted(_ word: inout [UInt8]) {
    position += 1
    while position < line.count {
      let byte = line[position]
      position += 1
      if byte == Ascii.quote {
        guard position < line.count, line[position] == Ascii.quote else { return }
        position += 1
        word.append(byte)
      } else if byte == Ascii.backslash, position < line.count {
        word.append(Self.escape(line[position]))
        position += 1
      } else {
        word.append(byte)
      }
    }
  }

  private static func escape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): Ascii.newline
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: byte
    }
  }

  private mutating func variable(
    _ word: inout [UInt8], _ variables: PsqlScanner.Variables
  ) {
    var start = position + 1
    let first = start < line.count ? line[start] : 0
    let isQuoted = first == Ascii.quote || first == Ascii.doubleQuote
    let isTest =
      first == Ascii.openBrace && start + 1 < line.count && line[start + 1] == Ascii.question
    if isQuoted { start += 1 }
    if isTest { start += 2 }
    var end = start
    while end < line.count, Ascii.isVariablePart(line[end]) { end += 1 }
    let name = String(decoding: line[start..<end], as: UTF8.self)
    if isTest, end < line.count, line[end] == Ascii.closeBrace {
      word += Array((variables(name) == nil ? "FALSE" : "TRUE").utf8)
      position = end + 1
      return
    }
    let isClosed = !isQuoted || end < line.count && line[end] == first
    guard end > start, isClosed, let value = variables(name) else {
      word.append(Ascii.colon)
      position += 1
      return
    }
    switch first {
    case Ascii.quote: word += Array(quoteLiteral(value).utf8)
    case Ascii.doubleQuote: word += Array(quoteIdentifier(value).utf8)
    default: word += Array(value.utf8)
    }
    position = isQuoted ? end + 1 : end
  }
}
