import AccessPlan

/// What somebody said in a group. Members read it; the sender mends or takes it back.
///
/// Realtime shows a new message to those subscribers who could SELECT it: these rules decide that
/// too.
struct Message: Table {
  static let name = "messages"

  let id = Column("id", .bigint).primaryKey().generated()
  let groupID = Column("group_id", .uuid).references(GroupChat.self, \.id, onDelete: .cascade)
  let senderID = Column("sender_id", .uuid).references(User.self, \.id, onDelete: .cascade)
  let body = Column("body", .text)
  let createdAt = Column("created_at", .timestamptz).defaults(to: currentTimestamp)

  /// The sender.
  var owner: Condition { senderID == auth.uid }

  /// Members of the group.
  var read: Condition { Condition(isMemberOf(groupID)) }

  /// What may be sent, and mended later: as oneself, where one may write. Who was blocked since does not
  /// reach the other by changing what stands there.
  var sent: Condition { owner && Condition(mayWriteTo(groupID)) }

  /// What its sender may take back: in groups they are in.
  var withdrawn: Condition { owner && read }

  var constraints: Constraints { Check("message_says_something", body != "") }

  var access: AccessRules {
    Allow(.select, to: .authenticated, where: read)
    Allow(.insert, to: .authenticated, check: sent, on: groupID, senderID, body)
    Allow(.update, to: .authenticated, where: sent, on: body)
    Allow(.delete, to: .authenticated, where: withdrawn)
  }
}
