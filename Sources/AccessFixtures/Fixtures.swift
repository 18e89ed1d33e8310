public import AccessModel

/// Sample rows, the people who ask, and the cases that must hold: one fixtures folder.
public struct Fixtures: Hashable, Sendable {
  /// In the catalog's order of tables, so that referenced rows mostly come first.
  public var rows: [TableRows]
  /// In the file's order.
  public var identities: [Identity]
  /// What `description:` says of an identity, by its name.
  public var descriptions: [String: String]
  /// Names of identities that are tokens.
  public var tokenBearers: [String] = []
  /// Cases for all variants; see `AccessCase.applies(to:)`.
  public var cases: [AccessCase]

  /// Fixtures built in code rather than read from a folder.
  public init(
    rows: [TableRows] = [], identities: [Identity] = [], descriptions: [String: String] = [:],
    cases: [AccessCase] = []
  ) {
    self.rows = rows
    self.identities = identities
    self.descriptions = descriptions
    self.cases = cases
  }

  /// The rows of `table`, or nil if there is no file for it.
  public func rows(of table: QualifiedName) -> TableRows? { rows.first { $0.table == table } }

  /// The identity of that name.
  public func identity(_ name: String) -> Identity? { identities.first { $0.name == name } }
}

/// Fixtures as far as they could be read, and all that is wrong with them.
///
/// Whoever runs cases stops at the first `.error`: what is left out below it would be unchecked.
public struct LoadedFixtures: Hashable, Sendable {
  /// What could be read.
  public var fixtures: Fixtures
  /// In order of file and line.
  public var diagnostics: [Diagnostic]

  /// Pairs fixtures with their findings.
  public init(_ fixtures: Fixtures, _ diagnostics: [Diagnostic]) {
    self.fixtures = fixtures
    self.diagnostics = diagnostics
  }
}
