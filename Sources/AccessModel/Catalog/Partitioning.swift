extension Catalog {
  /// How a partitioned table's rows are divided: PARTITION BY. Catalog: `pg_partitioned_table`.
  public struct PartitionKey: Hashable, Codable, Sendable {
    public enum Strategy: String, Hashable, Codable, Sendable {
      case list = "LIST"
      case range = "RANGE"
      case hash = "HASH"
    }

    public var strategy: Strategy
    /// Columns and expressions, in order.
    public var parts: [SQLExpression]

    public init(_ strategy: Strategy, _ parts: [SQLExpression]) {
      self.strategy = strategy
      self.parts = parts
    }
  }

  /// Which of its parent's rows a partition holds: FOR VALUES. Catalog: `pg_class.relpartbound`.
  public enum PartitionBound: Hashable, Codable, Sendable {
    /// DEFAULT: what no other partition takes.
    case otherwise
    /// IN (…).
    case list([SQLExpression])
    /// FROM (…), which belongs to it, TO (…), which does not.
    case range(from: [RangeEnd], to: [RangeEnd])
    case hash(modulus: Int, remainder: Int)

    /// With other values; each is given with the number of the key's part that it is of.
    package func mapValues(_ body: (Int, SQLExpression) -> SQLExpression) -> PartitionBound {
      func mapped(_ ends: [RangeEnd]) -> [RangeEnd] {
        ends.enumerated().map { place, end in
          if case .value(let value) = end { .value(body(place, value)) } else { end }
        }
      }
      switch self {
      case .list(let values): return .list(values.map { body(0, $0) })
      case .range(let from, let to): return .range(from: mapped(from), to: mapped(to))
      case .otherwise, .hash: return self
      }
    }

    public enum RangeEnd: Hashable, Codable, Sendable {
      /// MINVALUE.
      case minimum
      /// MAXVALUE.
      case maximum
      case value(SQLExpression)
    }
  }
}
