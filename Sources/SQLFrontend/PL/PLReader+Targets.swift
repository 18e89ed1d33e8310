import AccessModel

/// Variables that are assigned to, known ones where the body is checked.
extension PLReader {
  /// Whether a path that stands at `place` may be assigned to.
  ///
  /// Source: `word_is_not_variable()`, `check_assignable()` in `pl_gram.y`.
  @discardableResult
  func requireAssignable(
    _ path: [String], at place: Int
  ) throws(ReadFailure) -> PLNamespace.Datum? {
    guard let datum = try datum(path, at: place) else { return nil }
    guard !datum.variable.isConstant else {
      throw refused(
        "variable \"\(datum.variable.name)\" is declared CONSTANT", SQLState(rawValue: "22005"),
        at: place)
    }
    return datum
  }

  /// What a path means; nil only where nothing is checked.
  func datum(_ path: [String], at place: Int) throws(ReadFailure) -> PLNamespace.Datum? {
    guard let names else { return nil }
    if let datum = names.datum(path) { return datum }
    throw refused("\"\(path.joined(separator: "."))\" is not a known variable", at: place)
  }

  /// What follows INTO: a record, or variables. Source: `read_into_target()`.
  mutating func intoTargets() throws(ReadFailure) -> [PLTarget] {
    let place = next.range.lowerBound
    let path = try path()
    let datum = try requireAssignable(path, at: place)
    if datum?.isRecord == true {
      if next.isSymbol(",") {
        throw refused(
          "record variable cannot be part of multiple-item INTO list", at: next.range.lowerBound)
      }
      return [PLTarget(path)]
    }
    return try scalars(after: path)
  }

  /// The rest of a list of variables. Source: `read_into_scalar_list()`.
  private mutating func scalars(after first: [String]) throws(ReadFailure) -> [PLTarget] {
    var result = [PLTarget(first)]
    while takeSymbol(",") {
      let place = next.range.lowerBound
      let path = try path()
      if try requireAssignable(path, at: place)?.isRecord == true {
        throw notScalar(path, at: place)
      }
      result.append(PLTarget(path))
    }
    return result
  }

  private func notScalar(_ path: [String], at place: Int) -> ReadFailure {
    refused("\"\(path.joined(separator: "."))\" is not a scalar variable", at: place)
  }

  /// The variable of GET DIAGNOSTICS.
  mutating func diagnosticTarget() throws(ReadFailure) -> PLTarget {
    let place = next.range.lowerBound
    let path = try path()
    if let datum = try datum(path, at: place) {
      if datum.isRecord || next.isSymbol("[") { throw notScalar(path, at: place) }
      try requireAssignable(path, at: place)
    }
    return PLTarget(path)
  }

  /// The cursor of OPEN, FETCH, MOVE and CLOSE; whether it has a query of its own.
  mutating func cursorVariable() throws(ReadFailure) -> (target: PLTarget, isBound: Bool) {
    let place = next.range.lowerBound
    let path = try path()
    guard let datum = try datum(path, at: place) else {
      return (PLTarget(path), cursors[path.last ?? ""] != nil)
    }
    guard !datum.variable.isRecord, !next.isSymbol("[") else {
      throw refused("cursor variable must be a simple variable", .datatypeMismatch, at: place)
    }
    guard case .cursor(let isBound) = datum.variable.kind else {
      throw refused(
        "variable \"\(datum.variable.name)\" must be of type cursor or refcursor",
        .datatypeMismatch, at: place)
    }
    return (PLTarget(path), isBound)
  }
}

// MARK: - Loops

extension PLReader {
  /// What stands before IN of a loop, whose meaning is not known yet.
  struct LoopVariable {
    var targets: [PLTarget]
    var place: Int
    var line: Int
    /// Nil: no variable has the name.
    var datum: PLNamespace.Datum?
  }

  /// Source: `for_variable` in `pl_gram.y`.
  mutating func loopVariable() throws(ReadFailure) -> LoopVariable {
    let (place, line) = (next.range.lowerBound, next.line)
    let path = try path()
    guard let names else {
      return LoopVariable(targets: try scalars(after: path), place: place, line: line)
    }
    guard let datum = names.datum(path) else {
      if path.count > 1 || next.isSymbol(",") { _ = try self.datum(path, at: place) }
      return LoopVariable(targets: [PLTarget(path)], place: place, line: line)
    }
    var targets = [PLTarget(path)]
    if !datum.isRecord, next.isSymbol(",") {
      try requireAssignable(path, at: place)
      targets = try scalars(after: path)
    }
    return LoopVariable(targets: targets, place: place, line: line, datum: datum)
  }

  /// The variables of a loop over rows or elements.
  func require(
    _ variable: LoopVariable, orElse message: String, _ state: SQLState = .syntaxError
  ) throws(ReadFailure) {
    guard names != nil else { return }
    guard variable.datum != nil else { throw refused(message, state, at: variable.place) }
    try requireAssignable(variable.targets[0].path, at: variable.place)
  }
}
