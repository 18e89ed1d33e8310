extension Catalog {
  /// An operator of one's own: another way to call a function. Catalog: `pg_operator`.
  ///
  ///     CREATE OPERATOR <<< (leftarg = integer, rightarg = integer, function = less);
  public struct Operator: Hashable, Codable, Sendable {
    public var name: QualifiedName
    /// Nil: it stands before its operand.
    public var left: TypeName?
    public var right: TypeName
    /// Of the operands' types.
    public var function: QualifiedName
    public var owner: String

    public init(
      _ name: QualifiedName, left: TypeName?, right: TypeName, function: QualifiedName,
      owner: String
    ) {
      self.name = name
      self.left = left
      self.right = right
      self.function = function
      self.owner = owner
    }

    public var operands: [TypeName] { (left.map { [$0] } ?? []) + [right] }
  }
}
