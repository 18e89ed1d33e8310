extension Catalog {
  /// A conversion of one's own. Catalog: `pg_cast`.
  ///
  ///     CREATE CAST (varchar AS mood) WITH INOUT AS IMPLICIT;
  public struct Cast: Hashable, Codable, Sendable {
    public enum Method: Hashable, Codable, Sendable {
      /// By its name and the types of its arguments.
      case function(QualifiedName, [TypeName])
      /// WITHOUT FUNCTION: values stay as they are.
      case binary
      /// WITH INOUT: as the text of the value is read.
      case text
    }

    /// Where it is looked at besides where a cast is written.
    public enum Context: String, Hashable, Codable, Sendable {
      case explicit, assignment, implicit
    }

    public var source: TypeName
    public var target: TypeName
    public var method: Method
    public var context: Context

    public init(
      from source: TypeName, to target: TypeName, _ method: Method, _ context: Context
    ) {
      self.source = source
      self.target = target
      self.method = method
      self.context = context
    }
  }
}
