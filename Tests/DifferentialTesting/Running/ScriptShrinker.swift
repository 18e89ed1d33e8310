import AccessModel
import SQLSession

/// Makes a disagreement smaller while it stays one: statements go, then parts of them.
public struct ScriptShrinker {
  private let server: ScriptServer
  private let limit: Int

  /// Compares against `server`, at most `limit` times.
  public init(_ server: ScriptServer, limit: Int = 1500) {
    (self.server, self.limit) = (server, limit)
  }

  /// The smallest script found that simulator and server still differ on in the same way.
  public func shrink(_ finding: Finding) -> Finding {
    var search = Search(server: server, best: finding, kind: Self.kind(finding), left: limit)
    search.dropStatements()
    search.dropTokens()
    search.dropStatements()
    return search.best
  }

  /// The script's disagreement, if it has one, whichever way policies are decided.
  public func finding(in statements: [Script.Statement]) throws -> Finding? {
    let script = Script(steps: statements.map { .statement($0) })
    if let finding = try Comparison.run(script, on: server, atOnce: false).finding {
      return finding
    }
    return try Comparison.run(script, on: server, atOnce: true).finding
  }

  /// What must stay the same, so that one fault does not turn into another.
  fileprivate static func kind(_ finding: Finding) -> [String] {
    [finding.simulated, finding.served].map(outcome)
  }

  private static func outcome(_ answer: Answer) -> String {
    switch answer {
    case .rows: "done"
    case .failed(let error): error.sqlState.rawValue
    case .undecided: "undecided"
    case .statement(let result): result.error?.sqlState.rawValue ?? "done"
    }
  }
}

private struct Search {
  let server: ScriptServer
  var best: Finding
  let kind: [String]
  var left: Int

  /// Takes a script over if the engines still differ on it.
  private mutating func accept(_ statements: [Script.Statement]) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    let shrinker = ScriptShrinker(server)
    guard let finding = try? shrinker.finding(in: statements),
      ScriptShrinker.kind(finding) == kind
    else { return false }
    best = finding
    return true
  }

  /// Ever smaller runs of statements, from the end, where those that nothing needs stand.
  mutating func dropStatements() {
    var size = max(1, best.script.count / 2)
    while size >= 1 {
      var end = best.script.count - 1
      while end > 0 {
        let start = max(0, end - size)
        var smaller = best.script
        smaller.removeSubrange(start..<end)
        _ = accept(smaller)
        end = min(start, best.script.count - 1)
      }
      if size == 1 { break }
      size /= 2
    }
  }

  mutating func dropTokens() {
    for index in best.script.indices.reversed() where index < best.script.count {
      var size = max(1, SQLTokens.split(best.script[index].text).count / 2)
      while size >= 1 {
        dropTokens(of: index, size)
        size = size == 1 ? 0 : size / 2
      }
    }
  }

  private mutating func dropTokens(of index: Int, _ size: Int) {
    var start = 1
    while index < best.script.count, left > 0 {
      let tokens = SQLTokens.split(best.script[index].text)
      guard start + size <= tokens.count else { return }
      let range = start..<(start + size)
      if Self.isBalanced(tokens[range]), accept(best.script, index, tokens, without: range) {
        continue
      }
      start += 1
    }
  }

  private mutating func accept(
    _ script: [Script.Statement], _ index: Int, _ tokens: [String], without range: Range<Int>
  ) -> Bool {
    var smaller = script
    var rest = tokens
    rest.removeSubrange(range)
    smaller[index].text = SQLTokens.join(rest)
    return accept(smaller)
  }

  private static func isBalanced(_ tokens: ArraySlice<String>) -> Bool {
    var depth = 0
    for token in tokens {
      if token == "(" { depth += 1 }
      if token == ")" { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}
