public import AccessModel
public import SQLBinding

/// What functions need of the session around them.
public struct FunctionServices {
  /// The statements of a text: dynamic SQL. Throws PostgreSQL's syntax error.
  public var parse: (_ text: String) throws(EngineFailure) -> [PLCommand]
  /// Runs a statement that neither reads nor changes rows, as a role: DDL, SET, ….
  public var perform: (_ text: String, _ role: String) throws(EngineFailure) -> Void
  /// Remembers what `perform` may change; the answer puts it back.
  public var savepoint: () -> (() -> Void)

  public init(
    parse: @escaping (_ text: String) throws(EngineFailure) -> [PLCommand],
    perform: @escaping (_ text: String, _ role: String) throws(EngineFailure) -> Void,
    savepoint: @escaping () -> (() -> Void)
  ) {
    self.parse = parse
    self.perform = perform
    self.savepoint = savepoint
  }
}
