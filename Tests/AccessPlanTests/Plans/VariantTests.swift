import AccessPlan
import Testing

private struct Names: View {
  static let security = ViewSecurity.definer
  let name = Column("name", .text)

  var query: Query {
    let item = Source<Shop.Item>()
    return Query.from(item).select(item.name.as(name))
  }

  var access: AccessRules { Allow(.select, to: .anon) }
}

struct VariantTests {
  private let plan = Plan("p", platform: .supabase) {
    Shop.Item.self
    Shop.Bid.self
    Names.self
  }

  @Test func `a variant has a name of its own`() throws {
    let document = try plan.variant("open").document()
    #expect(document.title == "p/open")
    #expect(document.variant == "open")
  }

  @Test func `row security changes for all tables or for some`() throws {
    let off = plan.variant("off", .rowSecurity(.disabled))
    #expect(try off.document().catalog.tables.map(\.rowSecurityEnabled) == [false, false])
    let some = off.variant("some", .rowSecurity(.enabled, on: Shop.Bid.self))
    #expect(try some.document().catalog.tables.map(\.rowSecurityEnabled) == [false, true])
  }

  @Test func `rules for all tables leave views alone`() throws {
    let catalog = try plan.variant("t", .tableRules { Allow(.select, to: .authenticated) })
      .document().catalog
    #expect(catalog.tables.map(\.policies.count) == [1, 1])
    #expect(catalog.views[0].acl?.privileges(of: .role("authenticated")) == [])
    #expect(catalog.views[0].acl?.privileges(of: .role("anon")) == [.select])
  }

  @Test func `rules can be dropped everywhere`() throws {
    let catalog = try plan.variant("none", .withoutRules()).document().catalog
    #expect(catalog.views[0].acl?.privileges(of: .role("anon")) == [])
  }

  @Test func `later changes win`() throws {
    let variant = plan.variant(
      "t", .tableRules { Allow(.select, to: .anon) },
      .rules(of: Shop.Bid.self) { _ in Allow(.delete, to: .anon) })
    #expect(try variant.table("item").policies.map(\.command) == [.select])
    #expect(try variant.table("bid").policies.map(\.command) == [.delete])
  }

  @Test func `a view's query and security can be replaced, and restored`() throws {
    let variant = plan.variant(
      "t",
      .definition(of: Names.self, .invoker) { view in
        let item = Source<Shop.Item>()
        return Query.from(item).where(item.isActive == true).select(item.name.as(view.name))
      })
    #expect(try variant.view("names").securityInvoker)
    #expect(try variant.view("names").select.condition != nil)
    let restored = variant.variant("u", .asStated(Names.self))
    #expect(try restored.view("names") == plan.view("names"))
  }
}
