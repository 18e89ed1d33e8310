/// An error PostgreSQL raises, or would raise: its SQLSTATE and its message, word for word.
///
/// Source: PostgreSQL manual, Appendix A, "PostgreSQL Error Codes".
public struct PostgresError: Error, Hashable, Codable, Sendable {
  public var sqlState: SQLState
  /// The primary message, without the `ERROR:  ` prefix.
  public var message: String
  public var detail: String?
  public var hint: String?
  /// Where it was raised. No part of what the error is: two errors are equal without it.
  public var origin = ErrorOrigin()

  public init(
    _ sqlState: SQLState, _ message: String, detail: String? = nil, hint: String? = nil
  ) {
    self.sqlState = sqlState
    self.message = message
    self.detail = detail
    self.hint = hint
  }

  /// A table that FROM has, but not under that name or not there. `alias`: what FROM calls it;
  /// `entry`: what is there and out of reach.
  ///
  /// Source: `errorMissingRTE()` in `src/backend/parser/parse_relation.c`.
  public static func invalidReference(
    to table: String, alias: String? = nil, entry: String? = nil, version: PostgresVersion
  ) -> Self {
    var error = PostgresError(
      .undefinedTable, "invalid reference to FROM-clause entry for table \"\(table)\"")
    if let alias {
      error.hint = "Perhaps you meant to reference the table alias \"\(alias)\"."
      return error
    }
    let explanation =
      "There is an entry for table \"\(entry ?? table)\", but it cannot be referenced from this "
      + "part of the query."
    if version >= .v16 { error.detail = explanation } else { error.hint = explanation }
    return error
  }

  enum CodingKeys: String, CodingKey {
    case sqlState, message, detail, hint
  }

  public static func == (one: Self, other: Self) -> Bool {
    one.sqlState == other.sqlState && one.message == other.message && one.detail == other.detail
      && one.hint == other.hint
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(sqlState)
    hasher.combine(message)
    hasher.combine(detail)
    hasher.combine(hint)
  }
}

/// A five-character SQLSTATE code.
public struct SQLState: Hashable, Codable, Sendable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
  public var description: String { rawValue }

  /// Class 22: a value that its type does not have, or that does not fit.
  public var isDataException: Bool { rawValue.hasPrefix("22") }

  public static let insufficientPrivilege = SQLState(rawValue: "42501")
  public static let invalidObjectDefinition = SQLState(rawValue: "42P17")
  public static let undefinedTable = SQLState(rawValue: "42P01")
  public static let undefinedColumn = SQLState(rawValue: "42703")
  public static let undefinedFunction = SQLState(rawValue: "42883")
  public static let undefinedObject = SQLState(rawValue: "42704")
  public static let ambiguousColumn = SQLState(rawValue: "42702")
  public static let ambiguousFunction = SQLState(rawValue: "42725")
  public static let datatypeMismatch = SQLState(rawValue: "42804")
  public static let groupingError = SQLState(rawValue: "42803")
  public static let syntaxError = SQLState(rawValue: "42601")
  public static let duplicateAlias = SQLState(rawValue: "42712")
  public static let cannotCoerce = SQLState(rawValue: "42846")
  public static let generatedAlways = SQLState(rawValue: "428C9")
  public static let notInPrerequisiteState = SQLState(rawValue: "55000")
  public static let featureNotSupported = SQLState(rawValue: "0A000")
  public static let notNullViolation = SQLState(rawValue: "23502")
  public static let foreignKeyViolation = SQLState(rawValue: "23503")
  public static let uniqueViolation = SQLState(rawValue: "23505")
  public static let exclusionViolation = SQLState(rawValue: "23P01")
  public static let checkViolation = SQLState(rawValue: "23514")
  public static let withCheckOptionViolation = SQLState(rawValue: "44000")
  public static let invalidTextRepresentation = SQLState(rawValue: "22P02")
  public static let numericValueOutOfRange = SQLState(rawValue: "22003")
  public static let stringDataRightTruncation = SQLState(rawValue: "22001")
  public static let invalidDatetimeFormat = SQLState(rawValue: "22007")
  public static let datetimeFieldOverflow = SQLState(rawValue: "22008")
  public static let divisionByZero = SQLState(rawValue: "22012")
  public static let cardinalityViolation = SQLState(rawValue: "21000")
  public static let invalidRowCountInLimit = SQLState(rawValue: "2201W")
  public static let stackDepthExceeded = SQLState(rawValue: "54001")
}

/// A construct that Rowkeep does not model: neither allowed nor refused, but named.
///
/// Undecided is never shown as safe, is counted in every summary, and fails the gate unless the
/// user says `--allow-undecided`.
public struct Undecided: Error, Hashable, Codable, Sendable {
  /// The construct, as in "SQL text in view `v`" or "function `pg_sleep(integer)`".
  public var construct: String
  public var place: SourcePlace?
  /// The statement changes no row, whichever way PostgreSQL decides: what comes after it is in no
  /// doubt.
  public var changesNothing: Bool?
  /// The statement fails, whichever way PostgreSQL decides: only its error is not known.
  public var isRefusal: Bool?
  /// The statement goes through, whichever way PostgreSQL decides: only what it gives is not known.
  public var isSuccess: Bool?

  public init(
    _ construct: String, at place: SourcePlace? = nil, changesNothing: Bool? = nil,
    isRefusal: Bool? = nil, isSuccess: Bool? = nil
  ) {
    self.isSuccess = isSuccess
    self.construct = construct
    self.place = place
    self.changesNothing = changesNothing
    self.isRefusal = isRefusal
  }
}
