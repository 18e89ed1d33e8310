import AccessModel

extension PLReader {
  private static let levels: Set = ["exception", "warning", "notice", "info", "log", "debug"]

  mutating func raise() throws(ReadFailure) -> PLRaise {
    skip()
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
        raise.parameters.append(try expression(until: ["using"], symbols: [",", ";"]))
      }
      try check(format, raise.parameters.count)
    } else if !next.isWord("using"), !next.isSymbol(";") {
      let condition = try condition()
      raise.condition = condition.states.first
      raise.conditionName = condition.name
    }
    if take("using") { raise.settings = try settings() }
    return raise
  }

  private mutating func settings() throws(ReadFailure) -> [PLRaise.Setting] {
    var result: [PLRaise.Setting] = []
    repeat {
      let name = try word()
      guard let option = PLRaise.Option(rawValue: name) else {
        throw .refused(.syntaxError, "unrecognized RAISE statement option")
      }
      guard takeSymbol("=") || takeSymbol(":=") else { throw unexpected() }
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
