import AccessModel

/// Reads a PL/pgSQL body to a tree, over PostgreSQL's own tokens and with its own parser for what
/// is SQL in it.
///
/// `pg_query_parse_plpgsql` is no help here: its JSON (15-4.0.0) tells neither which block declares
/// a variable nor which variable RETURN gives, refuses fields of records, and ends the process at
/// ASSERT. PL/pgSQL's grammar only looks for key words and takes what is between them as SQL.
/// Source: `pl_gram.y` in `src/pl/plpgsql/src`; PostgreSQL manual, chapter 43.
struct PLReader {
  let bytes: [UInt8]
  let version: PostgresVersion
  private let tokens: [PLToken]
  private(set) var position = 0
  private var depth = 0
  var conflict = PLNameConflict.error
  /// The arguments of the cursors declared so far, by name.
  var cursors: [String: [String?]] = [:]

  /// More than anybody nests.
  private static let maxDepth = 100

  private init(_ text: String, _ version: PostgresVersion) throws(ReadFailure) {
    self.version = version
    bytes = Array(text.utf8)
    tokens = try PLScanner.tokens(of: bytes)
  }

  /// The tree of a body. Call on a `DeepStack` only.
  static func body(
    of text: String, version: PostgresVersion = .v15
  ) throws(ReadFailure) -> PLBody {
    var reader = try PLReader(text, version)
    try reader.options()
    let label = try reader.label()
    let block = try reader.block(label: label)
    if reader.next.isSymbol(";") { reader.skip() }
    guard reader.next.kind == .end else { throw reader.unexpected() }
    return PLBody(text: text, block: block, conflict: reader.conflict)
  }

  /// `#variable_conflict use_column` and its kin, before the block.
  private mutating func options() throws(ReadFailure) {
    while next.isSymbol("#") {
      skip()
      let option = try word()
      if option == "variable_conflict" {
        guard let choice = PLNameConflict(rawValue: try word()) else { throw unexpected() }
        conflict = choice
      } else {
        skip()
      }
    }
  }

  /// Runs `body` one level deeper.
  mutating func nested<Result>(
    _ body: (inout PLReader) throws(ReadFailure) -> Result
  ) throws(ReadFailure) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth else { throw .unsupported("a PL/pgSQL block this deep") }
    return try body(&self)
  }
}

// MARK: - Tokens

extension PLReader {
  var next: PLToken { tokens[position] }

  func peek(_ offset: Int) -> PLToken { tokens[min(position + offset, tokens.count - 1)] }

  mutating func rewind(to position: Int) { self.position = position }

  mutating func skip() { position = min(position + 1, tokens.count - 1) }

  /// Takes the key word if it is next.
  mutating func take(_ word: String) -> Bool {
    guard next.isWord(word) else { return false }
    skip()
    return true
  }

  mutating func takeSymbol(_ symbol: String) -> Bool {
    guard next.isSymbol(symbol) else { return false }
    skip()
    return true
  }

  mutating func expect(_ word: String) throws(ReadFailure) {
    guard take(word) else { throw unexpected() }
  }

  mutating func expectSymbol(_ symbol: String) throws(ReadFailure) {
    guard takeSymbol(symbol) else { throw unexpected() }
  }

  /// An identifier.
  mutating func word() throws(ReadFailure) -> String {
    guard let name = next.name else { throw unexpected() }
    skip()
    return name
  }

  func unexpected() -> ReadFailure {
    guard next.kind != .end else { return .refused(.syntaxError, "syntax error at end of input") }
    return .refused(.syntaxError, "syntax error at or near \"\(text(of: next.range))\"")
  }

  func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// `<<label>>`.
  mutating func label() throws(ReadFailure) -> String? {
    guard takeSymbol("<<") else { return nil }
    let name = try word()
    try expectSymbol(">>")
    return name
  }

  /// `name`, `name.name`, ….
  mutating func path() throws(ReadFailure) -> [String] {
    if case .parameter(let number) = next.kind {
      skip()
      return ["$\(number)"]
    }
    var result = [try word()]
    while next.isSymbol("."), peek(1).name != nil {
      skip()
      result.append(try word())
    }
    return result
  }

  /// `target, target`.
  mutating func targets() throws(ReadFailure) -> [PLTarget] {
    var result = [PLTarget(try path())]
    while takeSymbol(",") { result.append(PLTarget(try path())) }
    return result
  }
}

// MARK: - SQL

extension PLReader {
  /// The bytes up to a token at which `isEnd`, outside of brackets; that token stays next.
  mutating func fragment(
    until isEnd: (PLToken) -> Bool
  ) throws(ReadFailure) -> Range<Int> {
    let start = position
    var brackets = 0
    while !(brackets == 0 && isEnd(next)) {
      switch next.kind {
      case .symbol("("), .symbol("["): brackets += 1
      case .symbol(")"), .symbol("]"):
        brackets -= 1
        if brackets < 0 { throw .refused(.syntaxError, "mismatched parentheses") }
      case .symbol(";"), .end:
        if brackets > 0 { throw .refused(.syntaxError, "mismatched parentheses") }
        throw unexpected()
      default: break
      }
      skip()
    }
    guard position > start else {
      throw next.isSymbol(";")
        ? .refused(.syntaxError, "missing expression at or near \";\"") : unexpected()
    }
    return tokens[start].range.lowerBound..<tokens[position - 1].range.upperBound
  }

  /// An expression up to one of the key words or symbols.
  mutating func expression(
    until words: [String] = [], symbols: [String] = [";"]
  ) throws(ReadFailure) -> PLExpression {
    let range = try fragment { token in
      switch token.kind {
      case .word(let word, isQuoted: false): words.contains(word)
      case .symbol(let symbol): symbols.contains(symbol)
      default: false
      }
    }
    return try expression(text(of: range))
  }

  /// Expressions between commas up to a semicolon or a key word.
  mutating func expressions(until words: [String] = []) throws(ReadFailure) -> [PLExpression] {
    var result = [try expression(until: words, symbols: [",", ";"])]
    while takeSymbol(",") { result.append(try expression(until: words, symbols: [",", ";"])) }
    return result
  }

  func expression(_ text: String) throws(ReadFailure) -> PLExpression {
    let statement = try command("SELECT " + text).statement
    guard case .query(let query) = statement else {
      return PLExpression(text: text, query: SQLQuery(.unread(text: text)))
    }
    return PLExpression(text: text, query: query)
  }

  /// The tree of a statement's text; without one where the model has no form for it.
  func command(_ text: String) throws(ReadFailure) -> PLCommand {
    let bytes = Array(text.utf8)
    let statements = StatementSplitter.split(bytes)
    guard statements.count == 1, statements[0].kind == .sql else {
      throw .refused(.syntaxError, "syntax error in \"\(text)\"")
    }
    let parsed = try ParsedStatement.parse(statements[0], in: bytes, version: version)
    var reader = SyntaxReader(parsed.newer)
    guard let node = parsed.node else { return PLCommand(text: text, statement: nil) }
    do throws(ReadFailure) {
      return PLCommand(text: text, statement: try reader.statement(node))
    } catch {
      guard case .unsupported = error else { throw error }
      return PLCommand(text: text, statement: nil)
    }
  }
}
