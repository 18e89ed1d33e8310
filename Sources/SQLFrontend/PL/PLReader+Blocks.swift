import AccessModel

extension PLReader {
  /// `[DECLARE …] BEGIN … [EXCEPTION …] END [label]`, without what follows.
  mutating func block(label: String?) throws(ReadFailure) -> PLBlock {
    try nested { (reader) throws(ReadFailure) in
      var block = PLBlock(label: label, body: [])
      reader.names?.push(label)
      while reader.take("declare") {
        while !reader.next.isWord("begin"), !reader.next.isWord("declare") {
          block.declarations.append(try reader.declaration())
        }
      }
      try reader.expect("begin")
      block.body = try reader.statements()
      if reader.next.isWord("exception") { block.handlers = try reader.handlers() }
      try reader.expect("end")
      try reader.endLabel(label)
      reader.names?.pop()
      return block
    }
  }

  /// The label that may stand behind END. Source: `check_labels()` in `pl_gram.y`.
  mutating func endLabel(_ label: String?) throws(ReadFailure) {
    guard let name = next.name, !next.isReserved else { return }
    let place = next.range.lowerBound
    skip()
    guard let label else {
      throw refused("end label \"\(name)\" specified for unlabeled block", at: place)
    }
    guard name == label else {
      throw refused(
        "end label \"\(name)\" differs from block's label \"\(label)\"", at: place)
    }
  }

  private mutating func handlers() throws(ReadFailure) -> [PLHandler] {
    latestLine = next.line
    skip()
    for name in ["sqlstate", "sqlerrm"] {
      names?.add(PLNamespace.Variable(name: name, isConstant: true))
    }
    var result: [PLHandler] = []
    repeat { result.append(try handler()) } while next.isWord("when")
    return result
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
    if next.isWord("sqlstate") {
      skip()
      guard case .string(let code) = next.kind else { throw unexpected() }
      guard code.utf8.count == 5,
        code.utf8.allSatisfy({
          (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        })
      else { throw near("invalid SQLSTATE code") }
      skip()
      return (code, [SQLState(rawValue: code)])
    }
    let name = try word()
    guard let states = SQLState.named(name) else {
      throw .refused(.undefinedObject, "unrecognized exception condition \"\(name)\"")
    }
    return (name, states)
  }
}
