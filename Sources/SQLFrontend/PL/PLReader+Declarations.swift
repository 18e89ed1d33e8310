import AccessModel

/// Entries of DECLARE. Source: `decl_statement` in `pl_gram.y`.
extension PLReader {
  mutating func declaration() throws(ReadFailure) -> PLDeclaration {
    guard !next.isSymbol("<<") else {
      throw refused(
        "block label must be placed before DECLARE, not after", at: next.range.lowerBound)
    }
    let line = next.line
    let name = try declaredName()
    if take("alias") {
      try expect("for")
      return try alias(name, line: line)
    }
    if next.isWord("cursor") || next.isWord("scroll") || next.isWord("no") {
      return PLDeclaration(name, try cursor(name), line: line)
    }
    let isConstant = take("constant")
    let (type, kind) = try type()
    var variable = PLVariable(type, isConstant: isConstant)
    if take("collate") { _ = try path() }
    let notNull = next.range.lowerBound
    if take("not") {
      try expect("null")
      variable.isNotNull = true
    }
    if takeSymbol(":=") || takeSymbol("=") || take("default") {
      variable.defaultValue = try expression()
    }
    try expectSymbol(";")
    names?.add(PLNamespace.Variable(name: name, kind: kind, isConstant: isConstant))
    if variable.isNotNull, variable.defaultValue == nil {
      throw refused(
        "variable \"\(name)\" must have a default value, since it's declared NOT NULL",
        SQLState(rawValue: "22004"), at: notNull)
    }
    return PLDeclaration(name, .variable(variable), line: line)
  }

  private mutating func declaredName() throws(ReadFailure) -> String {
    if let name = next.name, names?.declares(name) == true {
      throw near("duplicate declaration")
    }
    try requireNoShadowing()
    latestLine = next.line
    return try word()
  }

  /// Source: `decl_varname` in `pl_gram.y`.
  private func requireNoShadowing() throws(ReadFailure) {
    guard let shadowing = compilation?.shadowing, shadowing != .allowed, let name = next.name,
      names?.datum([name]) != nil
    else { return }
    guard shadowing == .refused else {
      throw .unsupported("a variable that shadows another, of which there is a warning")
    }
    throw refused(
      "variable \"\(name)\" shadows a previously defined variable", SQLState(rawValue: "42712"),
      at: next.range.lowerBound)
  }

  private mutating func alias(_ name: String, line: Int) throws(ReadFailure) -> PLDeclaration {
    let place = next.range.lowerBound
    let original = try path()
    if let names {
      guard var variable = names.datum(original)?.variable else {
        throw refused(
          "variable \"\(original.joined(separator: "."))\" does not exist", .undefinedObject,
          at: place)
      }
      variable.name = name
      self.names?.add(variable)
    }
    try expectSymbol(";")
    return PLDeclaration(name, .alias(of: original), line: line)
  }

  private mutating func cursor(_ name: String) throws(ReadFailure) -> PLDeclaration.Kind {
    _ = take("no")
    _ = take("scroll")
    try expect("cursor")
    names?.push(name, .arguments)
    let arguments = try cursorParameters()
    guard take("for") || take("is") else { throw unexpected() }
    let range = try fragment(isExpression: false) { $0.isSymbol(";") }
    let command = try command(text(of: range), at: range.lowerBound)
    skip()
    names?.pop()
    names?.add(PLNamespace.Variable(name: name, kind: .cursor(isBound: true)))
    cursors[name] = arguments.map(\.name)
    var query = SQLQuery(.unread(text: command.text))
    if case .query(let read) = command.statement { query = read }
    return .cursor(
      arguments: arguments, query: PLExpression(text: command.text, query: query))
  }

  private mutating func cursorParameters() throws(ReadFailure) -> [Catalog.Function.Argument] {
    guard takeSymbol("(") else { return [] }
    var result: [Catalog.Function.Argument] = []
    repeat {
      let argument = try declaredName()
      let (type, kind) = try type()
      guard case .named(let name) = type else {
        throw .unsupported("the type of a cursor's argument")
      }
      names?.add(PLNamespace.Variable(name: argument, kind: kind))
      result.append(Catalog.Function.Argument(argument, name))
    } while takeSymbol(",")
    try expectSymbol(")")
    return result
  }
}

// MARK: - Types

extension PLReader {
  /// A type, and what a variable of it is. Source: `read_datatype()` in `pl_gram.y`.
  private mutating func type() throws(ReadFailure) -> (PLType, PLNamespace.Kind) {
    let start = position
    var brackets = 0
    while !next.isSymbol(";") {
      guard next.kind != .end else {
        throw near(
          brackets == 0 ? "incomplete data type declaration" : "mismatched parentheses")
      }
      if next.ends(["collate", "not", "default"], ["=", ":="]) { break }
      if brackets == 0, next.ends([], [",", ")"]) { break }
      if next.isSymbol("(") { brackets += 1 }
      if next.isSymbol(")") { brackets -= 1 }
      skip()
    }
    guard position > start else { throw near("missing data type declaration") }
    let range = token(start).range.lowerBound..<token(position - 1).range.upperBound
    let end = position
    rewind(to: start)
    let type = try type(of: range)
    rewind(to: end)
    guard let compilation, let names else { return (type, .scalar) }
    if case .typeOf(let path) = type, let datum = names.datum(path) {
      if !datum.isRecord, !datum.isField { return (type, datum.variable.kind) }
    }
    guard case .typeOf(let path) = type else {
      return (type, try compilation.types.kind(of: type, at: range.lowerBound))
    }
    do throws(ReadFailure) {
      return (type, try compilation.types.kind(ofColumn: path))
    } catch {
      guard case .refused(let answer, _) = error, version < .v17,
        answer.sqlState != .insufficientPrivilege
      else { throw error }
      throw invalidType(text(of: range), at: range.lowerBound)
    }
  }

  private mutating func type(of range: Range<Int>) throws(ReadFailure) -> PLType {
    let written = text(of: range)
    if next.isWord("record"), peek(1).range.lowerBound >= range.upperBound { return .record }
    if next.name != nil, let names = try? path(), takeSymbol("%"), let kind = next.name,
      next.range.upperBound == range.upperBound
    {
      if kind == "type" { return .typeOf(names) }
      if kind == "rowtype" { return .rowOf(names) }
    }
    // A cast has a type in it, spelled as anywhere else.
    guard case .cast(_, let name)? = SQLBody.expression(of: "NULL::\(written)") else {
      throw invalidType(written, at: range.lowerBound)
    }
    return .named(name)
  }

  /// What the parser says about a text that is no type. Source: `pts_error_callback()` in
  /// `parse_type.c`.
  private func invalidType(_ written: String, at place: Int) -> ReadFailure {
    let prefix = "CAST(NULL AS "
    do throws(ReadFailure) {
      _ = try expression("\(prefix)\(written))", at: place - prefix.utf8.count)
    } catch {
      guard case .refused(var answer, let location?) = error else { return error }
      if location >= place + written.utf8.count {
        answer.message = "syntax error at end of input"
      }
      return .refused(
        answer.inside("invalid type name \"\(written)\""),
        location: min(location, place + written.utf8.count))
    }
    return .unsupported("the type `\(written)` of a PL/pgSQL variable")
  }
}
