import AccessPlan

/// That somebody entered the code they were mailed: once, with their own address, and for good.
struct EmailConfirmation: Table {
  static let name = "users_v2_email_confirms"

  let id = Column("id", .uuid).primaryKey().references(User.self, \.id, onDelete: .cascade)
  let confirmedAt = Column("confirmed_at", .timestamptz).defaults(to: currentTimestamp)
  let email = Column("email", .text)
  let firstName = Column("first_name", .text)

  /// The person.
  var owner: Condition { id == auth.uid }

  var access: AccessRules {
    Allow(.select, to: .owner)
    // When it was is not theirs to say.
    Allow(.insert, to: .owner, check: email == auth.email, on: id, email, firstName)
  }
}
