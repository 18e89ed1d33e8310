import AccessPlan

// What people keep for themselves. Nobody else reads or writes it.

struct ShortlistedUniversity: Table {
  static let name = "shortlisted_universities"

  let userID = Column("user_id", .uuid).primaryKey()
    .references(User.self, \.id, onDelete: .cascade)
  let universityID = Column("uni_id", .integer).primaryKey().references(University.self, \.id)

  var owner: Condition { userID == auth.uid }
  var access: AccessRules { Allow(.select, .insert, .delete, to: .owner) }
}

struct ShortlistedCourse: Table {
  static let name = "shortlisted_courses"

  let userID = Column("user_id", .uuid).primaryKey()
    .references(User.self, \.id, onDelete: .cascade)
  let courseID = Column("course_id", .uuid).primaryKey().references(Course.self, \.id)

  var owner: Condition { userID == auth.uid }
  var access: AccessRules { Allow(.select, .insert, .delete, to: .owner) }
}

struct Grade: Table {
  static let name = "grades"

  let id = Column("id", .bigint).primaryKey().generated()
  let userID = Column("user_id", .uuid).references(User.self, \.id, onDelete: .cascade)
  let subject = Column("subject", .text)
  let grade = Column("grade", .text)

  var owner: Condition { userID == auth.uid }
  var access: AccessRules { Allow(.all, to: .owner) }
}

struct Budget: Table {
  static let name = "budgets"

  let id = Column("id", .bigint).primaryKey().generated()
  let userID = Column("user_id", .uuid).references(User.self, \.id, onDelete: .cascade)
  let title = Column("name", .text)

  var owner: Condition { userID == auth.uid }
  var access: AccessRules { Allow(.all, to: .owner) }
}

struct BudgetItem: Table {
  static let name = "budget_items"

  let id = Column("id", .bigint).primaryKey().generated()
  let budgetID = Column("budget_id", .bigint).references(Budget.self, \.id, onDelete: .cascade)
  let title = Column("name", .text)
  let amount = Column("amount", .numeric(9, 2)).comment("in pounds; spending is negative")

  /// The person whose budget it is in.
  var owner: Condition {
    let budget = Source<Budget>()
    return exists(budget, where: budget.id == budgetID && budget.userID == auth.uid)
  }

  var access: AccessRules { Allow(.all, to: .owner) }
}

struct SocietyMember: Table {
  static let name = "society_members"

  let societyID = Column("society_id", .integer).primaryKey().references(Society.self, \.id)
  let userID = Column("user_id", .uuid).primaryKey()
    .references(User.self, \.id, onDelete: .cascade)

  var owner: Condition { userID == auth.uid }
  var access: AccessRules { Allow(.select, .insert, .delete, to: .owner) }
}

struct EventAttendee: Table {
  static let name = "event_attendees"

  let eventID = Column("event_id", .integer).primaryKey().references(Event.self, \.id)
  let userID = Column("user_id", .uuid).primaryKey()
    .references(User.self, \.id, onDelete: .cascade)

  var owner: Condition { userID == auth.uid }
  var access: AccessRules { Allow(.select, .insert, .delete, to: .owner) }
}
