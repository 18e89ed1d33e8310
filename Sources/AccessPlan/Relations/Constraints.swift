import AccessModel

/// A UNIQUE constraint over several columns.
public struct Unique: Sendable {
  let columns: [ColumnDefinition]

  /// UNIQUE (columns).
  public init(_ first: any AnyColumn, _ more: any AnyColumn...) {
    columns = ([first] + more).map(\.definition)
  }
}

/// A CHECK constraint.
public struct Check: Sendable {
  let name: String
  let condition: Condition

  /// CHECK (condition), over this table's columns only.
  public init(_ name: String, _ condition: Condition) {
    self.name = name
    self.condition = condition
  }
}

/// The constraints of a table, apart from those its columns declare.
@resultBuilder public struct Constraints: Sendable {
  var unique: [Unique] = []
  var checks: [Check] = []

  /// No constraints.
  public init() {}

  /// One line of the builder.
  public static func buildExpression(_ unique: Unique) -> Constraints {
    var result = Constraints()
    result.unique = [unique]
    return result
  }

  /// One line of the builder.
  public static func buildExpression(_ check: Check) -> Constraints {
    var result = Constraints()
    result.checks = [check]
    return result
  }

  /// All lines, in order.
  public static func buildBlock(_ parts: Constraints...) -> Constraints {
    var result = Constraints()
    result.unique = parts.flatMap(\.unique)
    result.checks = parts.flatMap(\.checks)
    return result
  }
}
