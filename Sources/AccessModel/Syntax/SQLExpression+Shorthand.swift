extension SQLExpression {
  public static let null = SQLExpression.literal(.null)
  public static let `true` = SQLExpression.literal(.boolean(true))
  public static let `false` = SQLExpression.literal(.boolean(false))

  public static func integer(_ value: Int64) -> Self { .literal(.integer(value)) }
  public static func string(_ value: String) -> Self { .literal(.string(value)) }
  public static func column(_ name: String, of qualifier: String? = nil) -> Self {
    .column(qualifier: qualifier, name: name)
  }
  public static func function(
    _ name: String, _ arguments: SQLExpression..., schema: String? = nil
  ) -> Self {
    .call(SQLFunctionCall(schema: schema, name, arguments))
  }
  public static func equal(_ left: Self, _ right: Self) -> Self {
    .binary(symbol: "=", left: left, right: right)
  }

  /// The AND of all, with TRUE for none and the condition itself for one.
  public static func allOf(_ conditions: [Self]) -> Self {
    conditions.count == 1 ? conditions[0] : conditions.isEmpty ? .true : .and(operands: conditions)
  }
}
