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
  /// Nil: the body is read, not checked.
  let compilation: PLCompilation?
  var names: PLNamespace?
  /// What CONTEXT says an error without a place is near to. Source: `plpgsql_latest_lineno()`.
  var latestLine = 0

  /// More than anybody nests.
  private static let maxDepth = 100

  private init(
    _ text: String, _ version: PostgresVersion, _ compilation: PLCompilation?
  ) throws(ReadFailure) {
    self.version = version
    self.compilation = compilation
    names = compilation?.names
    bytes = Array(text.utf8)
    tokens = try PLScanner.tokens(of: bytes)
  }

  /// The tree of a body, checked for a function. Places of errors are bytes of the text. Call on a
  /// `DeepStack` only.
  static func body(
    of text: String, version: PostgresVersion = .v15, for compilation: PLCompilation? = nil
  ) throws(ReadFailure) -> PLBody {
    var reader = try PLReader(text, version, compilation)
    do throws(ReadFailure) {
      return try reader.body(text)
    } catch {
      guard case .refused(let answer, location: nil) = error, let compilation else { throw error }
      // Source: `plpgsql_compile_error_callback()` in `pl_comp.c`.
      let line =
        "compilation of PL/pgSQL function \"\(compilation.function)\" near line "
        + "\(reader.latestLine)"
      throw .refused(answer.inside(line), location: nil)
    }
  }

  private mutating func body(_ text: String) throws(ReadFailure) -> PLBody {
    try options()
    let label = try label()
    let block = try block(label: label)
    if next.isSymbol(";") { skip() }
    guard next.kind == .end else { throw unexpected() }
    return PLBody(text: text, block: block, conflict: conflict)
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
        if option == "print_strict_params", !next.isWord("off") {
          throw .unsupported("#print_strict_params")
        }
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

  func token(_ position: Int) -> PLToken { tokens[min(position, tokens.count - 1)] }

  func peek(_ offset: Int) -> PLToken { token(position + offset) }

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
    guard let name = next.name, !next.isReserved else { throw unexpected() }
    skip()
    return name
  }

  func unexpected() -> ReadFailure { near("syntax error") }

  /// An error about what is next: names with dots between are one token.
  ///
  /// Source: `plpgsql_yyerror()` in `pl_scanner.c`.
  func near(_ message: String) -> ReadFailure {
    let place = next.range.lowerBound
    guard next.kind != .end else {
      return refused("\(message) at end of input", at: place)
    }
    var (end, last) = (next.range.upperBound, 0)
    while next.name != nil, !next.isReserved, last < 4, peek(last + 1).isSymbol("."),
      peek(last + 2).name != nil
    {
      last += 2
      end = peek(last).range.upperBound
    }
    return refused("\(message) at or near \"\(text(of: place..<end))\"", at: place)
  }

  func refused(
    _ message: String, _ state: SQLState = .syntaxError, hint: String? = nil, at place: Int
  ) -> ReadFailure {
    .refused(PostgresError(state, message, hint: hint), location: place)
  }

  func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// `<<label>>`.
  mutating func label() throws(ReadFailure) -> String? {
    guard takeSymbol("<<") else { return nil }
    let name = try word()
    try expectSymbol(">>")
    return name
  }

  /// `name`, `name.name`, …; a key word behind a dot is no part of it. Source: `plpgsql_yylex()`.
  mutating func path() throws(ReadFailure) -> [String] {
    if case .parameter(let number) = next.kind {
      skip()
      return ["$\(number)"]
    }
    var result = [try word()]
    while next.isSymbol("."), let name = peek(1).name, !peek(1).isReserved {
      skip()
      skip()
      result.append(name)
    }
    return result
  }

}
