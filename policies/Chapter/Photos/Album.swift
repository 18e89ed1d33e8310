import AccessPlan

/// A folder of photos. The photos themselves are objects in storage.
struct Album: Table {
  static let name = "albums"

  let id = Column("id", .uuid).primaryKey()
  let ownerID = Column("owner_id", .uuid).references(User.self, \.id, onDelete: .cascade)
  let title = Column("name", .text)
  let isPublic = Column("is_public", .boolean).defaults(to: false)

  var owner: Condition { ownerID == auth.uid }

  /// Whoever may look at it.
  var visible: Condition { isPublic == true || owner }

  var access: AccessRules {
    Allow(.select, to: .anon, .authenticated, where: isPublic == true)
    Allow(.all, to: .owner)
  }
}
