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
  /// Source: `pg_cast` of PostgreSQL 15, plus conversion through text output and input
  /// (`find_coercion_pathway()` in `parse_coerce.c`): to string types on assignment, from them
  /// explicitly.
  public func conversion(to target: DataType) -> ConversionContext? {
    if self == target || self == .unknown { return .implicit }
    switch (category, target.category) {
    case (.number, .number): return width < target.width ? .implicit : .assignment
    case (.string, .string): return .implicit
    case (.time, .time): return width < target.width ? .implicit : .assignment
    case (.json, .json): return .assignment
    case (.json, .number), (.json, .boolean): return self == .jsonb ? .explicit : nil
    case (.boolean, .number), (.number, .boolean):
      return self == .integer || target == .integer ? .explicit : nil
    case (_, .string) where self != .void: return .assignment
    case (.string, _) where target != .void: return .explicit
    default: return nil
    }
  }

  /// The type in which two operands are compared or united, or nil if they have none in common.
  ///
  /// Source: "Operator Type Resolution" in the manual; PostgreSQL has cross-type operators for
  /// numbers and times, which give the results that widening gives.
  static func common(_ a: DataType, _ b: DataType) -> DataType? {
    if a == b { return a == .unknown ? .text : a }
    if a == .unknown { return b }
    if b == .unknown { return a }
    guard a.category == b.category else { return nil }
    switch a.category {
    case .number:
      // real with an integer or numeric is double precision in PostgreSQL's operators.
      if a == .real || b == .real { return .double }
      return a.width > b.width ? a : b
    case .string: return .text
    case .time: return a.width > b.width ? a : b
    default: return nil
    }
  }
}
