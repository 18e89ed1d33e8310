import AccessModel
import SQLBinding

/// A regular expression of PostgreSQL's: which part of a text it matches, and which its groups.
///
/// Alternatives run side by side, so that without back references time is bounded. Basic and
/// extended syntax (flags `b` and `e`) and letter case beyond ASCII are undecided.
/// Source: manual, 9.7.3 "POSIX Regular Expressions"; `src/backend/regex/`.
struct RegularExpression {
  /// Positions of scalars: the whole match, and each group's; nil for one that matched nothing.
  struct Match {
    var range: Range<Int>
    var groups: [Range<Int>?]
  }

  private let tree: RegularExpressionTree
  private let nodes: [Int: RegularExpressionNode]
  private let hasBackReference: Bool
  /// Parentheses that capture.
  let groups: Int
  let options: RegularExpressionOptions

  init(
    _ pattern: String, _ written: RegularExpressionOptions = RegularExpressionOptions()
  ) throws(EngineFailure) {
    var parser = RegularExpressionParser(pattern, written)
    let node = try parser.expression()
    options = parser.options
    if options.ignoresCase, !pattern.utf8.allSatisfy({ $0 < 0x80 }) {
      throw .undecided(Undecided("letter case beyond ASCII"))
    }
    groups = parser.groups
    nodes = parser.closed
    hasBackReference = parser.hasBackReference
    tree = RegularExpressionTree.tree(of: node)
  }

  func text(_ text: String) throws(EngineFailure) -> RegularExpressionText {
    if options.ignoresCase, !text.utf8.allSatisfy({ $0 < 0x80 }) {
      throw .undecided(Undecided("letter case beyond ASCII"))
    }
    return RegularExpressionText(
      Array(text.unicodeScalars), ignoresCase: options.ignoresCase)
  }

  func matches(_ text: String) throws(EngineFailure) -> Bool {
    try firstMatch(in: try self.text(text), from: 0, needsGroups: false) != nil
  }

  /// The leftmost match that begins at `start` or after it.
  func firstMatch(
    in text: RegularExpressionText, from start: Int, needsGroups: Bool = true
  ) throws(EngineFailure) -> Match? {
    let program = try tree.program(nodes)
    let end = text.scalars.count
    guard start <= end else { return nil }
    var hasFailed = false
    for begin in start...end {
      var (least, most) = (begin, end)
      while least <= most {
        let found =
          tree.prefersShorter
          ? try program.shortest(from: begin, atLeast: least, to: most, in: text)
          : try program.longest(from: begin, to: most, in: text)
        guard let found else { break }
        if !hasBackReference, !needsGroups || groups == 0 {
          return Match(
            range: begin..<found, groups: [Range<Int>?](repeating: nil, count: groups))
        }
        var dissection = RegularExpressionDissection(text, nodes, groups)
        if try dissection.dissect(tree, begin, found) {
          // `cfindloop()` may give up before the end of the text, after a candidate that failed.
          if hasFailed, begin == end {
            throw .undecided(Undecided("an empty match at the end, with back references"))
          }
          return Match(range: begin..<found, groups: Array(dissection.groups.dropFirst()))
        }
        hasFailed = true
        if tree.prefersShorter { least = found + 1 } else { most = found - 1 }
      }
    }
    return nil
  }

  /// Matches from left to right, none overlapping. `separating`: without empty ones at the text's
  /// ends or right after another. Source: `setup_regexp_matches()`.
  func allMatches(
    in text: RegularExpressionText, from start: Int = 0, isGlobal: Bool = true,
    separating: Bool = false
  ) throws(EngineFailure) -> [Match] {
    var result: [Match] = []
    var (search, previousEnd) = (start, 0)
    while let match = try firstMatch(in: text, from: search) {
      let range = match.range
      if !separating || range.lowerBound < text.scalars.count && range.upperBound > previousEnd {
        result.append(match)
      }
      previousEnd = range.upperBound
      guard isGlobal else { break }
      search = range.isEmpty ? range.upperBound + 1 : range.upperBound
      guard search <= text.scalars.count else { break }
    }
    return result
  }
}

extension RegularExpressionText {
  subscript(range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}
