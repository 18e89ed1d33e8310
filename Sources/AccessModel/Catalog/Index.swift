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
    /// A partition's, for one of the table above: it comes and goes with that.
    @Omitted public var isInherited: Bool
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
    }

    public var name: String
    public var elements: [Element]
    public var condition: SQLExpression?
    /// `gist`, ….
    public var method: String
    @Omitted public var isDeferrable: Bool
    @Omitted public var isInitiallyDeferred: Bool

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
