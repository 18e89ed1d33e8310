extension Catalog {
  /// An index that no constraint made. Catalog: `pg_index`.
  ///
  /// A unique one refuses rows as a UNIQUE constraint does, and is an arbiter of ON CONFLICT.
  public struct Index: Hashable, Codable, Sendable {
    public var name: String
    /// Columns and expressions, in order; INCLUDE apart.
    public var parts: [SQLExpression]
    @Omitted public var isUnique: Bool
    /// NULLS NOT DISTINCT.
    @Omitted public var nullsAreEqual: Bool
    /// WHERE: of which rows it is.
    public var condition: SQLExpression?
    /// Nil: `btree`.
    public var method: String?
    /// How each part is kept, in the order of `parts`; empty: all as usual.
    @Omitted public var keeping: [PartKeeping]
    /// INCLUDE: columns that are kept, and not looked for.
    @Omitted public var included: [String]
    /// Of a partition: made with the index of the partitioned table, and dropped with it.
    @Omitted public var isInherited: Bool
    /// WITH: storage parameters as `fillfactor=70`, sorted.
    @Omitted public var parameters: [String]
    public var place: SourcePlace?

    /// It has expressions or a condition.
    public var isComputed: Bool {
      condition != nil || parts.contains { if case .column = $0 { false } else { true } }
    }

    public init(
      _ name: String, _ parts: [SQLExpression], isUnique: Bool = false,
      condition: SQLExpression? = nil, method: String? = nil, place: SourcePlace? = nil
    ) {
      self.name = name
      self.parts = parts
      self.isUnique = isUnique
      self.condition = condition
      self.method = method
      self.place = place
    }
  }

  /// How an index keeps one of its parts, where that is not as the type says.
  ///
  /// Catalog: `pg_index.indoption`, `indcollation` and `indclass`. `created_at DESC NULLS LAST` is
  /// `PartKeeping(isDescending: true, nullsFirst: false)`.
  public struct PartKeeping: Hashable, Codable, Sendable {
    /// Nil: the column's, or the expression's.
    public var collation: String?
    /// `text_pattern_ops`, `public.gin_trgm_ops`; nil: the type's own.
    public var operatorClass: String?
    /// As `siglen=32`.
    @Omitted public var operatorClassParameters: [String]
    @Omitted public var isDescending: Bool
    /// As it is, whatever the direction: where nothing is written, descending ones have them first.
    @Omitted public var nullsFirst: Bool

    public init(
      collation: String? = nil, operatorClass: String? = nil, isDescending: Bool = false,
      nullsFirst: Bool? = nil
    ) {
      self.collation = collation
      self.operatorClass = operatorClass
      self.isDescending = isDescending
      self.nullsFirst = nullsFirst ?? isDescending
    }

    public var isUsual: Bool { self == Self() }
  }

  /// An EXCLUDE constraint: no two rows for which every operator holds.
  public struct Exclusion: Hashable, Codable, Sendable {
    public struct Element: Hashable, Codable, Sendable {
      public var expression: SQLExpression
      /// `=`, `&&`, ….
      public var symbol: String

      public init(_ expression: SQLExpression, with symbol: String) {
        self.expression = expression
        self.symbol = symbol
      }

      /// Nil for an expression.
      public var column: String? {
        if case .column(_, let name) = expression { name } else { nil }
      }
    }

    public var name: String
    public var elements: [Element]
    public var condition: SQLExpression?
    /// `gist`, ….
    public var method: String
    @Omitted public var isDeferrable: Bool
    @Omitted public var isInitiallyDeferred: Bool
    /// Made when the table had unique indexes already, some of which come first.
    @Omitted public var isLate: Bool

    public init(
      _ name: String, _ elements: [Element], condition: SQLExpression? = nil,
      method: String = "btree"
    ) {
      self.name = name
      self.elements = elements
      self.condition = condition
      self.method = method
    }
  }
}
