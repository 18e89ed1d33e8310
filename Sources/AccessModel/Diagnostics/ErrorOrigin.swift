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

  /// What the error is about; nil: not known.
  public var objects: ErrorObjects?

  public init() {}

  /// How many lines of CONTEXT are about the text of a value, where whatever reads it adds its own.
  public var linesOfValue: Int { context.prefix { $0.hasPrefix("JSON data, ") }.count }
}

/// The objects that an error names besides its message; empty where it names none.
///
/// Source: PostgreSQL manual, "Error and Notice Message Fields".
public struct ErrorObjects: Hashable, Sendable {
  public var schema = ""
  public var table = ""
  public var column = ""
  public var dataType = ""
  public var constraint = ""

  public init() {}

  public init(_ relation: QualifiedName, column: String = "", constraint: String = "") {
    (schema, table) = (relation.schema, relation.name)
    (self.column, self.constraint) = (column, constraint)
  }
}

extension PostgresError {
  /// The same error, which names objects.
  public func about(_ objects: ErrorObjects) -> PostgresError {
    var result = self
    result.origin.objects = objects
    return result
  }

  /// What it is about; nil: not known. Only violated constraints, tables in use and serialization
  /// have objects.
  public var objects: ErrorObjects? {
    if let objects = origin.objects { return objects }
    let withObjects: Set = ["23", "40", "55", "2F", "39"]
    return withObjects.contains(String(sqlState.rawValue.prefix(2))) ? nil : ErrorObjects()
  }

  /// The same error with one more line of CONTEXT.
  public func inside(_ line: String?) -> PostgresError {
    guard let line, !origin.isWhole else { return self }
    var result = self
    result.origin.context.append(line)
    return result
  }
}
