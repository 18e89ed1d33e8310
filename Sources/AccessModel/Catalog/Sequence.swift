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
    /// How many values a session takes at once; nil: one.
    public var cache: Int64?
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

extension Catalog.Sequence {
  /// What a sequence gives when it is read as a relation.
  ///
  /// Source: `FormData_pg_sequence_data` in `src/include/commands/sequence.h`.
  public static let columns: [(name: String, type: TypeName)] = [
    ("last_value", .bigint), ("log_cnt", .bigint), ("is_called", .boolean),
  ]

  /// All values of the sequence's type.
  public var typeRange: ClosedRange<Int64> {
    switch type {
    case TypeName.smallint: Int64(Int16.min)...Int64(Int16.max)
    case TypeName.integer: Int64(Int32.min)...Int64(Int32.max)
    default: Int64.min...Int64.max
    }
  }

  /// The options with their defaults.
  ///
  /// Source: `init_params()` in `src/backend/commands/sequence.c`.
  public var step: Int64 { increment ?? 1 }
  public var leastValue: Int64 { minimum ?? (step > 0 ? 1 : typeRange.lowerBound) }
  public var greatestValue: Int64 { maximum ?? (step > 0 ? typeRange.upperBound : -1) }
  public var firstValue: Int64 { start ?? (step > 0 ? leastValue : greatestValue) }
}
