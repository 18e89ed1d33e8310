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
    if let target = try assignment() { return .assign(target, try expressionOrNothing()) }
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
      return .perform(try expressionOrNothing())
    case "execute": return try execute()
    case "get": return try diagnostics()
    case "open": return try open()
    case "fetch", "move": return .fetch(try fetch())
    case "close":
      skip()
      return .close(cursor: try cursorVariable().target)
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
    let (start, place) = (position, next.range.lowerBound)
    guard next.isParameter || next.name != nil && !next.isReserved else { return nil }
    var target = PLTarget(try path())
    guard next.ends([], [":=", "=", "[", "."]) else {
      rewind(to: start)
      return nil
    }
    try requireAssignable(target.path, at: place)
    while next.ends([], ["[", "."]) {
      if next.isSymbol("."), let name = peek(1).name {
        skip()
        skip()
        target.steps.append(.field(name))
      } else {
        try expectSymbol("[")
        target.steps.append(try subscripting())
        try expectSymbol("]")
      }
    }
    guard takeSymbol(":=") || takeSymbol("=") else { throw unexpected() }
    return target
  }

  /// What stands between brackets.
  private mutating func subscripting() throws(ReadFailure) -> PLTargetStep {
    let lower = next.isSymbol(":") ? nil : try expression(symbols: ["]", ":"])
    guard takeSymbol(":") else {
      guard let lower else { throw unexpected() }
      return .element(lower)
    }
    return .slice(lower: lower, upper: next.isSymbol("]") ? nil : try expression(symbols: ["]"]))
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
          condition = try reader.expression(
            "\"\(PLCase.operandName)\" IN (\(condition.text))", at: reader.next.range.lowerBound)
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

  /// Source: `stmt_exit` in `pl_gram.y`.
  private mutating func leave() throws(ReadFailure) -> PLStatement.Kind {
    let (start, continues) = (next.range.lowerBound, next.isWord("continue"))
    skip()
    let place = next.range.lowerBound
    let label = next.isReserved || next.name == nil ? nil : try word()
    let condition = take("when") ? try expression() : nil
    guard next.isSymbol(";") else { throw unexpected() }
    if let names {
      try check(label, at: label == nil ? start : place, continues: continues, in: names)
    }
    return .leave(label: label, condition: condition, continues: continues)
  }

  private func check(
    _ label: String?, at place: Int, continues: Bool, in names: PLNamespace
  ) throws(ReadFailure) {
    guard let label else {
      guard !names.isInLoop else { return }
      throw refused(
        continues
          ? "CONTINUE cannot be used outside a loop"
          : "EXIT cannot be used outside a loop, unless it has a label", at: place)
    }
    guard let kind = names.level(labelled: label) else {
      throw refused(
        "there is no label \"\(label)\" attached to any block or loop enclosing this statement",
        at: place)
    }
    guard continues, kind != .loop else { return }
    throw refused("block label \"\(label)\" cannot be used in CONTINUE", at: place)
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
    let range = try fragment(isExpression: false) { $0.isSymbol(";") }
    let written = try expression(text(of: range), at: range.lowerBound)
    guard case .select(let select) = written.query.body, select.targets.count == 1,
      case .expression(.call(let call), nil) = select.targets[0]
    else { return .unread("CALL") }
    return .call(PLCall(text: text(of: start..<range.upperBound), call: call))
  }

  /// What follows INTO.
  mutating func into() throws(ReadFailure) -> PLInto {
    let isStrict = take("strict")
    return PLInto(try intoTargets(), isStrict: isStrict)
  }
}
