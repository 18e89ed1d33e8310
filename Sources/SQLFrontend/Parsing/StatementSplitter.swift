/// Splits a script where psql would, so that a mistake in one statement leaves the others whole,
/// and so that only one statement's tree is in memory at a time.
///
/// Knows quotes, comments, parentheses, `BEGIN ATOMIC` bodies, psql's meta-commands and COPY data.
/// Source: `src/fe_utils/psqlscan.l`.
struct StatementSplitter {
  private let bytes: [UInt8]
  private var position = 0
  private var bounds = DepthBound()
  private var parentheses = 0
  /// BEGIN and CASE of a function's body that END has not closed.
  private var blocks = 0
  private var head: [String] = []
  private var readsStandardInput = false
  private var start: Int?

  private static let maxHead = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func split(_ bytes: [UInt8]) -> [StatementText] {
    var splitter = StatementSplitter(bytes)
    var result: [StatementText] = []
    while let statement = splitter.next() {
      result.append(statement)
      if splitter.copiesData(statement), let data = splitter.copyData() { result.append(data) }
    }
    return result
  }

  /// The next statement that is not empty.
  private mutating func next() -> StatementText? {
    begin()
    while position < bytes.count {
      let byte = bytes[position]
      if isSpace(byte) {
        position += 1
      } else if byte == Ascii.dash, peek(1) == Ascii.dash {
        skipLine()
      } else if byte == Ascii.slash, peek(1) == Ascii.star {
        skipComment()
      } else if byte == Ascii.backslash {
        if let statement = start.map({ finish($0, at: position) }) { return statement }
        let from = position
        skipLine()
        return StatementText(kind: .metaCommand, range: from..<position, head: [], depth: 0)
      } else if byte == Ascii.semicolon, parentheses == 0, blocks == 0 {
        let end = position
        position += 1
        if let start { return finish(start, at: end) }
      } else {
        if start == nil { start = position }
        token(byte)
      }
    }
    return start.map { finish($0, at: bytes.count) }
  }

  private mutating func begin() {
    (start, head, parentheses, blocks) = (nil, [], 0, 0)
    readsStandardInput = false
    bounds = DepthBound()
  }

  private func finish(_ start: Int, at end: Int) -> StatementText {
    StatementText(kind: .sql, range: start..<end, head: head, depth: bounds.depth)
  }

  private mutating func token(_ byte: UInt8) {
    switch byte {
    case Ascii.openParenthesis, Ascii.openBracket:
      parentheses += byte == Ascii.openParenthesis ? 1 : 0
      bounds.open()
      position += 1
    case Ascii.closeParenthesis, Ascii.closeBracket:
      if byte == Ascii.closeParenthesis { parentheses = max(0, parentheses - 1) }
      bounds.close()
      position += 1
    case Ascii.comma, Ascii.semicolon:
      bounds.separate()
      position += 1
    case Ascii.quote:
      bounds.count()
      skipQuoted(Ascii.quote, escapes: false)
    case Ascii.doubleQuote:
      bounds.count()
      skipQuoted(Ascii.doubleQuote, escapes: false)
    case Ascii.dollar:
      bounds.count()
      skipDollar()
    default:
      bounds.count()
      if isWordStart(byte) { word() } else { position += 1 }
    }
  }

  private mutating func word() {
    let from = position
    while position < bytes.count, isWordPart(bytes[position]) { position += 1 }
    // `E'…'` takes backslashes.
    if position - from == 1, bytes[from] | 0x20 == UInt8(ascii: "e"), peek(0) == Ascii.quote {
      return skipQuoted(Ascii.quote, escapes: true)
    }
    guard head.count < Self.maxHead || position - from <= 12 && mayCount else { return }
    let word = String(decoding: bytes[from..<position], as: UTF8.self).lowercased()
    if head.count < Self.maxHead { head.append(word) }
    if head.first == "copy", parentheses == 0, word == "stdin" { readsStandardInput = true }
    guard parentheses == 0, isRoutine else { return }
    switch word {
    case "begin": blocks += 1
    case "case" where blocks > 0: blocks += 1
    case "end" where blocks > 0: blocks -= 1
    default: break
    }
  }

  /// Whether a word after the first ones may say where the statement ends.
  private var mayCount: Bool { parentheses == 0 && (head.first == "copy" || isRoutine) }

  private var isRoutine: Bool {
    guard head.first == "create" else { return false }
    let rest =
      head.dropFirst().starts(with: ["or", "replace"]) ? head.dropFirst(3) : head.dropFirst()
    return rest.first == "function" || rest.first == "procedure"
  }

  private func copiesData(_ statement: StatementText) -> Bool {
    readsStandardInput && statement.kind == .sql
  }

  /// The lines up to `\.`, from the next line on.
  private mutating func copyData() -> StatementText? {
    skipLine()
    guard position < bytes.count else { return nil }
    position += 1
    let from = position
    while position < bytes.count {
      let line = position
      skipLine()
      let content = bytes[line..<position]
      let isEnd =
        content.elementsEqual([Ascii.backslash, Ascii.dot])
        || content.elementsEqual([Ascii.backslash, Ascii.dot, Ascii.carriageReturn])
      if position < bytes.count { position += 1 }
      if isEnd { return StatementText(kind: .copyData, range: from..<line, head: [], depth: 0) }
    }
    return StatementText(kind: .copyData, range: from..<position, head: [], depth: 0)
  }
}

extension StatementSplitter {
  private func peek(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  /// To the end of the line.
  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != Ascii.newline { position += 1 }
  }

  /// Past a comment, which may hold others.
  private mutating func skipComment() {
    var depth = 0
    while position < bytes.count {
      if bytes[position] == Ascii.slash, peek(1) == Ascii.star {
        depth += 1
        position += 2
      } else if bytes[position] == Ascii.star, peek(1) == Ascii.slash {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else {
        position += 1
      }
    }
  }

  /// Past a quoted text; doubled quotes are two texts in a row here.
  private mutating func skipQuoted(_ quote: UInt8, escapes: Bool) {
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += escapes && byte == Ascii.backslash ? 2 : 1
      if byte == quote {
        guard escapes, peek(0) == quote else { return }
        position += 1
      }
    }
    position = min(position, bytes.count)
  }

  /// Past `$tag$…$tag$`, `$1`, or a lone `$`.
  private mutating func skipDollar() {
    var end = position + 1
    while end < bytes.count, isWordPart(bytes[end]), bytes[end] != Ascii.dollar { end += 1 }
    guard end < bytes.count, bytes[end] == Ascii.dollar,
      end == position + 1 || isWordStart(bytes[position + 1])
    else {
      position = max(end, position + 1)
      return
    }
    let tag = bytes[position...end]
    position = end + 1
    while position < bytes.count {
      if bytes[position] == Ascii.dollar, position + tag.count <= bytes.count,
        bytes[position..<position + tag.count].elementsEqual(tag)
      {
        position += tag.count
        return
      }
      position += 1
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func isWordStart(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private func isWordPart(_ byte: UInt8) -> Bool {
    isWordStart(byte) || (0x30...0x39).contains(byte) || byte == Ascii.dollar
  }
}
