/// A message for the user that is no error: `NOTICE:  …`.
public struct Notice: Hashable, Sendable {
  /// `NOTICE`, `WARNING`, `INFO`, ….
  public var severity: String
  public var message: String
  public var detail: String?
  public var hint: String?
  public var sqlState: SQLState

  /// `sqlState`: nil for that of any message of its severity.
  public init(
    _ severity: String, _ message: String, detail: String? = nil, hint: String? = nil,
    sqlState: SQLState? = nil
  ) {
    self.severity = severity
    self.message = message
    self.detail = detail
    self.hint = hint
    self.sqlState =
      sqlState ?? SQLState(rawValue: severity == "WARNING" ? "01000" : "00000")
  }
}
