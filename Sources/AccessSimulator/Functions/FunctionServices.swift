public import AccessModel
public import SQLBinding

/// What functions need of the session around them.
public struct FunctionServices {
  /// The statements of a text: dynamic SQL. Throws PostgreSQL's syntax error.
  public var parse: (_ text: String) throws(EngineFailure) -> [PLCommand]
  /// Runs a statement that neither reads nor changes rows, as a role: DDL, SET, …. How many rows
  /// it gave to a new table.
  public var perform: (_ text: String, _ role: String) throws(EngineFailure) -> Int
  /// Remembers what `perform` may change; the answer puts it back.
  public var savepoint: () -> (() -> Void)
  /// A cursor by its name, and how many rows it has passed.
  public var cursor: (_ name: String) throws(EngineFailure) -> (open: OpenCursor, position: Int)

  /// A cursor that a function has opened; nil: without a name that is known.
  public var open: (_ name: String?, _ query: OpenedQuery) -> OpenCursor?
  public var close: (_ cursor: OpenCursor) -> Void

  /// The transaction may not write.
  public var isReadOnly: () -> Bool

  public init(
    parse: @escaping (_ text: String) throws(EngineFailure) -> [PLCommand],
    perform: @escaping (_ text: String, _ role: String) throws(EngineFailure) -> Int,
    savepoint: @escaping () -> (() -> Void),
    cursor: @escaping (_ name: String) throws(EngineFailure) -> (open: OpenCursor, position: Int),
    open: @escaping (_ name: String?, _ query: OpenedQuery) -> OpenCursor?,
    close: @escaping (_ cursor: OpenCursor) -> Void,
    isReadOnly: @escaping () -> Bool
  ) {
    self.isReadOnly = isReadOnly
    self.cursor = cursor
    self.open = open
    self.close = close
    self.parse = parse
    self.perform = perform
    self.savepoint = savepoint
  }
}
