import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Source: `rangetypes.c`.
  static let rangeFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "lower(anyrange)": { (values, _) throws(EngineFailure) in
        try values[0].rangeValue().lower.value ?? .null
      },
      "upper(anyrange)": { (values, _) throws(EngineFailure) in
        try values[0].rangeValue().upper.value ?? .null
      },
      "isempty(anyrange)": test { $0.isEmpty },
      "lower_inc(anyrange)": test { $0.lower.isInclusive },
      "upper_inc(anyrange)": test { $0.upper.isInclusive },
      "lower_inf(anyrange)": test { !$0.isEmpty && $0.lower.value == nil },
      "upper_inf(anyrange)": test { !$0.isEmpty && $0.upper.value == nil },
      "range_contains_elem(anyrange,anyelement)": { (values, _) throws(EngineFailure) in
        .boolean(try contains(try values[0].rangeValue(), values[1]))
      },
      "elem_contained_by_range(anyelement,anyrange)": { (values, _) throws(EngineFailure) in
        .boolean(try contains(try values[1].rangeValue(), values[0]))
      },
      "range_cmp(anyrange,anyrange)": { (values, _) throws(EngineFailure) in
        .integer(Int64(try order(values)))
      },
      "range_union(anyrange,anyrange)": { (values, call) throws(EngineFailure) in
        try union(values, call, isStrict: true)
      },
      "range_merge(anyrange,anyrange)": { (values, call) throws(EngineFailure) in
        try union(values, call, isStrict: false)
      },
      "range_intersect(anyrange,anyrange)": intersection,
      "range_minus(anyrange,anyrange)": difference,
      "range_contains(anyrange,anyrange)": pair { (a, b) throws(EngineFailure) in
        try contains(a, b)
      },
      "range_contained_by(anyrange,anyrange)": pair { (a, b) throws(EngineFailure) in
        try contains(b, a)
      },
      "range_overlaps(anyrange,anyrange)": pair { (a, b) throws(EngineFailure) in
        try overlaps(a, b)
      },
      "range_before(anyrange,anyrange)": filled { (a, b) throws(EngineFailure) in
        try SQLRange.compare(a.upper, b.lower) < 0
      },
      "range_after(anyrange,anyrange)": filled { (a, b) throws(EngineFailure) in
        try SQLRange.compare(a.lower, b.upper) > 0
      },
      "range_overleft(anyrange,anyrange)": filled { (a, b) throws(EngineFailure) in
        try SQLRange.compare(a.upper, b.upper) <= 0
      },
      "range_overright(anyrange,anyrange)": filled { (a, b) throws(EngineFailure) in
        try SQLRange.compare(a.lower, b.lower) >= 0
      },
      "range_adjacent(anyrange,anyrange)": filled { (a, b) throws(EngineFailure) in
        touches(a.upper, b.lower) || touches(b.upper, a.lower)
      },
      "range_eq(anyrange,anyrange)": comparison { $0 == 0 },
      "range_ne(anyrange,anyrange)": comparison { $0 != 0 },
      "range_lt(anyrange,anyrange)": comparison { $0 < 0 },
      "range_le(anyrange,anyrange)": comparison { $0 <= 0 },
      "range_gt(anyrange,anyrange)": comparison { $0 > 0 },
      "range_ge(anyrange,anyrange)": comparison { $0 >= 0 },
    ]
    for (name, type) in [
      ("int4range", "int4"), ("int8range", "int8"), ("numrange", "numeric"), ("daterange", "date"),
      ("tsrange", "timestamp"), ("tstzrange", "timestamptz"),
    ] {
      bodies["\(name)(\(type),\(type))"] = construct
      bodies["\(name)(\(type),\(type),text)"] = construct
    }
    return bodies
  }()

  private static func test(_ holds: @escaping @Sendable (SQLRange) -> Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in .boolean(holds(try values[0].rangeValue())) }
  }

  private typealias Relation = @Sendable (SQLRange, SQLRange) throws(EngineFailure) -> Bool

  private static func pair(_ holds: @escaping Relation) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      .boolean(try holds(try values[0].rangeValue(), try values[1].rangeValue()))
    }
  }

  /// Never holds for empty ranges.
  private static func filled(_ holds: @escaping Relation) -> BuiltinBody {
    pair { (a, b) throws(EngineFailure) in
      if a.isEmpty || b.isEmpty { return false }
      return try holds(a, b)
    }
  }

  private static func order(_ values: [SQLValue]) throws(EngineFailure) -> Int {
    guard let order = SQLValue.compare(values[0], values[1]) else {
      throw .undecided(Undecided("the order of ranges"))
    }
    return order
  }

  private static func comparison(_ holds: @escaping @Sendable (Int) -> Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in .boolean(holds(try order(values))) }
  }

  private static func kind(_ type: DataType) throws(EngineFailure) -> RangeKind {
    guard let kind = RangeKind(type) else {
      throw .undecided(Undecided("a range of type \(type)"))
    }
    return kind
  }

  private static let construct: BuiltinBody = { (values, call) throws(EngineFailure) in
    var flags = "[)"
    if values.count > 2 {
      guard !values[2].isNull else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22000"), "range constructor flags argument must not be null"))
      }
      flags = try values[2].textValue()
    }
    guard ["[)", "[]", "(]", "()"].contains(flags) else {
      throw .postgres(
        PostgresError(
          .syntaxError, "invalid range bound flags",
          hint: "Valid values are \"[]\", \"[)\", \"(]\", and \"()\"."))
    }
    let lower = SQLRange.Bound(
      values[0].isNull ? nil : values[0], isInclusive: flags.hasPrefix("["), isLower: true)
    let upper = SQLRange.Bound(
      values[1].isNull ? nil : values[1], isInclusive: flags.hasSuffix("]"), isLower: false)
    return .range(try SQLRange(lower, upper, try kind(call.builtin.result)))
  }

  private static func contains(
    _ range: SQLRange, _ value: SQLValue
  ) throws(EngineFailure) -> Bool {
    if range.isEmpty { return false }
    let low = SQLRange.Bound(value, isInclusive: true, isLower: true)
    let high = SQLRange.Bound(value, isInclusive: true, isLower: false)
    guard try SQLRange.compare(range.lower, low) <= 0 else { return false }
    return try SQLRange.compare(range.upper, high) >= 0
  }

  private static func contains(_ a: SQLRange, _ b: SQLRange) throws(EngineFailure) -> Bool {
    if b.isEmpty { return true }
    if a.isEmpty { return false }
    guard try SQLRange.compare(a.lower, b.lower) <= 0 else { return false }
    return try SQLRange.compare(a.upper, b.upper) >= 0
  }

  private static func overlaps(_ a: SQLRange, _ b: SQLRange) throws(EngineFailure) -> Bool {
    if a.isEmpty || b.isEmpty { return false }
    guard try SQLRange.compare(a.lower, b.upper) <= 0 else { return false }
    return try SQLRange.compare(b.lower, a.upper) <= 0
  }

  /// Source: `bounds_adjacent()`; discrete ranges have one form, in which ends that touch are equal.
  private static func touches(_ upper: SQLRange.Bound, _ lower: SQLRange.Bound) -> Bool {
    guard let a = upper.value, let b = lower.value else { return false }
    return SQLValue.compare(a, b) == 0 && upper.isInclusive != lower.isInclusive
  }

  private static func union(
    _ values: [SQLValue], _ call: BuiltinCall, isStrict: Bool
  ) throws(EngineFailure) -> SQLValue {
    let (a, b) = (try values[0].rangeValue(), try values[1].rangeValue())
    if a.isEmpty { return values[1] }
    if b.isEmpty { return values[0] }
    if isStrict {
      let meets = try overlaps(a, b)
      guard meets || touches(a.upper, b.lower) || touches(b.upper, a.lower) else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22000"), "result of range union would not be contiguous"))
      }
    }
    return .range(
      try SQLRange(
        try SQLRange.compare(a.lower, b.lower) < 0 ? a.lower : b.lower,
        try SQLRange.compare(a.upper, b.upper) > 0 ? a.upper : b.upper,
        try kind(call.builtin.result)))
  }

  private static let intersection: BuiltinBody = { (values, call) throws(EngineFailure) in
    let (a, b) = (try values[0].rangeValue(), try values[1].rangeValue())
    guard try overlaps(a, b) else { return .range(.empty) }
    return .range(
      try SQLRange(
        try SQLRange.compare(a.lower, b.lower) >= 0 ? a.lower : b.lower,
        try SQLRange.compare(a.upper, b.upper) <= 0 ? a.upper : b.upper,
        try kind(call.builtin.result)))
  }

  /// Source: `range_minus_internal()`.
  private static let difference: BuiltinBody = { (values, call) throws(EngineFailure) in
    let (a, b) = (try values[0].rangeValue(), try values[1].rangeValue())
    guard try overlaps(a, b) else { return values[0] }
    let lower = try SQLRange.compare(a.lower, b.lower)
    let upper = try SQLRange.compare(a.upper, b.upper)
    if lower < 0, upper > 0 {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22000"), "result of range difference would not be contiguous"))
    }
    if lower >= 0, upper <= 0 { return .range(.empty) }
    let kind = try kind(call.builtin.result)
    return .range(
      lower < 0
        ? try SQLRange(a.lower, b.lower.flipped, kind)
        : try SQLRange(b.upper.flipped, a.upper, kind))
  }
}

extension SQLValue {
  func rangeValue() throws(EngineFailure) -> SQLRange {
    guard case .range(let range) = self else {
      throw .undecided(Undecided("a value that is no range"))
    }
    return range
  }
}
