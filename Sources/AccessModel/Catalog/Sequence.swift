extension Catalog {
  /// A free-standing or serial column's sequence. Identity columns' sequences are not listed:
  /// they need no privilege. Catalog: `pg_sequence`.
  public struct Sequence: Hashable, Codable, Sendable {
    /// `table.column`, with which the sequence is dropped.
    public struct Owner: Hashable, Codable, Sendable {
      public var table: QualifiedName
      public var column: String

      public init(_ table: QualifiedName, _ column: String) {
        self.table = table
        self.column = column
      }
    }

    public var name: QualifiedName
    public var owner: String
    public var acl: AccessControlList?
    /// `smallint` or `integer`; nil: `bigint`.
    public var type: TypeName?
    /// Nil, here and below: PostgreSQL's default for the type and direction.
    public var start: Int64?
    public var increment: Int64?
    public var minimum: Int64?
    public var maximum: Int64?
    @Omitted public var cycles: Bool
    /// OWNED BY.
    public var ownedBy: Owner?
    @Omitted public var isTemporary: Bool
    public var comment: String?
    public var place: SourcePlace?

    public init(
      _ name: QualifiedName, owner: String, acl: AccessControlList? = nil,
      ownedBy: Owner? = nil, place: SourcePlace? = nil
    ) {
      self.name = name
      self.owner = owner
      self.acl = acl
      self.ownedBy = ownedBy
      self.place = place
    }
  }
}
