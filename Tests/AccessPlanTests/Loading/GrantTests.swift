import AccessPlan
import Testing

private struct Note: Table {
  static let schema = "app"
  let id = Column("id", .bigint).primaryKey().generated()

  var access: AccessRules { Allow(.select, to: .role(accountant)) }
}

private let accountant = Role("accountant", memberOf: Role("staff"), canLogin: true)

struct GrantTests {
  private let all = Privilege.allOnTable.sorted()

  @Test func `a rule grants its commands to its roles, and nothing else`() throws {
    let table = try Shop.plan { _ in
      Allow(.select, to: .anon)
      Allow(.select, .insert, .delete, to: .owner)
    }.table("item")
    #expect(try table.privileges(of: "anon") == [.select])
    #expect(try table.privileges(of: "authenticated") == [.select, .insert, .delete])
    #expect(table.acl?.privileges(of: .everyone) == [])
  }

  @Test func `owner and service role keep everything`() throws {
    let table = try Shop.plan.table("bid")
    #expect(
      table.acl
        == AccessControlList([
          .init(.role("postgres"), all, grantable: all), .init(.role("service_role"), all),
        ]))
  }

  @Test func `limited columns are granted one by one`() throws {
    let table = try Shop.plan {
      Allow(.select, .update, to: .authenticated, on: $0.name, $0.stock)
    }.table("item")
    #expect(try table.privileges(of: "authenticated") == [])
    #expect(
      table.columns.filter { $0.acl != nil }.map(\.name) == ["name", "stock"])
    #expect(
      try table.column("name").acl?.privileges(of: .role("authenticated")) == [.select, .update])
  }

  @Test func `whoever is granted something may use the schema`() throws {
    let plan = Plan("p", platform: .supabase) {
      Schema("app")
      Role("staff")
      accountant
      Note.self
    }
    let catalog = try plan.document().catalog
    let acl = try catalog.schema("app").required().acl.required()
    #expect(acl.privileges(of: .role("accountant")) == [.usage])
    #expect(acl.privileges(of: .role("anon")) == [])
    #expect(catalog.role("accountant")?.memberships == [Catalog.Membership(of: "staff")])
    #expect(catalog.role("accountant")?.canLogin == true)
  }

  @Test func `API defaults give API roles everything in public, whatever the rules`() throws {
    let plan = Shop.plan { _ in Allow(.select, to: .public) }
      .variant("open", .apiDefaults(.granted))
    let table = try plan.table("item")
    for role in ["anon", "authenticated", "service_role"] {
      #expect(try table.privileges(of: role) == all)
    }
  }

  @Test func `under API defaults a policy to PUBLIC grants PUBLIC nothing`() throws {
    let plan = Shop.plan { _ in Allow(.select, to: .public) }
      .variant("open", .apiDefaults(.granted))
    let table = try plan.table("item")
    #expect(table.acl?.privileges(of: .everyone) == [])
    #expect(try table.policy("public may select").roles == [.everyone])
  }

  @Test(arguments: [false, true])
  func `nobody may use a closed schema, whatever they may execute in it`(isClosed: Bool) throws {
    let plan = Plan("p", platform: .supabase) {
      Schema("app", isClosed: isClosed)
      Function(
        "ready", schema: "app", returns: .boolean, volatility: .stable, security: .definer,
        executableBy: .authenticated, sql: "select true")
    }
    let catalog = try plan.document().catalog
    let acl = try catalog.schema("app").required().acl.required()
    let held: [Privilege] = isClosed ? [] : [.usage]
    #expect(acl.privileges(of: .role("authenticated")) == held)
    let function = try #require(catalog.functions.first { $0.name.name == "ready" })
    #expect(function.acl?.privileges(of: .role("authenticated")) == [.execute])
  }

  @Test func `API defaults do not reach other schemas`() throws {
    let plan = Plan("p", platform: .supabase) {
      Schema("app")
      Role("staff")
      accountant
      Note.self
    }.variant("open", .apiDefaults(.granted))
    let note = try plan.document().catalog.table(QualifiedName("app", "note")).required()
    #expect(try note.privileges(of: "anon") == [])
    #expect(try note.privileges(of: "accountant") == [.select])
  }
}
