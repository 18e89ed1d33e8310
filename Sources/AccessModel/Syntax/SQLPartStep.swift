/// One step from a column to the part of it that a statement assigns: `column.field`,
/// `column[1]`, `column[1:2]`.
public enum SQLPartStep: Hashable, Codable, Sendable {
  case field(String)
  /// Of an element, `lower` is the subscript.
  case elements(lower: SQLExpression?, upper: SQLExpression?, isSlice: Bool)
}
