/// When a conversion is allowed to happen. Source: `pg_cast.castcontext`.
public enum ConversionContext: Int, Comparable, Sendable {
  /// By itself, anywhere.
  case implicit
  /// Also when storing into a column.
  case assignment
  /// Only where a cast is written.
  case explicit

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension DataType {
  /// The least context in which this type converts to `target`; nil if it never does.
  ///
  /// Source: `can_coerce_type()` and `find_coercion_pathway()` in `parse_coerce.c`: `pg_cast`, then
  /// arrays by their elements, then text: to string types on assignment, from them explicitly.
  public func conversion(to target: DataType) -> ConversionContext? {
    if self == target || self == .unknown { return .implicit }
    switch (self, target) {
    case (_, .pseudo(.any)): return .implicit
    case (.pseudo, _), (_, .pseudo): return nil
    case (.composite, .record), (.record, .record): return .implicit
    case (.record, .composite): return .implicit
    case (.domain, _), (_, .domain): return base.conversion(to: target.base)
    default: break
    }
    if let entry = CastTable.entries[self]?[target] { return entry.context }
    if case .array(let from) = self, case .array(let to) = target {
      return from.conversion(to: to)
    }
    if target.category == .string { return .assignment }
    return category == .string ? .explicit : nil
  }

  /// Whether one of two types is `bytea` and the other an integer type, which 18 has casts between.
  func convertsBytes(with other: DataType) -> Bool {
    isInteger && other == .bytea || self == .bytea && other.isInteger
  }

  /// Whether a written cast goes through output and input, not of rows, which functions' notation
  /// never converts so. Source: `func_get_detail()` in `parse_func.c`.
  func convertsByText(to target: DataType) -> Bool {
    let source = base
    guard source != target, !source.isRow, !source.isPseudo, !target.isArray,
      CastTable.entries[source]?[target] == nil
    else { return false }
    return target.category == .string || source.category == .string
  }

  /// Whether values need no change to be of type `target`. Source: `IsBinaryCoercible()`.
  public func isBinaryCoercible(to target: DataType) -> Bool {
    if self == target { return true }
    switch (self, target) {
    case (_, .pseudo(.any)), (_, .pseudo(.anyelement)): return true
    case (.array, .pseudo(.anyarray)), (.enumeration, .pseudo(.anyenum)): return true
    case (.domain, _): return base.isBinaryCoercible(to: target)
    case (.composite, .record), (.record, .record): return true
    default: break
    }
    guard let entry = CastTable.entries[self]?[target] else { return false }
    return entry.method == .binary && entry.context == .implicit
  }

  /// The type in which two operands are compared or united, or nil if they have none in common.
  ///
  /// Source: "Operator Type Resolution" in the manual; PostgreSQL has cross-type operators for
  /// numbers and times, which give the results that widening gives.
  static func common(_ a: DataType, _ b: DataType) -> DataType? {
    let (a, b) = (a.base, b.base)
    if a == b { return a == .unknown ? .text : a }
    if a == .unknown { return b }
    if b == .unknown { return a }
    guard a.category == b.category else { return nil }
    switch a.category {
    case .number:
      guard a.isArithmetic, b.isArithmetic else { return nil }
      // real with an integer or numeric is double precision in PostgreSQL's operators.
      if a == .real || b == .real { return .double }
      return a.width > b.width ? a : b
    case .string: return .text
    case .time:
      guard a.width > 0, b.width > 0 else { return nil }
      return a.width > b.width ? a : b
    case .network: return .inet
    default: return nil
    }
  }
}
