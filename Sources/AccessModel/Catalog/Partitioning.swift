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

extension Catalog {
  /// Whether a key of a partitioned table has its part in each partition; `pg_index.indisvalid`.
  public func isValid(_ key: Key, of table: Table) -> Bool {
    hasParts(table) { partition in
      partition.keys.contains { part in
        part.isInherited && part.isPart(of: key) && isValid(part, of: partition)
      }
    }
  }

  /// As of a key. Of those that are alike, the first has the first parts.
  public func isValid(_ index: Index, of table: Table) -> Bool {
    let alike = table.indexes.filter(index.isLike)
    let place = alike.firstIndex { $0.name == index.name } ?? 0
    return hasParts(table) { partition in
      let parts = partition.indexes.filter { $0.isInherited && $0.isLike(index) }
      return parts.indices.contains(place) && isValid(parts[place], of: partition)
    }
  }

  private func hasParts(_ table: Table, _ isPart: (Table) -> Bool) -> Bool {
    guard table.kind == .partitioned else { return true }
    return tables.allSatisfy { partition in
      partition.partitionBound == nil || partition.parents != [table.name] || isPart(partition)
    }
  }
}

extension Catalog.Key {
  /// Whether it may be a partition's part of a key.
  public func isPart(of whole: Self) -> Bool {
    columns == whole.columns && isPrimary == whole.isPrimary
      && nullsAreEqual == whole.nullsAreEqual
  }
}

extension Catalog.Index {
  /// Whether they differ by name and order at most.
  ///
  /// Source: `CompareIndexInfo()` in `src/backend/catalog/index.c`.
  public func isLike(_ other: Self) -> Bool {
    var copy = withoutOrder
    (copy.name, copy.place, copy.isInherited) = (other.name, other.place, other.isInherited)
    copy.parameters = other.parameters
    return copy == other.withoutOrder
  }

  private var withoutOrder: Self {
    var copy = self
    for place in copy.keeping.indices {
      (copy.keeping[place].isDescending, copy.keeping[place].nullsFirst) = (false, false)
    }
    if copy.keeping.allSatisfy(\.isUsual) { copy.keeping = [] }
    return copy
  }
}
