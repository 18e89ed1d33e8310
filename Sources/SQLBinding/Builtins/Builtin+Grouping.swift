import AccessModel

extension Builtin {
  /// `GROUPING (…)`: which of its arguments the rows of a group are not grouped by.
  static func grouping(_ arguments: [DataType]) -> Builtin {
    Builtin(
      id: groupingID, name: "grouping", isOperator: false, kind: .aggregate, arguments: arguments,
      result: .integer, returnsSet: false, isStrict: false, volatility: .immutable,
      isLeakproof: true)
  }

  public var isGrouping: Bool { id == Self.groupingID }

  private static let groupingID = "GROUPING"
}
