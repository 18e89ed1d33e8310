public import AccessModel

/// EXCLUDE constraints.
extension BoundCatalog {
  /// What holds of two rows of a table, the sources 0 and 1, that may not both be there.
  public func conflictCondition(
    of exclusion: Catalog.Exclusion, onTable index: Int
  ) throws(EngineFailure) -> BoundExpression {
    var conditions: [BoundExpression] = []
    for element in exclusion.elements {
      let part = try bind(element.expression, overTable: index)
      let other = part.replacingLeaves { leaf in
        guard case .column(var position, let type) = leaf else { return nil }
        position.source = 1
        return .column(position, type)
      }
      conditions.append(try Binder(names).binary(element.symbol, part, other))
    }
    return .and(conditions)
  }

  /// Refuses operators that no index of the method answers.
  ///
  /// Source: `ComputeIndexAttrs()` in `src/backend/commands/indexcmds.c`.
  public func requireExcludable(
    _ exclusion: Catalog.Exclusion, onTable index: Int
  ) throws(EngineFailure) {
    for element in exclusion.elements {
      let part = try bind(element.expression, overTable: index)
      try requireClass(part.type, exclusion.method)
      _ = try Binder(names).binary(element.symbol, part, part)
      let symbol = element.symbol == "!=" ? "<>" : element.symbol
      guard Self.symbols(of: part.type, exclusion.method).contains(symbol) else {
        throw .undecided(
          Undecided("whether a \(exclusion.method) index answers `\(symbol)` of \(part.type)"))
      }
    }
  }

  /// Of the other methods it is known where columns are named. Source: `GetDefaultOpClass()`.
  private func requireClass(_ type: DataType, _ method: String) throws(EngineFailure) {
    guard method == "gist", Self.symbols(of: type, method).isEmpty || Self.isScalar(type.base),
      !catalog.extensions.contains("btree_gist")
    else { return }
    guard catalog.extensions.isEmpty, Self.isScalar(type.base) || type.base.element != nil else {
      throw .undecided(Undecided("whether \(type) has an operator class for gist"))
    }
    throw .postgres(
      PostgresError(
        .undefinedObject,
        "data type \(type) has no default operator class for access method \"gist\"",
        hint: "You must specify an operator class for the index or define a default operator "
          + "class for the data type."))
  }

  /// The operators that mean the same from both sides and that the type's default class has; empty:
  /// not known.
  ///
  /// Catalog: `pg_amop`.
  private static func symbols(of type: DataType, _ method: String) -> Set<String> {
    let base = type.base
    switch method {
    case "btree", "hash": return ["="]
    case "gist", "spgist":
      if RangeKind.allCases.contains(where: { $0.type == base }) { return ["=", "&&", "-|-"] }
      switch base {
      case .other("box"), .other("circle"), .other("polygon"):
        return method == "gist" ? ["&&", "~="] : []
      case .other("point"): return method == "gist" ? ["~="] : []
      default: return method == "gist" && isScalar(base) ? ["=", "<>"] : []
      }
    default: return []
    }
  }

  /// Those for which the extension `btree_gist` has a class.
  private static func isScalar(_ type: DataType) -> Bool {
    switch type {
    case .boolean, .smallint, .integer, .bigint, .numeric, .real, .double, .text, .varchar,
      .character, .uuid, .bytea, .inet, .cidr, .date, .time, .timestamp, .timestamptz, .interval,
      .oid, .enumeration:
      true
    default: false
    }
  }
}
