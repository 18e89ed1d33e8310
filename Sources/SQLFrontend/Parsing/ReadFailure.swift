import AccessModel

/// Why a statement was not read.
enum ReadFailure: Error {
  /// A construct that the model has no form for; `location` is a byte of the statement.
  case unsupported(String, location: Int? = nil)
  /// What PostgreSQL would answer.
  case refused(PostgresError, location: Int? = nil)

  static func refused(_ state: SQLState, _ message: String, hint: String? = nil) -> Self {
    .refused(PostgresError(state, message, hint: hint))
  }

  /// `place`: the byte that a node of PostgreSQL's tree stands at; negative for none.
  static func refused(
    _ state: SQLState, _ message: String, detail: String? = nil, hint: String? = nil,
    at place: Int32
  ) -> Self {
    .refused(
      PostgresError(state, message, detail: detail, hint: hint),
      location: place >= 0 ? Int(place) : nil)
  }
}
