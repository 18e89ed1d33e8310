import AccessModel

/// Which types have operators that ORDER BY, GROUP BY and DISTINCT need.
///
/// Source: `pg_opclass`, `pg_operator`; `lookup_type_cache()` in `src/backend/utils/cache/typcache.c`.
extension DataType {
  private static let withoutEquality: Set<String> = [
    "gtsvector", "jsonpath", "pg_snapshot", "point", "polygon", "refcursor", "txid_snapshot", "xml",
  ]
  /// `=` of these compares areas, or is of no operator class.
  private static let withoutClass: Set<String> = ["box", "circle", "line", "lseg", "path"]
  /// They are grouped by a hash.
  private static let withoutOrder: Set<String> = ["aclitem", "cid", "xid"]

  /// Whether `=` compares two of its values.
  var isComparable: Bool {
    switch base {
    case .json, .void: false
    case .other(let name): !Self.withoutEquality.contains(name)
    default: true
    }
  }

  /// Whether GROUP BY, DISTINCT and UNION tell its values apart.
  public var isGroupable: Bool {
    has { type in
      guard case .other(let name) = type else { return type != .json }
      return !Self.withoutEquality.contains(name) && !Self.withoutClass.contains(name)
    }
  }

  /// Whether ORDER BY sorts its values.
  public var isSortable: Bool {
    guard isGroupable else { return false }
    return has { type in
      guard case .other(let name) = type else { return true }
      return !Self.withoutOrder.contains(name)
    }
  }

  /// Arrays and types of rows are compared as what they consist of; a row without a type as it comes.
  private func has(_ holds: (DataType) -> Bool) -> Bool {
    switch base {
    case .array(let element): element.has(holds)
    case .composite(let composite): composite.fields.allSatisfy { $0.type.type.has(holds) }
    case let type: holds(type)
    }
  }
}

extension DataType {
  /// Whether a value becomes one of another type to be compared: for many pairs there are operators
  /// that take both as they are.
  ///
  /// Source: `pg_amop` in `src/include/catalog/pg_amop.dat`.
  func isPromoted(to other: DataType) -> Bool {
    let dates: [DataType] = [.date, .timestamp, .timestamptz]
    return switch self {
    case .character, .name: false
    case _ where isInteger: !other.isInteger
    case _ where isFloat: !other.isFloat
    case _ where dates.contains(self): !dates.contains(other)
    default: true
    }
  }

  /// Source: `get_sort_group_operators()` in `src/backend/parser/parse_oper.c`.
  func requireGroupable() throws(EngineFailure) {
    guard !isGroupable else { return }
    throw .postgres(
      PostgresError(
        .undefinedFunction, "could not identify an equality operator for type \(self)"))
  }

  /// Source: `get_sort_group_operators()` in `src/backend/parser/parse_oper.c`.
  func requireSortable() throws(EngineFailure) {
    guard !isSortable else { return }
    throw .postgres(
      PostgresError(
        .undefinedFunction, "could not identify an ordering operator for type \(self)",
        hint: "Use an explicit ordering operator or modify the query."))
  }
}
