import AccessModel

/// The order in which partitions are read: that of their bounds, DEFAULT last. RULES 81.
///
/// Source: `create_list_bounds()`, `create_range_bounds()`, `create_hash_bounds()` in
/// `src/backend/partitioning/partbounds.c`.
struct PartitionOrder {
  private let tables: SharedList<Catalog.Table>

  init(_ tables: SharedList<Catalog.Table>) { self.tables = tables }

  /// Partitions of a table in their order; in the order given where that can't be told from literals
  /// of integers, booleans, texts and ISO dates.
  func ordered(_ partitions: [Int], of table: Int) -> [Int] {
    guard let types = keyTypes(of: tables[table]) else { return partitions }
    let keys = partitions.map { partition in
      tables[partition].partitionBound.map { Self.key($0, types) } ?? nil
    }
    var isKnown = keys.allSatisfy { $0 != nil }
    let sorted = partitions.indices.sorted { first, second in
      guard let a = keys[first], let b = keys[second], let precedes = Self.precedes(a, b) else {
        isKnown = false
        return first < second
      }
      return precedes
    }
    return isKnown ? sorted.map { partitions[$0] } : partitions
  }

  /// The types of the columns of a key; nil: it has expressions.
  private func keyTypes(of table: Catalog.Table) -> [TypeName]? {
    guard let key = table.partitionKey else { return nil }
    let types = key.parts.compactMap { part -> TypeName? in
      guard case .column(_, let name) = part else { return nil }
      return table.columns.first { $0.name == name }?.type
    }
    return types.count == key.parts.count || key.strategy == .hash ? types : nil
  }

  private enum Value: Equatable {
    case minimum
    case number(Int64)
    case text(String)
    case maximum
    /// NULL of a list comes last but for DEFAULT.
    case missing
    case otherwise
  }

  /// What a bound is sorted by; nil: not known.
  private static func key(_ bound: Catalog.PartitionBound, _ types: [TypeName]) -> [Value]? {
    switch bound {
    case .otherwise: return [.otherwise]
    case .hash(let modulus, let remainder):
      return [.number(Int64(modulus)), .number(Int64(remainder))]
    case .list(let written):
      let values = written.compactMap { value($0, types.first) }
      guard values.count == written.count else { return nil }
      let known = values.filter { $0 != .missing }
      guard var least = known.first else { return [.missing] }
      for value in known.dropFirst() {
        guard let isLess = precedes([value], [least]) else { return nil }
        if isLess { least = value }
      }
      return [least]
    case .range(let from, _):
      let values = zip(from, types).compactMap { end, type -> Value? in
        switch end {
        case .minimum: .minimum
        case .maximum: .maximum
        case .value(let written): value(written, type)
        }
      }
      return values.count == from.count ? values : nil
    }
  }

  private static func value(_ written: SQLExpression, _ type: TypeName?) -> Value? {
    switch (written, type) {
    case (.literal(.null), _): .missing
    case (.literal(.integer(let number)), .smallint?), (.literal(.integer(let number)), .integer?),
      (.literal(.integer(let number)), .bigint?):
      .number(number)
    case (.literal(.string(let text)), .smallint?), (.literal(.string(let text)), .integer?),
      (.literal(.string(let text)), .bigint?):
      Int64(text).map { .number($0) }
    case (.literal(.boolean(let value)), .boolean?): .number(value ? 1 : 0)
    case (.literal(.string(let text)), .text?): .text(text)
    case (.literal(.string(let text)), .date?) where text.isISODate: .text(text)
    default: nil
    }
  }

  /// Nil where values are of two kinds.
  private static func precedes(_ a: [Value], _ b: [Value]) -> Bool? {
    for (x, y) in zip(a, b) where x != y {
      switch (x, y) {
      case (.number(let x), .number(let y)): return x < y
      case (.text(let x), .text(let y)): return x.utf8.lexicographicallyPrecedes(y.utf8)
      case (.otherwise, _): return false
      case (_, .otherwise): return true
      case (.missing, _): return false
      case (_, .missing): return true
      case (.minimum, _), (_, .maximum): return true
      case (_, .minimum), (.maximum, _): return false
      default: return nil
      }
    }
    return false
  }
}

extension String {
  /// `2020-01-31`, which is ordered as it is written.
  fileprivate var isISODate: Bool {
    wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
  }
}
