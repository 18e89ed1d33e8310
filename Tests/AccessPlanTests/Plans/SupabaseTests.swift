import AccessPlan
import Testing

struct SupabaseTests {
  private let platform = Catalog.Origin.platform("supabase")

  private func catalog() throws -> Catalog { try Shop.plan.document().catalog }

  @Test func `the API's roles`() throws {
    let catalog = try catalog()
    #expect(
      catalog.roles.map(\.name)
        == ["postgres", "anon", "authenticated", "service_role", "authenticator"])
    for name in ["anon", "authenticated", "service_role"] {
      let role = try catalog.role(name).required()
      #expect(!role.canLogin && !role.inherits && !role.isSuperuser)
      #expect(role.bypassesRowSecurity == (name == "service_role"))
      #expect(role.origin == platform)
    }
  }

  @Test func `the authenticator becomes an API role, and has no privileges of its own`() throws {
    let authenticator = try catalog().role("authenticator").required()
    #expect(authenticator.canLogin && !authenticator.inherits)
    #expect(
      authenticator.memberships.map(\.group) == ["anon", "authenticated", "service_role"])
  }

  @Test func `API roles may use both schemas`() throws {
    for name in ["public", "auth"] {
      let schema = try catalog().schema(name).required()
      #expect(schema.origin == platform)
      for role in ["anon", "authenticated", "service_role"] {
        #expect(schema.acl?.privileges(of: .role(role)) == [.usage])
      }
    }
    #expect(try catalog().schema("auth")?.acl?.privileges(of: .everyone) == [])
  }

  @Test func `the auth functions may be called by all`() throws {
    let functions = try catalog().functions
    #expect(functions.map(\.name.name) == ["uid", "role", "email", "jwt"])
    #expect(functions.map(\.returns) == [.uuid, .text, .text, .jsonb])
    for function in functions {
      #expect(function.name.schema == "auth" && function.origin == platform)
      #expect(function.volatility == .stable && function.language == "sql")
      #expect(!function.isSecurityDefiner)
      #expect(function.acl?.privileges(of: .everyone) == [.execute])
    }
  }

  @Test func `auth.uid reads the old setting first, then the claims`() throws {
    let setting = { (name: String) in
      SQLExpression.nullIf(
        left: .function("current_setting", .string(name), .true), right: .string(""))
    }
    let expression = SQLExpression.cast(
      operand: .coalesce(operands: [
        setting("request.jwt.claim.sub"),
        .binary(
          symbol: "->>",
          left: .cast(operand: setting("request.jwt.claims"), type: .jsonb), right: .string("sub")),
      ]), type: .uuid)
    #expect(
      try catalog().functions[0].body
        == .query(SQLQuery(SQLSelect([.expression(expression, name: nil)]))))
  }

  @Test func `auth.jwt is all claims`() throws {
    let setting = { (name: String) in
      SQLExpression.nullIf(
        left: .function("current_setting", .string(name), .true), right: .string(""))
    }
    let expression = SQLExpression.cast(
      operand: .coalesce(operands: [setting("request.jwt.claim"), setting("request.jwt.claims")]),
      type: .jsonb)
    #expect(
      try catalog().functions[3].body
        == .query(SQLQuery(SQLSelect([.expression(expression, name: nil)]))))
  }

  @Test func `plain PostgreSQL has a superuser and a schema`() throws {
    let catalog = try Plan("p", platform: .postgres) { Role("clerk") }.document().catalog
    #expect(catalog.roles.map(\.name) == ["postgres", "clerk"])
    #expect(catalog.schemas.map(\.name) == ["public"])
    #expect(catalog.functions.isEmpty)
  }
}
