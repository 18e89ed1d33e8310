import AccessPlan
import Testing

struct RuleTests {
  private let owns = SQLExpression.equal(.column("seller_id", of: "item"), authCall("uid"))
  private let active = SQLExpression.equal(.column("is_active", of: "item"), .true)
  private let inactive = SQLExpression.equal(.column("is_active", of: "item"), .false)

  @Test func `a rule is one policy per command`() throws {
    let table = try Shop.plan { _ in Allow(.insert, .select, to: .anon, .authenticated) }
      .table("item")
    #expect(
      table.policies.map(\.name) == [
        "anon, authenticated may select", "anon, authenticated may insert",
      ])
    #expect(table.policies.map(\.command) == [.select, .insert])
    #expect(table.policies.allSatisfy { $0.roles == [.role("anon"), .role("authenticated")] })
    #expect(table.policies.allSatisfy { $0.isPermissive })
  }

  @Test func `all four commands are one policy FOR ALL`() throws {
    let table = try Shop.plan { _ in Allow(.select, .insert, .update, .delete, to: .owner) }
      .table("item")
    #expect(table.policies.map(\.name) == ["owner may do all"])
    #expect(table.policies.map(\.command) == [.all])
  }

  @Test func `without a condition every row is allowed, and every new row`() throws {
    let table = try Shop.plan { _ in Allow(.select, .insert, to: .anon) }.table("item")
    #expect(try table.policy("anon may select").using == .true)
    #expect(try table.policy("anon may select").check == nil)
    #expect(try table.policy("anon may insert").using == nil)
    #expect(try table.policy("anon may insert").check == .true)
  }

  @Test func `owner means authenticated where the owner holds`() throws {
    let table = try Shop.plan { _ in Allow(.select, .insert, to: .owner) }.table("item")
    let select = try table.policy("owner may select"), insert = try table.policy("owner may insert")
    #expect(select.roles == [.role("authenticated")] && select.using == owns)
    #expect(insert.roles == [.role("authenticated")] && insert.check == owns)
    #expect(table.ownerCondition == owns)
  }

  @Test func `owner and other audiences get policies of their own`() throws {
    let table = try Shop.plan { Allow(.select, to: .owner, .anon, where: $0.isActive == true) }
      .table("item")
    #expect(table.policies.map(\.name) == ["owner may select", "anon may select"])
    #expect(try table.policy("owner may select").using == .and(operands: [owns, active]))
    #expect(try table.policy("anon may select").using == active)
  }

  @Test func `a condition is for existing and new rows alike`() throws {
    let table = try Shop.plan {
      Allow(.insert, .update, to: .authenticated, where: $0.isActive == true)
    }.table("item")
    #expect(try table.policy("authenticated may insert").check == active)
    let update = try table.policy("authenticated may update")
    #expect(update.using == active && update.check == nil)
  }

  @Test func `a check replaces the condition for new rows, but not the owner`() throws {
    let table = try Shop.plan {
      Allow(.insert, .update, to: .owner, where: $0.isActive == true, check: $0.isActive == false)
    }.table("item")
    let new = SQLExpression.and(operands: [owns, inactive])
    #expect(try table.policy("owner may insert").check == new)
    #expect(try table.policy("owner may update").using == .and(operands: [owns, active]))
    #expect(try table.policy("owner may update").check == new)
  }

  @Test func `a restriction is a restrictive policy and grants nothing`() throws {
    let table = try Shop.plan {
      Restrict(.select, to: .authenticated, where: $0.isActive == true)
      Restrict(.all, to: .anon, where: $0.isActive == true)
    }.table("item")
    #expect(
      table.policies.map(\.name) == ["authenticated restricted on select", "anon restricted"])
    #expect(table.policies.allSatisfy { !$0.isPermissive && $0.using == active })
    #expect(try table.privileges(of: "authenticated") == [])
  }

  @Test func `PUBLIC absorbs other roles`() throws {
    let table = try Shop.plan { _ in Allow(.select, to: .public, .anon) }.table("item")
    #expect(table.policies.map(\.roles) == [[.everyone]])
    #expect(table.acl?.privileges(of: .everyone) == [.select])
  }

  @Test func `equal names get numbers`() throws {
    let table = try Shop.plan {
      Allow(.select, to: .anon, where: $0.isActive == true)
      Allow(.select, to: .anon, where: $0.stock > 0)
    }.table("item")
    #expect(table.policies.map(\.name) == ["anon may select", "anon may select 2"])
  }

  @Test func `a rule may name its policies`() throws {
    let table = try Shop.plan { _ in
      Allow(.select, to: .anon, named: "shop window")
      Allow(.select, .insert, to: .owner, named: "own")
    }.table("item")
    #expect(
      table.policies.map(\.name) == ["shop window", "own (owner: select)", "own (owner: insert)"])
  }

  @Test func `generated names fit into 63 bytes`() throws {
    let roles = (1...9).map { Role("accountant_number_\($0)") }
    let audience = Audience.role(roles[0])
    let plan = Plan("p", platform: .supabase) {
      roles[0]
      roles[1]
      roles[2]
      roles[3]
      Shop.Item.self
    }.variant(
      "long",
      .rules(of: Shop.Item.self) { _ in
        Allow(.select, to: audience, .role(roles[1]), .role(roles[2]), .role(roles[3]))
        Allow(.select, to: audience, .role(roles[1]), .role(roles[2]), .role(roles[3]))
      })
    let names = try plan.table("item").policies.map(\.name)
    #expect(names.map(\.utf8.count) == [63, 63])
    #expect(Set(names).count == 2)
  }
}
