import AccessModel

extension PLReader {
  /// An SQL statement; its INTO is no part of the SQL.
  mutating func command() throws(ReadFailure) -> PLStatement.Kind {
    try requireNoAssignment()
    let start = next.range.lowerBound
    let first = next.name
    var (previous, text, from, into) = ("", "", start, PLInto?.none)
    var end = start
    while !next.isSymbol(";") {
      guard next.kind != .end else {
        throw near("unexpected end of function definition")
      }
      if next.isWord("into"), !["insert", "merge"].contains(previous), first != "import",
        first != "create"
      {
        guard into == nil else { throw near("INTO specified more than once") }
        let start = next.range.lowerBound
        text += self.text(of: from..<start)
        skip()
        into = try self.into()
        // Blanks stand for it, so that places in the text stay what they are.
        text += String(repeating: " ", count: next.range.lowerBound - start)
        (from, end) = (next.range.lowerBound, next.range.lowerBound)
      } else {
        previous = next.name ?? ""
        end = next.range.upperBound
        skip()
      }
    }
    text += self.text(of: from..<end)
    while text.last?.isWhitespace == true { text.removeLast() }
    return .sql(try command(text, at: start), into: into)
  }

  /// A name that an assignment or a subscript follows would have to be a variable.
  ///
  /// Source: `stmt_execsql` in `pl_gram.y`.
  private mutating func requireNoAssignment() throws(ReadFailure) {
    guard next.name != nil, !next.isReserved else { return }
    let (start, place) = (position, next.range.lowerBound)
    let path = try path()
    if next.ends([], ["=", ":=", "[", "."]) { _ = try datum(path, at: place) }
    rewind(to: start)
  }
}
