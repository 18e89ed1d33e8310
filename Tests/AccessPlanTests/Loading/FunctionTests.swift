import AccessPlan
import Testing

private let isMember = Function(
  "is_member", arguments: [FunctionArgument("team", .bigint)], returns: .boolean,
  volatility: .stable, security: .definer, searchPath: "", executableBy: .authenticated,
  sql: "select true")

struct FunctionTests {
  private func plan(_ condition: @escaping @Sendable (Shop.Item) -> Condition) -> Plan {
    Plan("p", platform: .supabase) {
      Shop.Item.self
      isMember
    }.variant(
      "test",
      .rules(of: Shop.Item.self) { Allow(.select, to: .authenticated, where: condition($0)) })
  }

  @Test func `a function is declared with all that decides what it may do`() throws {
    let function = try plan { $0.id == 1 }.document().catalog.functions.last.required()
    #expect(function.name == QualifiedName("public", "is_member"))
    #expect(function.arguments == [.init("team", .bigint)])
    #expect(function.returns == .boolean && function.volatility == .stable)
    #expect(function.isSecurityDefiner && function.settings == [.init("search_path", "")])
    #expect(function.body == .text("select true"))
  }

  @Test func `only those named may call it, and the service role`() throws {
    let acl = try plan { $0.id == 1 }.document().catalog.functions.last.required().acl.required()
    #expect(acl.privileges(of: .everyone) == [])
    #expect(acl.privileges(of: .role("authenticated")) == [.execute])
    #expect(acl.privileges(of: .role("service_role")) == [.execute])
    #expect(acl.privileges(of: .role("anon")) == [])
  }

  @Test func `a call names its schema`() throws {
    let policy = try plan { Condition(isMember($0.id)) }.table("item").policies[0]
    #expect(
      policy.using == .function("is_member", .column("id", of: "item"), schema: "public"))
  }

  @Test func `a call with other types is a mistake`() throws {
    let mistake = try plan { Condition(isMember($0.name)) }.mistake()
    #expect(mistake.id == .typeMismatch)
    #expect(mistake.message == "a rule of `item` calls `is_member(bigint)` with (text)")
  }
}
