public import AccessModel

extension BoundExpression {
  /// Whether it may give another value for the same row; nil where PostgreSQL's planner may find out
  /// that what does so is never computed, or opens a function's body.
  ///
  /// Source: `contain_mutable_functions_after_planning()` in `src/backend/optimizer/util/clauses.c`.
  public func isMutable(_ catalog: Catalog) -> Bool? {
    var (isMutable, isUnknown, maySimplify) = (false, false, false)
    forEach { part in
      switch part.mutability(catalog) {
      case .mutable: isMutable = true
      case .unknown: isUnknown = true
      case .immutable: break
      }
      if part.maySimplify(catalog) { maySimplify = true }
    }
    if isMutable, !maySimplify { return true }
    return isMutable || isUnknown ? nil : false
  }

  private enum Mutability {
    case immutable, mutable, unknown
  }

  /// Of the node alone.
  private func mutability(_ catalog: Catalog) -> Mutability {
    switch self {
    case .builtin(let builtin, let operands):
      if builtin.volatility == .immutable { return .immutable }
      if let written = operands.first(where: { !$0.type.isString }),
        ["textanycat(text,anynonarray)", "anytextcat(anynonarray,text)"].contains(builtin.id)
      {
        return Self.castMutability(written.type, .text)
      }
      return Self.openedBuiltins.contains(builtin.id) ? .unknown : .mutable
    case .function(let index, _, _):
      let function = catalog.functions[index]
      if function.volatility == .immutable { return .immutable }
      return function.language == "sql" ? .unknown : .mutable
    case .valueFunction: return .mutable
    case .cast(let operand, let from, let to):
      if case .constant(_, .unknown) = operand { return .immutable }
      return Self.castMutability(from, to.type)
    case .assigned, .groupKey, .aggregate, .window, .setResult: return .unknown
    default: return .immutable
    }
  }

  /// What can make the planner leave out an operand.
  private func maySimplify(_ catalog: Catalog) -> Bool {
    switch self {
    case .cases(let branches, _, _):
      branches.contains { $0.condition.isConstant(catalog) }
    case .and(let operands), .or(let operands), .coalesce(let operands, _):
      operands.contains { $0.isConstant(catalog) }
    case .constant(.null, _), .constant(.boolean, _): true
    default: false
    }
  }

  /// Those whose body is SQL and says less than what they are declared. Source: `pg_proc.dat`.
  private static let openedBuiltins: Set = [
    "quote_literal(anyelement)", "quote_nullable(anyelement)",
  ]

  /// Whether the planner computes it once.
  private func isConstant(_ catalog: Catalog) -> Bool {
    !mentions(level: 0) && isMutable(catalog) != true
  }

  private static func castMutability(_ from: DataType, _ to: DataType) -> Mutability {
    if from == to || from == .unknown { return .immutable }
    if case .domain = to { return .unknown }
    if case .array(let source) = from, case .array(let target) = to {
      return castMutability(source, target)
    }
    if let entry = CastTable.entries[from.base]?[to], entry.method != .text {
      return stableCasts.contains([from.base, to]) ? .mutable : .immutable
    }
    // Through text: as the one type writes it and the other reads it.
    switch (changesInWriting(from.base), changesInReading(to)) {
    case (true, _), (_, true): return .mutable
    case (false, false): return .immutable
    default: return .unknown
    }
  }

  /// Source: `pg_cast`, `pg_proc.provolatile`.
  private static let stableCasts: Set<[DataType]> = [
    [.date, .timestamptz], [.timestamp, .timestamptz], [.timestamptz, .date],
    [.timestamptz, .time], [.timestamptz, .timestamp], [.text, .regclass], [.varchar, .regclass],
    [.timestamptz, .other("time with time zone")], [.time, .other("time with time zone")],
    [.text, .other("xml")], [.varchar, .other("xml")], [.character, .other("xml")],
    [.other("money"), .numeric], [.numeric, .other("money")], [.integer, .other("money")],
    [.bigint, .other("money")],
  ]

  /// Whether what a type writes depends on settings or catalogs; nil: not known.
  /// Source: `pg_type.typoutput`.
  private static func changesInWriting(_ type: DataType) -> Bool? {
    type == .time ? false : changesInReading(type)
  }

  /// Source: `pg_type.typinput`.
  private static func changesInReading(_ type: DataType) -> Bool? {
    switch type {
    case .boolean, .smallint, .integer, .bigint, .numeric, .real, .double, .text, .varchar,
      .character, .byte, .name, .uuid, .bytea, .inet, .cidr, .json, .jsonb, .oid, .unknown:
      false
    case .date, .time, .timestamp, .timestamptz, .interval, .object, .array, .enumeration,
      .composite, .record:
      true
    default: nil
    }
  }
}
