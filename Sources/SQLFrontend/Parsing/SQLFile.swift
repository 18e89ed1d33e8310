/// A text of SQL with the name that diagnostics give it.
public struct SQLFile: Hashable, Sendable {
  /// The path as the user knows it, or `standard input`.
  public var name: String
  /// The text. A NUL in it is reported, since no PostgreSQL text can hold one.
  public var text: String

  /// A file of SQL.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
