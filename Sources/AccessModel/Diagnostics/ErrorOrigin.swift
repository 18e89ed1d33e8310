/// Where an error was raised: what psql shows as LINE, QUERY and CONTEXT.
public struct ErrorOrigin: Hashable, Sendable {
  /// An SQL text of a function, in which names or types were not found.
  public struct Query: Hashable, Sendable {
    public var text: String
    /// Its line of CONTEXT, where the error points at no place in the text.
    public var context: String
    /// SELECT stands before it when it is parsed.
    public var isExpression: Bool

    public init(_ text: String, context: String, isExpression: Bool = false) {
      self.text = text
      self.context = context
      self.isExpression = isExpression
    }
  }

  /// The place in the statement, or in `query`, in characters from 1.
  public var position: Int?
  /// Of the function whose text could not be made out; nil: the statement itself.
  public var query: Query?
  /// Lines of CONTEXT, the innermost call first.
  public var context: [String] = []
  /// `context` holds the calls up to the statement: raised again, the error gets no more of them.
  public var isWhole = false

  public init() {}
}

extension PostgresError {
  /// The same error with one more line of CONTEXT.
  public func inside(_ line: String?) -> PostgresError {
    guard let line, !origin.isWhole else { return self }
    var result = self
    result.origin.context.append(line)
    return result
  }
}
