import AccessPlan
import Testing

struct RuleDiagnosticTests {
  @Test func `a rule for a role that is not declared`() throws {
    let mistake = try Shop.plan { _ in Allow(.select, to: .role(Role("autenticated"))) }.mistake()
    #expect(mistake.id == .unknownRole)
    #expect(
      mistake.message == "a rule of `item` names role `autenticated`, which is not declared")
    #expect(mistake.help == "did you mean `authenticated`?")
    #expect(
      mistake.place == SourcePlace(file: "AccessPlanTests/RuleDiagnosticTests.swift", line: 6))
  }

  @Test func `a role like no other`() throws {
    let mistake = try Shop.plan { _ in Allow(.select, to: .role(Role("clerk"))) }.mistake()
    #expect(mistake.help == "list it in the plan: `Role(\"clerk\")`")
  }

  @Test func `a role that is a member of nothing known`() throws {
    let mistake = try Plan("p", platform: .supabase) { Role("clerk", memberOf: Role("staff")) }
      .mistake()
    #expect(mistake.id == .unknownRole)
    #expect(mistake.message == "role `clerk` names role `staff`, which is not declared")
  }

  @Test func `plain PostgreSQL has no authenticated role`() throws {
    let mistakes = Plan("p", platform: .postgres) { Shop.Item.self }
      .variant("test", .rules(of: Shop.Item.self) { _ in Allow(.select, to: .authenticated) })
      .mistakes()
    #expect(mistakes.map(\.id).contains(.unknownRole))
    #expect(mistakes.map(\.id).contains(.unknownFunction))
  }

  @Test func `owner, where the table has none`() throws {
    let mistake = try Shop.plan.variant(
      "test", .rules(of: Shop.Bid.self) { _ in Allow(.select, to: .owner) }
    ).mistake()
    #expect(mistake.id == .missingOwner)
    #expect(mistake.message == "a rule of `bid` says `.owner`, but the table has no `owner`")
  }

  @Test func `a check where nothing is written`() throws {
    let mistake = try Shop.plan {
      Allow(.select, .delete, to: .anon, check: $0.isActive == true)
    }.mistake()
    #expect(mistake.id == .invalidRule)
    #expect(mistake.message == "a rule of `item` has `check:` but neither inserts nor updates")
  }

  @Test func `deleting some columns`() throws {
    let mistake = try Shop.plan { Allow(.all, to: .anon, on: $0.name) }.mistake()
    #expect(mistake.id == .invalidRule)
    #expect(
      mistake.message == "a rule of `item` limits DELETE to columns, and whole rows are deleted")
  }

  @Test func `limiting a rule to another relation's column`() throws {
    let mistake = try Shop.plan { _ in Allow(.select, to: .anon, on: Shop.Bid().amount) }.mistake()
    #expect(mistake.id == .unknownColumn)
    #expect(
      mistake.message
        == "a rule of `item` is limited to `amount`, which is another relation's column")
  }

  @Test func `a column whose source is not in scope`() throws {
    let mistake = try Shop.plan { _ in
      Allow(.select, to: .anon, where: Source<Shop.Bid>().amount > 3)
    }.mistake()
    #expect(mistake.id == .columnOutOfScope)
    #expect(
      mistake.message
        == "a rule of `item` names column `amount` of a source that is not in scope there")
    #expect(mistake.place?.line == #line - 6)
  }

  @Test func `another instance of the same table is not the row itself`() throws {
    let mistake = try Shop.plan { _ in
      Allow(.select, to: .anon, where: Source<Shop.Item>().isActive == true)
    }.mistake()
    #expect(mistake.id == .columnOutOfScope)
  }

  @Test func `a source that is used twice`() throws {
    let mistake = try Shop.plan { item in
      let bid = Source<Shop.Bid>()
      let query = Query.from(bid).join(bid, on: bid.itemID == item.id)
      Allow(.select, to: .anon, where: exists(query))
    }.mistake()
    #expect(mistake.id == .ambiguousColumn)
    #expect(mistake.message == "a rule of `item` uses one source of `bid` twice")
  }

  @Test func `a source that is not in the plan`() throws {
    let mistake = try Plan("p", platform: .supabase) { Shop.Item.self }.variant(
      "test",
      .rules(of: Shop.Item.self) { item in
        let bid = Source<Shop.Bid>()
        Allow(.select, to: .anon, where: exists(bid, where: bid.itemID == item.id))
      }
    ).mistake()
    #expect(mistake.id == .unknownRelation)
    #expect(mistake.message == "a rule of `item` reads `bid`, which is not in the plan")
    #expect(mistake.place?.line == #line - 5)
  }

  @Test func `changing what is not in the plan`() throws {
    let mistake = try Plan("p", platform: .supabase) { Shop.Item.self }.variant(
      "test", .rowSecurity(.disabled, on: Shop.Bid.self)
    ).mistake()
    #expect(mistake.id == .unknownRelation)
    #expect(mistake.message == "variant `p/test` changes `bid`, which is not in the plan")
  }
}
