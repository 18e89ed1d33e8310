import SQLText

/// Reads a script as psql does: line by line, with variables put in as they stand at that moment,
/// statements up to their semicolon, meta-commands up to the end of their line.
///
/// Source: `src/fe_utils/psqlscan.l`, `src/bin/psql/psqlscanslash.l`, `mainloop.c`.
struct PsqlScanner {
  enum Item: Hashable {
    case statement(ScriptText)
    /// A meta-command without its backslash, and the rest of its line as words.
    case command(name: String, arguments: [String])
  }

  /// What is being read.
  private enum Mode: Hashable {
    case plain
    case quoted(escapes: Bool)
    case identifier
    case comment(depth: Int)
    case dollar(tag: [UInt8])
  }

  private var mode = Mode.plain
  private var line: [UInt8] = []
  private var position = 0
  private var lineNumber = 0
  private var buffer: [UInt8] = []
  private var firstLine: Int?
  /// How long the buffer was when the line's own newline had been added.
  private var addedNewline: Int?
  /// There is more than comments.
  private var hasContent = false
  private var parentheses = 0
  /// BEGIN and CASE of a function's body that END has not closed.
  private var blocks = 0
  private var words: [String] = []
  private var expansions = 0

  /// psql stops only at its own recursion; this stops a variable that holds itself.
  private static let maxExpansions = 10_000

  /// The value of a variable, or nil.
  typealias Variables = (String) -> String?

  /// Inside of quotes or of a comment, where blank lines count.
  var isInQuote: Bool { mode != .plain }

  /// The statement that has been read so far, without its end.
  var pending: ScriptText? {
    guard hasContent, let firstLine else { return nil }
    return ScriptText(line: firstLine, text: String(decoding: buffer, as: UTF8.self))
  }

  mutating func begin(line: [UInt8], number: Int) {
    self.line = line
    position = 0
    lineNumber = number
    expansions = 0
    addedNewline = nil
    if firstLine != nil {
      buffer.append(Ascii.newline)
      addedNewline = buffer.count
    }
  }

  /// The statement as far as it has been read.
  struct Draft: Hashable {
    fileprivate var buffer: [UInt8] = []
    fileprivate var firstLine: Int?
    fileprivate var hasContent = false
    fileprivate var parentheses = 0
  }

  /// What a branch of `\if` that does not run has added is dropped by going back to this.
  ///
  /// Source: `save_query_text_state()`, `discard_query_text()` in `src/bin/psql/command.c`.
  var draft: Draft {
    get {
      Draft(
        buffer: buffer, firstLine: firstLine, hasContent: hasContent, parentheses: parentheses)
    }
    set {
      (buffer, firstLine) = (newValue.buffer, newValue.firstLine)
      (hasContent, parentheses) = (newValue.hasContent, newValue.parentheses)
    }
  }

  /// Forgets the statement read so far.
  mutating func reset() {
    (buffer, firstLine, hasContent, parentheses, blocks, words) = ([], nil, false, 0, 0, [])
  }

  /// The next thing that ends on the line; nil at its end. `isActive`: the statement is to run; else
  /// no variable is put into it.
  mutating func next(_ variables: Variables, isActive: Bool) -> Item? {
    while position < line.count {
      let byte = line[position]
      switch mode {
      case .plain:
        if let item = plain(byte, variables, isActive: isActive) { return item }
      case .quoted(let escapes):
        if escapes, byte == Ascii.backslash, position + 1 < line.count { take(1) }
        take(1)
        if byte == Ascii.quote { mode = .plain }
      case .identifier:
        take(1)
        if byte == Ascii.doubleQuote { mode = .plain }
      case .comment(let depth): comment(depth)
      case .dollar(let tag):
        if line[position...].starts(with: tag) {
          take(tag.count)
          mode = .plain
        } else {
          take(1)
        }
      }
    }
    return nil
  }

  private mutating func plain(
    _ byte: UInt8, _ variables: Variables, isActive: Bool
  ) -> Item? {
    switch byte {
    case Ascii.semicolon where parentheses == 0 && blocks == 0:
      position += 1
      defer { reset() }
      guard var statement = pending else { return nil }
      statement.isEnded = true
      return .statement(statement)
    case Ascii.backslash: return backslash(variables)
    case Ascii.dash where peek(1) == Ascii.dash:
      // Comments before a statement are not sent.
      if firstLine == nil { position = line.count } else { takeComment(line.count - position) }
    case Ascii.slash where peek(1) == Ascii.star: mode = .comment(depth: 0)
    case Ascii.quote: open(.quoted(escapes: false))
    case Ascii.doubleQuote: open(.identifier)
    case Ascii.dollar: dollar()
    case Ascii.colon where isActive: colon(variables)
    case Ascii.openParenthesis:
      parentheses += 1
      take(1)
    case Ascii.closeParenthesis:
      parentheses = max(0, parentheses - 1)
      take(1)
    default:
      if Ascii.isWordStart(byte) { word() } else { take(1) }
    }
    return nil
  }

  /// Appends bytes to the statement. Space before it begins is dropped.
  private mutating func take(_ count: Int) {
    for byte in line[position..<min(line.count, position + count)] {
      if firstLine == nil {
        guard !Ascii.isSpace(byte) else { continue }
        firstLine = lineNumber
      }
      if !Ascii.isSpace(byte) { hasContent = true }
      buffer.append(byte)
    }
    position += count
  }

  private mutating func takeComment(_ count: Int) {
    let had = hasContent
    take(count)
    hasContent = had
  }

  private mutating func open(_ mode: Mode) {
    take(1)
    self.mode = mode
  }

  private mutating func comment(_ depth: Int) {
    if line[position] == Ascii.slash, peek(1) == Ascii.star {
      mode = .comment(depth: depth + 1)
      takeComment(2)
    } else if line[position] == Ascii.star, peek(1) == Ascii.slash {
      mode = depth <= 1 ? .plain : .comment(depth: depth - 1)
      takeComment(2)
    } else {
      takeComment(1)
    }
  }

  private mutating func dollar() {
    var end = position + 1
    while end < line.count, Ascii.isWordPart(line[end]), line[end] != Ascii.dollar { end += 1 }
    guard end < line.count, line[end] == Ascii.dollar,
      end == position + 1 || Ascii.isWordStart(line[position + 1])
    else { return take(max(1, end - position)) }
    let tag = Array(line[position...end])
    take(tag.count)
    mode = .dollar(tag: tag)
  }

  private mutating func word() {
    var end = position
    while end < line.count, Ascii.isWordPart(line[end]) { end += 1 }
    let isEscape = end - position == 1 && line[position] | 0x20 == UInt8(ascii: "e")
    if isEscape, end < line.count, line[end] == Ascii.quote {
      take(2)
      mode = .quoted(escapes: true)
      return
    }
    let text = String(decoding: line[position..<end], as: UTF8.self).lowercased()
    take(end - position)
    if words.count < 4 { words.append(text) }
    guard parentheses == 0, isRoutine else { return }
    switch text {
    case "begin": blocks += 1
    case "case" where blocks > 0: blocks += 1
    case "end" where blocks > 0: blocks -= 1
    default: break
    }
  }

  private var isRoutine: Bool {
    guard words.first == "create" else { return false }
    let rest = words.dropFirst().starts(with: ["or", "replace"]) ? words.dropFirst(3) : words[1...]
    return rest.first == "function" || rest.first == "procedure"
  }

  /// `:name`, `:'name'`, `:"name"` and `:{?name}`; anything else is left as it is.
  ///
  /// Source: `psql_get_variable()` in `src/bin/psql/common.c`.
  private mutating func colon(_ variables: Variables) {
    if peek(1) == Ascii.colon { return take(2) }
    guard expansions < Self.maxExpansions, let (value, length) = variable(variables) else {
      return take(1)
    }
    expansions += 1
    line.replaceSubrange(position..<position + length, with: value)
  }

  /// What stands for the variable at this place, and how much of the line names it.
  private func variable(_ variables: Variables) -> (value: [UInt8], length: Int)? {
    var start = position + 1
    let first = peek(1)
    let isQuoted = first == Ascii.quote || first == Ascii.doubleQuote
    let isTest = first == Ascii.openBrace && peek(2) == Ascii.question
    if isQuoted { start += 1 }
    if isTest { start += 2 }
    var end = start
    while end < line.count, Ascii.isVariablePart(line[end]) { end += 1 }
    guard end > start else { return nil }
    let name = String(decoding: line[start..<end], as: UTF8.self)
    if isTest {
      guard end < line.count, line[end] == Ascii.closeBrace else { return nil }
      return (Array((variables(name) == nil ? "FALSE" : "TRUE").utf8), end + 1 - position)
    }
    if isQuoted {
      guard end < line.count, line[end] == first else { return nil }
    }
    guard let value = variables(name) else { return nil }
    switch first {
    case Ascii.quote?: return (Array(quoteLiteral(value).utf8), end + 1 - position)
    case Ascii.doubleQuote?: return (Array(quoteIdentifier(value).utf8), end + 1 - position)
    default: return (Array(value.utf8), end - position)
    }
  }

  /// A meta-command, or `\;`, which puts a semicolon into the statement.
  private mutating func backslash(_ variables: Variables) -> Item? {
    if peek(1) == Ascii.semicolon {
      position += 1
      take(1)
      return nil
    }
    // A line that holds only a command adds nothing to the statement.
    if buffer.count == addedNewline { buffer.removeLast() }
    addedNewline = nil
    position += 1
    var words = SlashWords(line, from: position)
    let name = words.name()
    let arguments = words.arguments(variables, takesWholeLine: name == "copy" || name == "!")
    position = words.position
    return .command(name: name, arguments: arguments)
  }

  private func peek(_ offset: Int) -> UInt8? {
    position + offset < line.count ? line[position + offset] : nil
  }
}

/// A piece of a script, and the line it begins on.
struct ScriptText: Hashable, Sendable {
  var line: Int
  var text: String
  /// A semicolon followed it.
  var isEnded = false

  /// What the server gets.
  var sent: String { isEnded ? text + ";" : text }
}
