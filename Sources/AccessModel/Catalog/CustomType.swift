extension Catalog {
  /// A type of the database's own. Catalog: `pg_type`.
  public struct CustomType: Hashable, Codable, Sendable {
    public enum Kind: Hashable, Codable, Sendable {
      /// CREATE TYPE … AS ENUM, labels in order.
      case enumeration([String])
      case composite([Field])
      /// CREATE DOMAIN.
      case domain(TypeName, isNullable: Bool)
      /// A range, or a base type: nothing of it is known but its name.
      case other
    }

    public struct Field: Hashable, Codable, Sendable {
      public var name: String
      public var type: TypeName

      public init(_ name: String, _ type: TypeName) {
        self.name = name
        self.type = type
      }
    }

    public var name: QualifiedName
    public var kind: Kind
    public var owner: String
    public var acl: AccessControlList?
    /// A domain's, over `VALUE`.
    @Omitted public var checks: [CheckConstraint]
    /// A domain's.
    public var defaultValue: SQLExpression?
    public var comment: String?
    public var origin: Origin
    public var place: SourcePlace?
    /// Labels that a transaction has added which has not ended: nobody may use them yet.
    @Omitted public var uncommittedLabels: [String]
    /// Made by a transaction that has not ended, outside of its savepoints.
    @Omitted public var isUncommitted: Bool

    public init(
      _ name: QualifiedName, _ kind: Kind, owner: String, origin: Origin = .plan,
      place: SourcePlace? = nil
    ) {
      self.name = name
      self.kind = kind
      self.owner = owner
      self.origin = origin
      self.place = place
    }
  }
}
