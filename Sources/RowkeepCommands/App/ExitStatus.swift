/// How a command ended, as shells and CI see it.
enum ExitStatus: Int32, Comparable, Sendable {
  case clean = 0
  /// Findings, failed cases, broken intents, disagreements.
  case findings = 1
  /// Wrong usage, or a plan or fixtures that do not load.
  case unusable = 2
  /// Something is undecided, or nothing was checked.
  case undecided = 3
  /// The database can't be reached or used.
  case unreachable = 4

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
