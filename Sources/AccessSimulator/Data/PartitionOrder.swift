import AccessModel

/// The order in which partitions are read: that of their bounds, DEFAULT last. RULES 81.
///
/// Source: `create_list_bounds()`, `create_range_bounds()`, `create_hash_bounds()` in
/// `src/backend/partitioning/partbounds.c`.
struct PartitionOrder {
  private let tables: SharedList<Catalog.Table>

  init(_ tables: SharedList<Catalog.Table>) { self.tables = tables }

  /// Partitions of one table in their order; in the order given where bounds are no plain literals.
  func ordered(_ partitions: [Int]) -> [Int] {
    let keys = partitions.map { tables[$0].partitionBound.map(Self.key) ?? nil }
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
  private static func key(_ bound: Catalog.PartitionBound) -> [Value]? {
    switch bound {
    case .otherwise: return [.otherwise]
    case .hash(let modulus, let remainder):
      return [.number(Int64(modulus)), .number(Int64(remainder))]
    case .list(let written):
      let values = written.compactMap(value)
      guard values.count == written.count else { return nil }
      let known = values.filter { $0 != .missing }
      guard var least = known.first else { return [.missing] }
      for value in known.dropFirst() {
        guard let isLess = precedes([value], [least]) else { return nil }
        if isLess { least = value }
      }
      return [least]
    case .range(let from, _):
      let values = from.compactMap { end -> Value? in
        switch end {
        case .minimum: .minimum
        case .maximum: .maximum
        case .value(let written): value(written)
        }
      }
      return values.count == from.count ? values : nil
    }
  }

  private static func value(_ written: SQLExpression) -> Value? {
    switch written {
    case .literal(.integer(let number)): .number(number)
    case .literal(.string(let text)): .text(text)
    case .literal(.null): .missing
    case .literal(.boolean(let value)): .number(value ? 1 : 0)
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
