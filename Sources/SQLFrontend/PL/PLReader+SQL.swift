import AccessModel
import CPgQuery

extension PLReader {
  /// The bytes up to a token at which `isEnd`, outside of brackets; that token stays next.
  ///
  /// `expected`: what errors call that token. `endsWithText`: the end of the text is one too, which
  /// PostgreSQL finds wherever it looks for fewer than three tokens. Source:
  /// `read_sql_construct()` in `pl_gram.y`.
  mutating func fragment(
    expected: String = ";", isExpression: Bool = true, endsWithText: Bool = true,
    until isEnd: (PLToken) -> Bool
  ) throws(ReadFailure) -> Range<Int> {
    let start = position
    let kind = isExpression ? "expression" : "statement"
    var brackets = 0
    while !(brackets == 0 && isEnd(next)) {
      switch next.kind {
      case .symbol("("), .symbol("["): brackets += 1
      case .symbol(")"), .symbol("]"):
        brackets -= 1
        if brackets < 0 { throw near("mismatched parentheses") }
      case .symbol(";"), .end:
        if brackets > 0 { throw near("mismatched parentheses") }
        if endsWithText, next.kind == .end { return try range(from: start, isExpression) }
        throw refused(
          "missing \"\(expected)\" at end of SQL \(kind)", at: next.range.lowerBound)
      default: break
      }
      skip()
    }
    return try range(from: start, isExpression)
  }

  private func range(
    from start: Int, _ isExpression: Bool
  ) throws(ReadFailure) -> Range<Int> {
    guard position > start else {
      throw near(isExpression ? "missing expression" : "missing SQL statement")
    }
    return token(start).range.lowerBound..<token(position - 1).range.upperBound
  }

  /// An expression up to one of the key words or symbols.
  mutating func expression(
    until words: [String] = [], symbols: [String] = [";"], expected: String? = nil
  ) throws(ReadFailure) -> PLExpression {
    let expected =
      expected ?? (words.map { $0.uppercased() } + symbols).joined(separator: " or ")
    let range = try fragment(
      expected: expected, endsWithText: words.count + symbols.count < 3
    ) { $0.ends(words, symbols) }
    return try expression(text(of: range), at: range.lowerBound)
  }

  /// What is assigned, or PERFORM reads: nothing is an expression too.
  mutating func expressionOrNothing() throws(ReadFailure) -> PLExpression {
    guard next.isSymbol(";") else { return try expression() }
    return try expression("", at: next.range.lowerBound)
  }

  /// Expressions between commas up to a semicolon or a key word.
  mutating func expressions(until words: [String] = []) throws(ReadFailure) -> [PLExpression] {
    // A key word other than INTO is what must come.
    let symbols = words == ["loop"] ? [","] : [",", ";"]
    let expected = (symbols + words.map { $0.uppercased() }).joined(separator: " or ")
    var result = [try expression(until: words, symbols: symbols, expected: expected)]
    while takeSymbol(",") {
      result.append(try expression(until: words, symbols: symbols, expected: expected))
    }
    return result
  }

  /// `place`: where the text stands in the body.
  func expression(_ text: String, at place: Int) throws(ReadFailure) -> PLExpression {
    let prefix = "SELECT "
    let statement = try command(prefix + text, at: place - prefix.utf8.count).statement
    guard case .query(let query) = statement else {
      return PLExpression(text: text, query: SQLQuery(.unread(text: text)))
    }
    return PLExpression(text: text, query: query)
  }

  /// The tree of a statement's text; without one where the model has no form for it.
  ///
  /// Source: `check_sql_expr()` in `pl_gram.y`.
  func command(_ text: String, at place: Int) throws(ReadFailure) -> PLCommand {
    let bytes = Array(text.utf8)
    let statements = StatementSplitter.split(bytes)
    guard statements.count == 1, statements[0].kind == .sql else {
      throw .refused(.syntaxError, "syntax error in \"\(text)\"")
    }
    let parsed: ParsedStatement
    do throws(ReadFailure) {
      parsed = try ParsedStatement.parse(statements[0], in: bytes, version: version)
    } catch {
      guard case .refused(let answer, let location) = error else { throw error }
      let start = location.map { $0 + statements[0].range.lowerBound } ?? 0
      throw .refused(answer, location: place + start)
    }
    var reader = SyntaxReader(parsed.newer)
    guard let node = parsed.node else { return PLCommand(text: text, statement: nil) }
    if node.kind == PG_QUERY__NODE__NODE_TRANSACTION_STMT {
      return PLCommand(text: text, statement: nil, isTransaction: true)
    }
    do throws(ReadFailure) {
      return PLCommand(text: text, statement: try reader.statement(node))
    } catch {
      guard case .unsupported = error else { throw error }
      return PLCommand(text: text, statement: nil)
    }
  }
}

extension PLToken {
  /// Whether it is one of the key words or symbols.
  func ends(_ words: [String], _ symbols: [String]) -> Bool {
    switch kind {
    case .word(let word, isQuoted: false): words.contains(word)
    case .symbol(let symbol): symbols.contains(symbol)
    default: false
    }
  }
}
