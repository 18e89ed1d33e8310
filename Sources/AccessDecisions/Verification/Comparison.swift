public import AccessModel

/// Two answers to one question, as they are held against each other.
public struct Disagreement: Hashable, Sendable {
  /// Who asked.
  public var identity: Identity
  /// What was asked.
  public var statement: SQLStatement
  /// The values of `$1`, `$2`, ….
  public var parameters: [String?]
  /// The answer under test.
  public var first: Outcome
  /// The answer it is tested against.
  public var second: Outcome

  /// Two answers to `statement` as `identity`.
  public init(
    identity: Identity, statement: SQLStatement, parameters: [String?], first: Outcome,
    second: Outcome
  ) {
    self.identity = identity
    self.statement = statement
    self.parameters = parameters
    self.first = first
    self.second = second
  }
}

/// How often two engines agreed, and where they did not.
public struct Comparison: Hashable, Sendable {
  /// The names of the engines, the one under test first.
  public var engines: [String]
  /// Decisions asked of both.
  public private(set) var compared = 0
  /// Those with the same outcome.
  public private(set) var agreements = 0
  /// Those that one engine left undecided: neither agreement nor disagreement.
  public private(set) var undecided = 0
  /// Those with different outcomes.
  public private(set) var disagreements = 0
  /// The first disagreements, up to the limit, each question once.
  public private(set) var examples: [Disagreement] = []
  private let limit: Int

  /// Nothing compared yet.
  public init(engines: [String], limit: Int = 100) {
    self.engines = engines
    self.limit = limit
  }

  /// Counts a pair of answers.
  public mutating func record(_ pair: Disagreement) {
    compared += 1
    switch (pair.first, pair.second) {
    case (.undecided, _), (_, .undecided):
      undecided += 1
    case _ where pair.first.agrees(with: pair.second):
      agreements += 1
    default:
      disagreements += 1
      if examples.count < limit, !examples.contains(pair) { examples.append(pair) }
    }
  }
}

extension Outcome {
  /// Whether a caller could tell the two apart: command tag, columns, and rows in any order; or
  /// SQLSTATE and message. Bypasses are no part of it, since a server does not tell them.
  public func agrees(with other: Outcome) -> Bool {
    switch (self, other) {
    case (.completed(let mine), .completed(let theirs)):
      mine.tag == theirs.tag && mine.count == theirs.count && mine.columns == theirs.columns
        && Self.counts(mine.rows) == Self.counts(theirs.rows)
    case (.refused(let mine, _), .refused(let theirs, _)):
      mine.sqlState == theirs.sqlState && mine.message == theirs.message
    default:
      false
    }
  }

  private static func counts(_ rows: [[String?]]) -> [[String?]: Int] {
    rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
