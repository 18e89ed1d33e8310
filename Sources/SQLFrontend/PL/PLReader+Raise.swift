import AccessModel

extension PLReader {
  private static let levels: Set = ["exception", "warning", "notice", "info", "log", "debug"]

  mutating func raise() throws(ReadFailure) -> PLRaise {
    latestLine = next.line
    skip()
    guard next.kind != .end else { throw near("unexpected end of function definition") }
    if next.isSymbol(";") { return PLRaise(level: nil) }
    var raise = PLRaise(level: "EXCEPTION")
    if case .word(let word, isQuoted: false) = next.kind, Self.levels.contains(word) {
      raise.level = word.uppercased()
      skip()
    }
    if case .string(let format) = next.kind {
      skip()
      raise.format = format
      while takeSymbol(",") {
        raise.parameters.append(
          try expression(
            until: ["using"], symbols: [",", ";"], expected: ", or ; or USING"))
      }
      guard next.ends(["using"], [";"]) else { throw unexpected() }
    } else if !next.isWord("using") {
      let condition = try condition()
      raise.condition = condition.states.first
      raise.conditionName = condition.name
      guard next.ends(["using"], [";"]) else { throw unexpected() }
    }
    if take("using") { raise.settings = try settings() }
    if let format = raise.format { try check(format, raise.parameters.count) }
    return raise
  }

  private mutating func settings() throws(ReadFailure) -> [PLRaise.Setting] {
    var result: [PLRaise.Setting] = []
    repeat {
      guard next.kind != .end else { throw near("unexpected end of function definition") }
      guard let option = next.name.flatMap(PLRaise.Option.init(rawValue:)) else {
        throw near("unrecognized RAISE statement option")
      }
      skip()
      guard takeSymbol("=") || takeSymbol(":=") else {
        throw near("syntax error, expected \"=\"")
      }
      result.append(PLRaise.Setting(option, try expression(symbols: [",", ";"])))
    } while takeSymbol(",")
    return result
  }

  /// Source: `check_raise_parameters()` in `pl_gram.y`.
  private func check(_ format: String, _ count: Int) throws(ReadFailure) {
    let expected = format.replacing("%%", with: "").utf8.count { $0 == UInt8(ascii: "%") }
    if expected > count {
      throw .refused(.syntaxError, "too few parameters specified for RAISE")
    }
    if expected < count {
      throw .refused(.syntaxError, "too many parameters specified for RAISE")
    }
  }
}
