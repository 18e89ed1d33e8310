/// A message for the user that is no error: `NOTICE:  …`.
public struct Notice: Hashable, Sendable {
  /// `NOTICE`, `WARNING`, `INFO`, ….
  public var severity: String
  public var message: String
  public var detail: String?
  public var hint: String?

  public init(
    _ severity: String, _ message: String, detail: String? = nil, hint: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.detail = detail
    self.hint = hint
  }
}
