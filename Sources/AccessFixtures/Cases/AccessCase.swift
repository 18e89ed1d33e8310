public import AccessModel

/// One case of `cases.yaml`: something done, and what must come of it.
public struct AccessCase: Hashable, Sendable {
  /// What must come of it.
  public enum Expectation: Hashable, Sendable {
    /// Exactly these rows come back.
    case sees(ExpectedRows)
    /// This outcome, for this reason.
    case decision(ExpectedDecision)
    /// Exactly these identities of the fixtures can do it; `AccessCase.identities` is empty.
    case who([String])
  }

  /// What the author calls it, or a sentence made of its parts.
  public var name: String
  /// The author's explanation.
  public var why: String?
  /// Names of plan variants; see `applies(to:)`.
  public var variants: [String]
  /// Whom it is asked as; each of them must meet the expectation.
  public var identities: [String]
  /// What is done.
  public var subject: CaseSubject
  /// What must come of it.
  public var expectation: Expectation
  /// Where the case begins.
  public var place: SourcePlace?

  /// The keyword for the plan as stated, whose `PlanDocument.variant` is nil.
  public static let stated = "stated"
  /// The keyword for every variant.
  public static let everyVariant = "all"

  /// A case for the plan as stated, unless `variants` says otherwise.
  public init(
    _ name: String, as identities: [String], _ subject: CaseSubject,
    expect expectation: Expectation,
    variants: [String] = [AccessCase.stated], why: String? = nil, place: SourcePlace? = nil
  ) {
    self.name = name
    self.why = why
    self.variants = variants
    self.identities = identities
    self.subject = subject
    self.expectation = expectation
    self.place = place
  }

  /// A case of one statement.
  public init(
    _ name: String, as identities: [String], _ action: CaseAction,
    expect expectation: Expectation,
    variants: [String] = [AccessCase.stated], why: String? = nil, place: SourcePlace? = nil
  ) {
    self.init(
      name, as: identities, .statement(action), expect: expectation, variants: variants, why: why,
      place: place)
  }

  /// The statement, if the case is of one.
  public var action: CaseAction? { subject.action }

  /// Whether the case speaks of that variant of the plan; nil is the plan as stated.
  public func applies(to variant: String?) -> Bool {
    variants.contains(Self.everyVariant) || variants.contains(variant ?? Self.stated)
  }
}

/// A column and a value as psql would print it; nil is NULL.
public struct ColumnValue: Hashable, Sendable {
  /// The column's name.
  public var column: String
  /// Its value.
  public var value: String?

  /// Pairs a column with a value.
  public init(_ column: String, _ value: String?) {
    self.column = column
    self.value = value
  }
}

/// What a case does: one statement on one relation.
public struct CaseAction: Hashable, Sendable {
  /// The statement's kind.
  public enum Command: String, Hashable, Sendable, CaseIterable {
    case select, insert, update, delete, truncate
  }

  /// The statement's kind.
  public var command: Command
  /// The table or view named.
  public var relation: QualifiedName
  /// Columns to read; nil is all of them. SELECT only.
  public var columns: [String]?
  /// The row meant, by some of its columns. Nil: no WHERE at all.
  public var row: [ColumnValue]?
  /// VALUES of an INSERT, SET of an UPDATE. An UPDATE of a row without any sets its own values.
  public var values: [ColumnValue]
  /// Columns to give back from a write; none is no RETURNING.
  public var returning: [String]

  /// A statement in parts.
  public init(
    _ command: Command, _ relation: QualifiedName, columns: [String]? = nil,
    row: [ColumnValue]? = nil, values: [ColumnValue] = [], returning: [String] = []
  ) {
    self.command = command
    self.relation = relation
    self.columns = columns
    self.row = row
    self.values = values
    self.returning = returning
  }
}
