import AccessModel

extension PLReader {
  private static let ends: Set = ["end", "exception", "elsif", "elseif", "else", "when"]

  /// Statements up to a key word that ends their list.
  mutating func statements() throws(ReadFailure) -> [PLStatement] {
    var result: [PLStatement] = []
    while true {
      if case .word(let word, isQuoted: false) = next.kind, Self.ends.contains(word) {
        return result
      }
      guard next.kind != .end else { throw unexpected() }
      let line = next.line
      result.append(PLStatement(try statement(), line: line))
      try expectSymbol(";")
    }
  }

  /// One statement, without its semicolon.
  private mutating func statement() throws(ReadFailure) -> PLStatement.Kind {
    if let target = try assignment() { return .assign(target, try expression()) }
    let label = try label()
    guard case .word(let word, isQuoted: false) = next.kind else { throw unexpected() }
    switch word {
    case "declare", "begin": return .block(try block(label: label))
    case "loop", "while", "for", "foreach": return .loop(try loop(label: label))
    default: break
    }
    guard label == nil else { throw unexpected() }
    switch word {
    case "if": return try conditional()
    case "case": return try cases()
    case "exit", "continue": return try leave()
    case "return": return try returns()
    case "raise": return .raise(try raise())
    case "assert": return try assertion()
    case "null":
      skip()
      return .nothing
    case "perform":
      skip()
      return .perform(try expression())
    case "execute": return try execute()
    case "get": return try diagnostics()
    case "open": return try open()
    case "fetch", "move": return .fetch(try fetch())
    case "close":
      skip()
      return .close(cursor: PLTarget(try path()))
    case "call": return try call()
    case "commit", "rollback":
      skip()
      var chain = false
      if take("and") {
        chain = !take("no")
        try expect("chain")
      }
      return .transaction(PLTransactionEnd(isCommit: word == "commit", chain: chain))
    default: return try command()
    }
  }

  /// `target :=`, if that is what comes.
  private mutating func assignment() throws(ReadFailure) -> PLTarget? {
    let start = position
    var target: PLTarget?
    if case .parameter = next.kind {
      target = PLTarget(try path())
    } else if next.name != nil {
      target = PLTarget(try path())
    }
    guard target != nil else { return nil }
    while takeSymbol("[") {
      target?.subscripts.append(try expression(symbols: ["]"]))
      try expectSymbol("]")
    }
    if takeSymbol(":=") || takeSymbol("=") { return target }
    if target?.subscripts.isEmpty == false { throw unexpected() }
    rewind(to: start)
    return nil
  }

  private mutating func conditional() throws(ReadFailure) -> PLStatement.Kind {
    try nested { (reader) throws(ReadFailure) in
      var branches: [PLBranch] = []
      repeat {
        reader.skip()
        let condition = try reader.expression(until: ["then"], symbols: [])
        reader.skip()
        branches.append(PLBranch(condition, try reader.statements()))
      } while reader.next.isWord("elsif") || reader.next.isWord("elseif")
      let otherwise = reader.take("else") ? try reader.statements() : []
      try reader.expect("end")
      try reader.expect("if")
      return .conditional(branches, otherwise: otherwise)
    }
  }

  private mutating func cases() throws(ReadFailure) -> PLStatement.Kind {
    try nested { (reader) throws(ReadFailure) in
      reader.skip()
      let operand =
        reader.next.isWord("when") ? nil : try reader.expression(until: ["when"], symbols: [])
      var branches: [PLBranch] = []
      while reader.take("when") {
        var condition = try reader.expression(until: ["then"], symbols: [])
        if operand != nil {
          condition = try reader.expression("\"\(PLCase.operandName)\" IN (\(condition.text))")
        }
        reader.skip()
        branches.append(PLBranch(condition, try reader.statements()))
      }
      let otherwise = reader.take("else") ? try reader.statements() : nil
      try reader.expect("end")
      try reader.expect("case")
      return .cases(PLCase(operand: operand, branches: branches, otherwise: otherwise))
    }
  }

  private mutating func leave() throws(ReadFailure) -> PLStatement.Kind {
    let continues = next.isWord("continue")
    skip()
    var label: String?
    if let name = next.name, !next.isWord("when") {
      skip()
      label = name
    }
    let condition = take("when") ? try expression() : nil
    return .leave(label: label, condition: condition, continues: continues)
  }

  private mutating func returns() throws(ReadFailure) -> PLStatement.Kind {
    skip()
    if next.isSymbol(";") { return .returns(nil) }
    if next.isWord("next"), !peek(1).isSymbol(".") {
      skip()
      return .returnsNext(next.isSymbol(";") ? nil : try expression())
    }
    if next.isWord("query"), peek(1).name != nil || peek(1).isSymbol("(") {
      skip()
      return .returnsQuery(try rows(until: []))
    }
    return .returns(try expression())
  }

  private mutating func assertion() throws(ReadFailure) -> PLStatement.Kind {
    skip()
    let condition = try expression(symbols: [",", ";"])
    return .assert(condition, message: takeSymbol(",") ? try expression() : nil)
  }

  /// EXECUTE, with INTO and USING in either order.
  private mutating func execute() throws(ReadFailure) -> PLStatement.Kind {
    skip()
    let text = try expression(until: ["into", "using"])
    var into: PLInto?
    var arguments: [PLExpression] = []
    while !next.isSymbol(";") {
      if into == nil, take("into") {
        into = try self.into()
      } else if arguments.isEmpty, take("using") {
        arguments = try expressions(until: ["into"])
      } else {
        throw unexpected()
      }
    }
    return .execute(text, into: into, using: arguments)
  }

  private mutating func call() throws(ReadFailure) -> PLStatement.Kind {
    let start = next.range.lowerBound
    skip()
    let range = try fragment { $0.isSymbol(";") }
    let written = try expression(text(of: range))
    guard case .select(let select) = written.query.body, select.targets.count == 1,
      case .expression(.call(let call), nil) = select.targets[0]
    else { return .unread("CALL") }
    return .call(PLCall(text: text(of: start..<range.upperBound), call: call))
  }

  /// What follows INTO.
  private mutating func into() throws(ReadFailure) -> PLInto {
    let isStrict = take("strict")
    return PLInto(try targets(), isStrict: isStrict)
  }

  private mutating func diagnostics() throws(ReadFailure) -> PLStatement.Kind {
    skip()
    let isStacked = take("stacked")
    if !isStacked { _ = take("current") }
    try expect("diagnostics")
    var items: [PLDiagnostic] = []
    repeat {
      let target = PLTarget(try path())
      guard takeSymbol("=") || takeSymbol(":=") else { throw unexpected() }
      items.append(PLDiagnostic(target, item: try word()))
    } while takeSymbol(",")
    return .diagnostics(isStacked: isStacked, items)
  }

  /// An SQL statement; its INTO is no part of the SQL.
  private mutating func command() throws(ReadFailure) -> PLStatement.Kind {
    let start = next.range.lowerBound
    let first = next.name
    var (previous, text, from, into) = ("", "", start, PLInto?.none)
    var end = start
    while !next.isSymbol(";") {
      guard next.kind != .end else { throw unexpected() }
      if next.isWord("into"), !["insert", "merge"].contains(previous), first != "import",
        first != "create"
      {
        guard into == nil else { throw .refused(.syntaxError, "INTO specified more than once") }
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
    return .sql(try command(text), into: into)
  }
}
