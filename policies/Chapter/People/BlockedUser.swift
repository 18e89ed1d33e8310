import AccessPlan

/// Who does not want to hear of whom. Only the one who blocked knows.
struct BlockedUser: Table {
  static let name = "blocked_users"

  let blockerID = Column("blocker_id", .uuid).primaryKey()
    .references(User.self, \.id, onDelete: .cascade)
  let blockedID = Column("blocked_id", .uuid).primaryKey()
    .references(User.self, \.id, onDelete: .cascade)
  let createdAt = Column("created_at", .timestamptz).defaults(to: currentTimestamp)

  /// The one who blocked.
  var owner: Condition { blockerID == auth.uid }

  var constraints: Constraints { Check("nobody_blocks_themselves", blockerID != blockedID) }

  var access: AccessRules { Allow(.select, .insert, .delete, to: .owner) }
}
