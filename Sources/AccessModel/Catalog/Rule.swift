extension Catalog {
  /// A rewrite rule of a table or view. A view's own, `_RETURN`, is its query and not listed.
  ///
  /// Source: PostgreSQL manual, CREATE RULE; catalog `pg_rewrite`.
  public struct Rule: Hashable, Codable, Sendable {
    public enum Event: String, Hashable, Codable, Sendable {
      case select = "SELECT"
      case insert = "INSERT"
      case update = "UPDATE"
      case delete = "DELETE"
    }

    public var name: String
    public var event: Event
    public var isInstead: Bool
    /// WHERE; columns are qualified by `old` and `new`, as are those of the actions.
    public var condition: SQLExpression?
    /// In order; empty is NOTHING.
    public var actions: [SQLStatement]
    /// What of it the model has no form for: statements that meet the rule are undecided.
    public var unread: String?
    @Omitted public var enabled: Trigger.Enabled
    public var place: SourcePlace?

    public init(
      _ name: String, on event: Event, isInstead: Bool, condition: SQLExpression? = nil,
      actions: [SQLStatement], unread: String? = nil, place: SourcePlace? = nil
    ) {
      self.name = name
      self.event = event
      self.isInstead = isInstead
      self.condition = condition
      self.actions = actions
      self.unread = unread
      self.place = place
    }
  }
}
