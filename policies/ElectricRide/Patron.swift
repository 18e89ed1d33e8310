import AccessPlan

/// Someone who signs in to the app. The app finds them by the email address of their account.
struct Patron: Table {
  let id = Column("id", .bigint).primaryKey().generated()
  let name = Column("name", .text)
  let emailAddress = Column("email_address", .text).unique()
  let phoneNumber = Column("phone_number", .text).nullable()

  var owner: Condition { emailAddress == auth.email }

  var access: AccessRules {
    Allow(.select, .insert, .delete, to: .owner)
    // The email address says whose row this is, so it stays as it was added.
    Allow(.update, to: .owner, on: name, phoneNumber)
  }
}
