import AccessPlan

// What everyone reads before choosing a university. Nobody writes it from a client.

struct University: Table {
  static let name = "universities_v2"

  let id = Column("id", .integer).primaryKey()
  let title = Column("name", .text).unique()
  let location = Column("location", .text)
  let website = Column("website", .text).nullable()

  var access: AccessRules { Allow(.select, to: .anon, .authenticated) }
}

struct Course: Table {
  static let name = "courses_v2"

  let id = Column("id", .uuid).primaryKey()
  let title = Column("name", .text)
  let universityID = Column("uni_id", .integer).references(University.self, \.id)
  let ucasPoints = Column("ucas_points", .integer).nullable().comment(
    "asked for, in UCAS tariff points")

  var access: AccessRules { Allow(.select, to: .anon, .authenticated) }
}

struct Accommodation: Table {
  static let name = "accommodations_v2"

  let id = Column("id", .integer).primaryKey()
  let universityID = Column("university_id", .integer).references(University.self, \.id)
  let title = Column("name", .text)
  let weeklyRent = Column("weekly_rent", .numeric(7, 2)).nullable().comment("in pounds")

  var access: AccessRules { Allow(.select, to: .anon, .authenticated) }
}

struct Society: Table {
  static let name = "societies"

  let id = Column("id", .integer).primaryKey()
  let universityID = Column("university_id", .integer).references(University.self, \.id)
  let title = Column("name", .text)

  var access: AccessRules { Allow(.select, to: .anon, .authenticated) }
}

struct Event: Table {
  static let name = "events"

  let id = Column("id", .integer).primaryKey()
  let societyID = Column("society_id", .integer).nullable().references(Society.self, \.id)
  let title = Column("name", .text)
  let startsAt = Column("starts_at", .timestamptz)

  var access: AccessRules { Allow(.select, to: .anon, .authenticated) }
}
