import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding
import SQLText

/// FOR VALUES of partitions: which rows of their parent they hold.
extension CatalogBuilder {
  /// FOR VALUES, or DEFAULT.
  mutating func partitionBound(
    _ bound: PgQuery__PartitionBoundSpec
  ) throws(ReadFailure) -> Catalog.PartitionBound {
    if bound.is_default != 0 { return .otherwise }
    switch text(bound.strategy) {
    case "h": return .hash(modulus: Int(bound.modulus), remainder: Int(bound.remainder))
    case "l":
      return .list(try reader.expressions(list(bound.n_listdatums, bound.listdatums)))
    default:
      return .range(
        from: try rangeEnds(list(bound.n_lowerdatums, bound.lowerdatums)),
        to: try rangeEnds(list(bound.n_upperdatums, bound.upperdatums)))
    }
  }

  private mutating func rangeEnds(
    _ nodes: [Node]
  ) throws(ReadFailure) -> [Catalog.PartitionBound.RangeEnd] {
    var result: [Catalog.PartitionBound.RangeEnd] = []
    for node in nodes {
      switch try reader.expression(node) {
      case .column(nil, "minvalue"): result.append(.minimum)
      case .column(nil, "maxvalue"): result.append(.maximum)
      case let value: result.append(.value(value))
      }
    }
    return result
  }

  /// Refuses a bound that is none for its parent's key.
  ///
  /// Source: `transformPartitionBound()` in `src/backend/parser/parse_utilcmd.c`.
  func requireBound(
    _ node: PgQuery__PartitionBoundSpec, of index: Int
  ) throws(ReadFailure) {
    let table = state.catalog.tables[index]
    guard let parent = table.parents.first.flatMap(state.catalog.table),
      let key = parent.partitionKey, let bound = table.partitionBound
    else { return }
    let invalid = SQLState(rawValue: "42P16")
    switch (key.strategy, bound) {
    case (.hash, .otherwise):
      throw .refused(invalid, "a hash-partitioned table may not have a default partition")
    case (_, .otherwise): return
    case (.hash, .hash(let modulus, let remainder)):
      guard modulus > 0 else {
        throw .refused(
          invalid, "modulus for hash partition must be an integer value greater than zero")
      }
      guard remainder >= 0 else {
        throw .refused(
          invalid,
          "remainder for hash partition must be an integer value greater than or equal to zero")
      }
      guard remainder < modulus else {
        throw .refused(invalid, "remainder for hash partition must be less than modulus")
      }
      if isSession { try requireFactor(modulus, remainder, besides: table, of: parent) }
    case (.list, .list(let values)):
      for value in values { _ = try constant(value, part: 0, of: key, in: parent) }
    case (.range, .range(let lower, let upper)):
      try requireRange(lower, upper, of: table, key, in: parent)
    default:
      throw .refused(
        invalid,
        "invalid bound specification for a \(key.strategy.rawValue.lowercased()) partition",
        at: node.location)
    }
  }

  /// Of two partitions the greater modulus is a multiple of the other.
  ///
  /// Source: `check_new_partition_bound()` in `src/backend/partitioning/partbounds.c`.
  private func requireFactor(
    _ modulus: Int, _ remainder: Int, besides table: Catalog.Table, of parent: Catalog.Table
  ) throws(ReadFailure) {
    var others: [(modulus: Int, remainder: Int, name: String)] = []
    for other in state.catalog.tables
    where other.parents.contains(parent.name) && other.name != table.name {
      if case .hash(let modulus, let remainder)? = other.partitionBound {
        others.append((modulus, remainder, other.name.name))
      }
    }
    others.sort { ($0.modulus, $0.remainder) < ($1.modulus, $1.remainder) }
    let place = others.lastIndex { ($0.modulus, $0.remainder) <= (modulus, remainder) }
    func refuse(_ how: String, _ other: (modulus: Int, remainder: Int, name: String)) -> ReadFailure
    {
      .refused(
        PostgresError(
          .invalidObjectDefinition,
          "every hash partition modulus must be a factor of the next larger modulus",
          detail:
            "The new modulus \(modulus) is not \(how) \(other.modulus), the modulus of existing "
            + "partition \"\(other.name)\"."), location: nil)
    }
    if let place, !modulus.isMultiple(of: others[place].modulus) {
      throw refuse("divisible by", others[place])
    }
    let next = place.map { $0 + 1 } ?? 0
    if others.indices.contains(next), !others[next].modulus.isMultiple(of: modulus) {
      throw refuse("a factor of", others[next])
    }
  }

  private typealias RangeEnd = Catalog.PartitionBound.RangeEnd

  /// Source: `transformPartitionRangeBounds()`, and `check_new_partition_bound()` in
  /// `src/backend/partitioning/partbounds.c`.
  private func requireRange(
    _ lower: [RangeEnd], _ upper: [RangeEnd], of table: Catalog.Table,
    _ key: Catalog.PartitionKey, in parent: Catalog.Table
  ) throws(ReadFailure) {
    for (word, ends) in [("FROM", lower), ("TO", upper)] where ends.count != key.parts.count {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "\(word) must specify exactly one value per partitioning column")
    }
    let first = try values(lower, of: key, in: parent)
    let last = try values(upper, of: key, in: parent)
    for (own, other) in zip(zip(lower, first), zip(upper, last)) {
      if own.0 == other.0 { continue }
      if own.0 == .minimum || other.0 == .maximum { return }
      if own.0 == .maximum || other.0 == .minimum { break }
      guard let a = own.1?.value, let b = other.1?.value, let order = SQLValue.compare(a, b) else {
        return
      }
      if order < 0 { return }
      if order > 0 { break }
    }
    throw .refused(
      PostgresError(
        .invalidObjectDefinition,
        "empty range bound specified for partition \"\(table.name.name)\"",
        detail: "Specified lower bound \(shown(lower, first)) is greater than or equal to "
          + "upper bound \(shown(upper, last))."), location: nil)
  }

  /// Source: `get_range_partbound_string()` in `src/backend/utils/adt/ruleutils.c`.
  private func shown(_ ends: [RangeEnd], _ values: [(value: SQLValue, type: DataType)?]) -> String {
    let texts = zip(ends, values).map { end, constant in
      switch end {
      case .minimum: return "MINVALUE"
      case .maximum: return "MAXVALUE"
      case .value:
        guard let constant, let text = constant.value.output(as: constant.type) else { return "" }
        return constant.type.isArithmetic ? text : quoteLiteral(text)
      }
    }
    return "(\(texts.joined(separator: ", ")))"
  }

  private func values(
    _ ends: [RangeEnd], of key: Catalog.PartitionKey, in parent: Catalog.Table
  ) throws(ReadFailure) -> [(value: SQLValue, type: DataType)?] {
    var result: [(value: SQLValue, type: DataType)?] = []
    for (number, end) in ends.enumerated() {
      guard case .value(let expression) = end else {
        result.append(nil)
        continue
      }
      guard expression != .literal(.null) else {
        throw .refused(.invalidObjectDefinition, "cannot specify NULL in range bound")
      }
      result.append(try constant(expression, part: number, of: key, in: parent))
    }
    // Source: `validateInfiniteBounds()`.
    for (end, next) in zip(ends, ends.dropFirst()) where end != next {
      for (infinite, word) in [(RangeEnd.minimum, "MINVALUE"), (.maximum, "MAXVALUE")]
      where end == infinite {
        throw .refused(.datatypeMismatch, "every bound following \(word) must also be \(word)")
      }
    }
    return result
  }

  /// A literal as a value of the key's column; nil: another expression, or one's own.
  ///
  /// Source: `transformPartitionBoundValue()`.
  private func constant(
    _ expression: SQLExpression, part: Int, of key: Catalog.PartitionKey,
    in parent: Catalog.Table
  ) throws(ReadFailure) -> (value: SQLValue, type: DataType)? {
    guard part < key.parts.count, case .column(_, let name) = key.parts[part],
      let column = parent.columns.first(where: { $0.name == name }),
      let type = DataType(column.type)
    else { return nil }
    let text: String
    switch expression {
    case .literal(.string(let written)): text = written
    case .literal(.integer(let number)) where type.isArithmetic: text = String(number)
    case .literal(.decimal(let digits)) where type == .numeric: text = digits
    default: return nil
    }
    do throws(EngineFailure) {
      return (try SQLValue.input(text, as: type), type)
    } catch {
      guard case .postgres(let answer) = error else { return nil }
      throw .refused(answer, location: nil)
    }
  }
}

extension CatalogBuilder {
  /// Whether a row may belong to both partitions, as far as constants tell.
  func overlap(
    _ one: Catalog.PartitionBound, _ other: Catalog.PartitionBound, in parent: Catalog.Table
  ) -> Bool {
    switch (one, other) {
    case (.list(let a), .list(let b)):
      return a.contains { x in b.contains { compare(x, $0, part: 0, in: parent) == 0 } }
    case (.hash(let a, let x), .hash(let b, let y)):
      guard a > 0, b > 0 else { return false }
      return a >= b ? x % b == y : y % a == x
    case (.range(let a, let b), .range(let c, let d)):
      return precedes(a, d, in: parent) == true && precedes(c, b, in: parent) == true
    default: return false
    }
  }

  /// Nil where the values are none that can be compared here.
  private func precedes(_ a: [RangeEnd], _ b: [RangeEnd], in parent: Catalog.Table) -> Bool? {
    for (part, (x, y)) in zip(a, b).enumerated() where x != y {
      switch (x, y) {
      case (.minimum, _), (_, .maximum): return true
      case (.maximum, _), (_, .minimum): return false
      case (.value(let x), .value(let y)):
        guard let order = compare(x, y, part: part, in: parent) else { return nil }
        if order != 0 { return order < 0 }
      }
    }
    return false
  }

  private func compare(
    _ x: SQLExpression, _ y: SQLExpression, part: Int, in parent: Catalog.Table
  ) -> Int? {
    if x == y { return 0 }
    guard let key = parent.partitionKey,
      let a = try? constant(x, part: part, of: key, in: parent),
      let b = try? constant(y, part: part, of: key, in: parent)
    else { return nil }
    return SQLValue.compare(a.value, b.value)
  }
}
