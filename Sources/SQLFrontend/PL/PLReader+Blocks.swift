import AccessModel

extension PLReader {
  /// `[DECLARE …] BEGIN … [EXCEPTION …] END [label]`, without what follows.
  mutating func block(label: String?) throws(ReadFailure) -> PLBlock {
    try nested { (reader) throws(ReadFailure) in
      var block = PLBlock(label: label, body: [])
      while reader.take("declare") {
        while !reader.next.isWord("begin"), !reader.next.isWord("declare") {
          block.declarations.append(try reader.declaration())
        }
      }
      try reader.expect("begin")
      block.body = try reader.statements()
      if reader.take("exception") {
        while reader.next.isWord("when") { block.handlers.append(try reader.handler()) }
      }
      try reader.expect("end")
      try reader.endLabel(label)
      return block
    }
  }

  /// The label that may stand behind END.
  mutating func endLabel(_ label: String?) throws(ReadFailure) {
    guard let name = next.name, !next.isSymbol(";") else { return }
    skip()
    guard let label else {
      throw .refused(
        .syntaxError, "end label \"\(name)\" specified for unlabeled block")
    }
    guard name == label else {
      throw .refused(
        .syntaxError, "end label \"\(name)\" differs from block's label \"\(label)\"")
    }
  }

  private mutating func handler() throws(ReadFailure) -> PLHandler {
    try expect("when")
    var conditions: [SQLState?] = []
    repeat {
      if take("others") {
        conditions.append(nil)
      } else {
        conditions += try condition().states.map(Optional.some)
      }
    } while take("or")
    try expect("then")
    return PLHandler(conditions: conditions, body: try statements())
  }

  /// `division_by_zero` or `SQLSTATE '22012'`.
  mutating func condition() throws(ReadFailure) -> (name: String, states: [SQLState]) {
    if next.isWord("sqlstate"), case .string(let code) = peek(1).kind {
      skip()
      guard code.utf8.count == 5,
        code.utf8.allSatisfy({
          (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        })
      else { throw .refused(.syntaxError, "invalid SQLSTATE code") }
      skip()
      return (code, [SQLState(rawValue: code)])
    }
    let name = try word()
    guard let states = SQLState.named(name) else {
      throw .refused(.undefinedObject, "unrecognized exception condition \"\(name)\"")
    }
    return (name, states)
  }

  private mutating func declaration() throws(ReadFailure) -> PLDeclaration {
    let line = next.line
    let name = try word()
    if take("alias") {
      try expect("for")
      let original = try path()
      try expectSymbol(";")
      return PLDeclaration(name, .alias(of: original), line: line)
    }
    if next.isWord("cursor") || next.isWord("scroll") || next.isWord("no") {
      return PLDeclaration(name, try cursor(name), line: line)
    }
    let isConstant = take("constant")
    var variable = PLVariable(try type(), isConstant: isConstant)
    if take("collate") { _ = try path() }
    if take("not") {
      try expect("null")
      variable.isNotNull = true
    }
    if takeSymbol(":=") || takeSymbol("=") || take("default") {
      variable.defaultValue = try expression()
    }
    try expectSymbol(";")
    if variable.isNotNull, variable.defaultValue == nil {
      throw .refused(
        SQLState(rawValue: "22004"),
        "variable \"\(name)\" must have a default value, since it's declared NOT NULL")
    }
    return PLDeclaration(name, .variable(variable), line: line)
  }

  private mutating func type() throws(ReadFailure) -> PLType {
    let start = position
    let range = try fragment { token in
      ["collate", "not", "default"].contains { token.isWord($0) }
        || [";", ":=", "=", ",", ")"].contains { token.isSymbol($0) }
    }
    return try type(of: range, from: start)
  }

  private mutating func type(of range: Range<Int>, from start: Int) throws(ReadFailure) -> PLType {
    let (end, written) = (position, text(of: range))
    defer { rewind(to: end) }
    rewind(to: start)
    if next.isWord("record"), peek(1).range.lowerBound >= range.upperBound { return .record }
    if next.name != nil, let names = try? path(), takeSymbol("%"), let kind = next.name,
      next.range.upperBound == range.upperBound
    {
      if kind == "type" { return .typeOf(names) }
      if kind == "rowtype" { return .rowOf(names) }
    }
    // A cast has a type in it, spelled as anywhere else.
    guard case .cast(_, let name)? = SQLBody.expression(of: "NULL::\(written)") else {
      throw .unsupported("the type `\(written)` of a PL/pgSQL variable")
    }
    return .named(name)
  }

  private mutating func cursor(_ name: String) throws(ReadFailure) -> PLDeclaration.Kind {
    _ = take("no")
    _ = take("scroll")
    try expect("cursor")
    var arguments: [Catalog.Function.Argument] = []
    if takeSymbol("(") {
      repeat {
        let argument = try word()
        guard case .named(let type) = try type() else {
          throw .unsupported("the type of a cursor's argument")
        }
        arguments.append(Catalog.Function.Argument(argument, type))
      } while takeSymbol(",")
      try expectSymbol(")")
    }
    guard take("for") || take("is") else { throw unexpected() }
    let range = try fragment { $0.isSymbol(";") }
    skip()
    cursors[name] = arguments.map(\.name)
    guard case .query(let query) = try command(text(of: range)).statement else {
      return .cursor(
        arguments: arguments,
        query: PLExpression(
          text: text(of: range), query: SQLQuery(.unread(text: text(of: range)))))
    }
    return .cursor(
      arguments: arguments, query: PLExpression(text: text(of: range), query: query))
  }
}
