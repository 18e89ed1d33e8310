import AccessPlan

struct Patrons: View {  // error: does not conform to protocol 'View'
  let id = Column("id", .bigint)

  var query: Query { .sql("select id from patron") }
}
