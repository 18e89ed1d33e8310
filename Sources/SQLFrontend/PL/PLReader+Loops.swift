import AccessModel

extension PLReader {
  mutating func loop(label: String?) throws(ReadFailure) -> PLLoop {
    try nested { (reader) throws(ReadFailure) in
      let kind = try reader.loopHead()
      try reader.expect("loop")
      let body = try reader.statements()
      try reader.expect("end")
      try reader.expect("loop")
      try reader.endLabel(label)
      return PLLoop(label: label, kind, body: body)
    }
  }

  private mutating func loopHead() throws(ReadFailure) -> PLLoop.Kind {
    if next.isWord("loop") { return .forever }
    if take("while") { return .whilst(try expression(until: ["loop"], symbols: [])) }
    if take("foreach") {
      let targets = try targets()
      var slice = 0
      if take("slice") {
        guard next.kind == .number, let count = Int(text(of: next.range)) else {
          throw unexpected()
        }
        slice = count
        skip()
      }
      try expect("in")
      try expect("array")
      return .elements(
        targets, slice: slice, array: try expression(until: ["loop"], symbols: []))
    }
    try expect("for")
    let targets = try targets()
    try expect("in")
    if isInteger() {
      guard targets.count == 1, targets[0].path.count == 1 else {
        throw .refused(.syntaxError, "integer FOR loop must have only one target variable")
      }
      let isReverse = take("reverse")
      let lower = try expression(symbols: [".."])
      skip()
      let upper = try expression(until: ["by", "loop"], symbols: [])
      let step = take("by") ? try expression(until: ["loop"], symbols: []) : nil
      return .integers(
        variable: targets[0].path[0], lower: lower, upper: upper, step: step,
        isReverse: isReverse)
    }
    return .rows(targets, try rows(until: ["loop"]))
  }

  /// Whether `..` comes before LOOP.
  private mutating func isInteger() -> Bool {
    let start = position
    defer { rewind(to: start) }
    _ = try? fragment { $0.isSymbol("..") || $0.isWord("loop") }
    return next.isSymbol("..")
  }

  /// A query, EXECUTE or a cursor, up to the key words or a semicolon.
  mutating func rows(until words: [String]) throws(ReadFailure) -> PLRows {
    if take("execute") {
      let text = try expression(until: words + ["using"])
      let arguments = take("using") ? try expressions(until: words) : []
      return .dynamic(text, using: arguments)
    }
    if let name = next.name, cursors[name] != nil || words.contains("loop") && endsAfterName(words)
    {
      let cursor = PLTarget(try path())
      return .cursor(cursor, arguments: try cursorArguments(name))
    }
    let range = try fragment { token in
      if token.isSymbol(";") { return true }
      return words.contains { token.isWord($0) }
    }
    return .query(try command(text(of: range)))
  }

  /// Whether one name is all there is before the key word: the name of a cursor.
  private func endsAfterName(_ words: [String]) -> Bool {
    words.contains { peek(1).isWord($0) }
  }

  /// `(value, name := value)` behind a cursor, in the order of its declaration.
  mutating func cursorArguments(_ cursor: String) throws(ReadFailure) -> [PLExpression] {
    guard takeSymbol("(") else { return [] }
    let names = cursors[cursor] ?? []
    var values: [PLExpression?] = Array(repeating: nil, count: names.count)
    var index = 0
    while !next.isSymbol(")") {
      var place = index
      if let name = next.name, peek(1).isSymbol(":=") || peek(1).isSymbol("=>") {
        guard let found = names.firstIndex(of: name) else {
          throw .refused(
            .syntaxError, "cursor \"\(cursor)\" has no argument named \"\(name)\"")
        }
        place = found
        skip()
        skip()
      }
      guard values.indices.contains(place) else {
        throw .refused(.syntaxError, "too many arguments for cursor \"\(cursor)\"")
      }
      values[place] = try expression(symbols: [",", ")"])
      index += 1
      _ = takeSymbol(",")
    }
    skip()
    let given = values.compactMap { $0 }
    guard given.count == names.count else {
      throw .refused(.syntaxError, "not enough arguments for cursor \"\(cursor)\"")
    }
    return given
  }

  mutating func open() throws(ReadFailure) -> PLStatement.Kind {
    skip()
    let cursor = PLTarget(try path())
    if next.isWord("no") || next.isWord("scroll") {
      _ = take("no")
      try expect("scroll")
    }
    if take("for") { return .open(cursor: cursor, try rows(until: [])) }
    let arguments = try cursorArguments(cursor.path.last ?? "")
    return .open(cursor: cursor, .cursor(cursor, arguments: arguments))
  }

  mutating func fetch() throws(ReadFailure) -> PLFetch {
    let isMove = next.isWord("move")
    skip()
    let (direction, count) = try self.direction()
    _ = take("from") || take("in")
    let cursor = PLTarget(try path())
    guard !isMove else {
      return PLFetch(direction, count: count, cursor: cursor, targets: nil)
    }
    try expect("into")
    return PLFetch(direction, count: count, cursor: cursor, targets: try targets())
  }

  private mutating func direction() throws(ReadFailure) -> (PLFetch.Direction, PLExpression?) {
    let isAlone =
      peek(1).isWord("into") || peek(1).isSymbol(";") || peek(1).isSymbol(".")
    guard let word = next.name, !isAlone else {
      if next.name != nil { return (.next, nil) }
      return (.forward, try expression(until: ["from", "in"], symbols: []))
    }
    switch word {
    case "next", "prior", "first", "last":
      skip()
      return (PLFetch.Direction(rawValue: word) ?? .next, nil)
    case "absolute", "relative":
      skip()
      let count = try expression(until: ["from", "in"], symbols: [])
      return (word == "absolute" ? .absolute : .relative, count)
    case "all":
      skip()
      return (.forwardAll, nil)
    case "forward", "backward":
      skip()
      let isForward = word == "forward"
      if take("all") { return (isForward ? .forwardAll : .backwardAll, nil) }
      if next.isWord("from") || next.isWord("in") { return (isForward ? .forward : .backward, nil) }
      let count = try expression(until: ["from", "in"], symbols: [])
      return (isForward ? .forward : .backward, count)
    default: return (.next, nil)
    }
  }
}
