import AccessModel

extension PLReader {
  mutating func loop(label: String?) throws(ReadFailure) -> PLLoop {
    try nested { (reader) throws(ReadFailure) in
      reader.names?.push(label, .loop)
      let (kind, elements) = try reader.loopHead()
      try reader.expect("loop")
      let body = try reader.statements()
      try reader.expect("end")
      try reader.expect("loop")
      if let elements {
        try reader.require(
          elements,
          orElse: "loop variable of FOREACH must be a known variable or list of variables")
      }
      try reader.endLabel(label)
      reader.names?.pop()
      return PLLoop(label: label, kind, body: body)
    }
  }

  /// `elements`: the variable of FOREACH, which is looked at behind the body.
  private mutating func loopHead() throws(ReadFailure) -> (
    kind: PLLoop.Kind, elements: LoopVariable?
  ) {
    if next.isWord("loop") { return (.forever, nil) }
    if take("while") {
      return (.whilst(try expression(until: ["loop"], symbols: [])), nil)
    }
    if take("foreach") {
      let variable = try loopVariable()
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
      let array = try expression(until: ["loop"], symbols: [])
      return (.elements(variable.targets, slice: slice, array: array), variable)
    }
    try expect("for")
    let variable = try loopVariable()
    try expect("in")
    return (try loop(over: variable), nil)
  }

  /// Source: `for_control` in `pl_gram.y`.
  private mutating func loop(over variable: LoopVariable) throws(ReadFailure) -> PLLoop.Kind {
    if next.isWord("execute") {
      let rows = try rows(until: ["loop"])
      try require(variable, orElse: Self.noRowVariable, .datatypeMismatch)
      return .rows(variable.targets, rows)
    }
    if let cursor = try loopCursor(variable) {
      names?.add(PLNamespace.Variable(name: variable.targets[0].path[0], kind: .record))
      return .rows(variable.targets, cursor)
    }
    guard isInteger() else {
      if next.isWord("reverse"), names != nil {
        throw refused(
          "cannot specify REVERSE in query FOR loop", at: next.range.lowerBound)
      }
      let rows = try rows(until: ["loop"])
      try require(variable, orElse: Self.noRowVariable)
      return .rows(variable.targets, rows)
    }
    let isReverse = take("reverse")
    let lower = try expression(symbols: [".."], expected: "LOOP")
    skip()
    let upper = try expression(until: ["by", "loop"], symbols: [], expected: "LOOP")
    let step = take("by") ? try expression(until: ["loop"], symbols: []) : nil
    guard variable.targets.count == 1, variable.targets[0].path.count == 1 else {
      throw refused("integer FOR loop must have only one target variable", at: variable.place)
    }
    let name = variable.targets[0].path[0]
    names?.add(PLNamespace.Variable(name: name))
    return .integers(
      variable: name, lower: lower, upper: upper, step: step, isReverse: isReverse)
  }

  private static let noRowVariable =
    "loop variable of loop over rows must be a record variable or list of scalar variables"

  /// The cursor of a loop, if it is over one.
  private mutating func loopCursor(_ variable: LoopVariable) throws(ReadFailure) -> PLRows? {
    let start = position
    guard let names, next.name != nil, !next.isReserved else { return nil }
    let place = next.range.lowerBound
    let path = try path()
    guard let datum = names.datum(path), !datum.isField,
      case .cursor(let isBound) = datum.variable.kind
    else {
      rewind(to: start)
      return nil
    }
    guard variable.targets.count == 1 else {
      throw refused("cursor FOR loop must have only one target variable", at: variable.place)
    }
    guard isBound else {
      throw refused("cursor FOR loop must use a bound cursor variable", at: place)
    }
    return .cursor(PLTarget(path), arguments: try cursorArguments(datum.variable.name))
  }

  /// Whether `..` comes before LOOP.
  private mutating func isInteger() -> Bool {
    let start = position
    defer { rewind(to: start) }
    _ = try? fragment { $0.isSymbol("..") || $0.isWord("loop") }
    return next.isSymbol("..")
  }

  /// A query, EXECUTE or a cursor, up to the key words or a semicolon. `dynamicEnd`: what errors
  /// expect behind the text of EXECUTE.
  mutating func rows(until words: [String], dynamicEnd: String = "; or USING") throws(ReadFailure)
    -> PLRows
  {
    if take("execute") {
      let text =
        words.isEmpty
        ? try expression(until: ["using"], expected: dynamicEnd)
        : try expression(until: words + ["using"], symbols: [])
      let arguments = take("using") ? try expressions(until: words) : []
      return .dynamic(text, using: arguments)
    }
    if let name = next.name, cursors[name] != nil || words.contains("loop") && endsAfterName(words)
    {
      let cursor = PLTarget(try path())
      return .cursor(cursor, arguments: try cursorArguments(name))
    }
    let isLoop = !words.isEmpty
    let range = try fragment(expected: isLoop ? "LOOP" : ";", isExpression: isLoop) { token in
      token.ends(words, isLoop ? [] : [";"])
    }
    return .query(try command(text(of: range), at: range.lowerBound))
  }

  /// Whether one name is all there is before the key word: the name of a cursor.
  private func endsAfterName(_ words: [String]) -> Bool {
    words.contains { peek(1).isWord($0) }
  }

  /// `(value, name := value)` behind a cursor, in the order of its declaration.
  ///
  /// Source: `read_cursor_args()` in `pl_gram.y`.
  mutating func cursorArguments(_ cursor: String) throws(ReadFailure) -> [PLExpression] {
    let parameters = cursors[cursor] ?? []
    guard !parameters.isEmpty else {
      if next.isSymbol("(") {
        throw refused("cursor \"\(cursor)\" has no arguments", at: next.range.lowerBound)
      }
      return []
    }
    guard next.isSymbol("(") else {
      throw refused("cursor \"\(cursor)\" has arguments", at: next.range.lowerBound)
    }
    skip()
    var values: [PLExpression?] = Array(repeating: nil, count: parameters.count)
    for index in parameters.indices {
      let start = next.range.lowerBound
      var place = index
      if let name = next.name, peek(1).isSymbol(":=") || peek(1).isSymbol("=>") && version >= .v18 {
        guard let found = parameters.firstIndex(of: name) else {
          throw refused(
            "cursor \"\(cursor)\" has no argument named \"\(name)\"", at: start)
        }
        place = found
        skip()
        skip()
      }
      guard values[place] == nil else {
        throw refused(
          "value for parameter \"\(parameters[place] ?? "")\" of cursor \"\(cursor)\" specified "
            + "more than once", at: start)
      }
      values[place] = try expression(symbols: [",", ")"], expected: ",\" or \")")
      let isLast = index == parameters.count - 1
      guard next.isSymbol(isLast ? ")" : ",") else {
        throw refused(
          "\(isLast ? "too many" : "not enough") arguments for cursor \"\(cursor)\"",
          at: next.range.lowerBound)
      }
      skip()
    }
    return values.compactMap { $0 }
  }

  mutating func open() throws(ReadFailure) -> PLStatement.Kind {
    skip()
    let (cursor, isBound) = try cursorVariable()
    if isBound {
      let arguments = try cursorArguments(cursor.path.last ?? "")
      return .open(cursor: cursor, .cursor(cursor, arguments: arguments))
    }
    _ = take("no")
    _ = take("scroll")
    guard take("for") else { throw near("syntax error, expected \"FOR\"") }
    return .open(cursor: cursor, try rows(until: [], dynamicEnd: "USING or ;"))
  }

  mutating func fetch() throws(ReadFailure) -> PLFetch {
    let place = next.range.lowerBound
    let isMove = next.isWord("move")
    skip()
    let (direction, count, isMany) = try self.direction()
    let cursor = try cursorVariable().target
    guard !isMove else {
      return PLFetch(direction, count: count, cursor: cursor, targets: nil)
    }
    try expect("into")
    let targets = try intoTargets()
    guard next.isSymbol(";") else { throw unexpected() }
    guard !isMany else {
      throw refused(
        "FETCH statement cannot return multiple rows", .featureNotSupported, at: place)
    }
    return PLFetch(direction, count: count, cursor: cursor, targets: targets)
  }

  /// With FROM or IN. `isMany`: it may give several rows. Source: `read_fetch_direction()`.
  private mutating func direction() throws(ReadFailure) -> (
    PLFetch.Direction, PLExpression?, isMany: Bool
  ) {
    // A variable's name may be one of the words.
    let word = peek(1).isSymbol(".") ? nil : next.name
    switch word {
    case "next", "prior", "first", "last":
      skip()
      try requireSource()
      return (PLFetch.Direction(rawValue: word ?? "") ?? .next, nil, false)
    case "absolute", "relative":
      skip()
      let count = try expression(until: ["from", "in"], symbols: [])
      skip()
      return (word == "absolute" ? .absolute : .relative, count, false)
    case "all":
      skip()
      try requireSource()
      return (.forwardAll, nil, true)
    case "forward", "backward":
      skip()
      let isForward = word == "forward"
      if take("all") {
        try requireSource()
        return (isForward ? .forwardAll : .backwardAll, nil, true)
      }
      if take("from") || take("in") { return (isForward ? .forward : .backward, nil, false) }
      let count = try expression(until: ["from", "in"], symbols: [])
      skip()
      return (isForward ? .forward : .backward, count, true)
    case "from", "in":
      skip()
      return (.next, nil, false)
    default:
      if isVariable() { return (.next, nil, false) }
      let count = try expression(until: ["from", "in"], symbols: [])
      skip()
      return (.forward, count, true)
    }
  }

  private mutating func requireSource() throws(ReadFailure) {
    guard take("from") || take("in") else { throw near("expected FROM or IN") }
  }

  /// Whether a variable is next; any name, where nothing is checked.
  private mutating func isVariable() -> Bool {
    let start = position
    defer { rewind(to: start) }
    guard next.isParameter || next.name != nil, let path = try? path() else { return false }
    return names.map { $0.datum(path) != nil } ?? true
  }
}
