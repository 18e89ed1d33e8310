extension PlatformPreset {
  /// Supabase: the roles of its API and the `auth` schema.
  ///
  /// Source: `migrations/db/init-scripts` of supabase/postgres and `migrations` of supabase/auth.
  /// `supabase_admin` and `supabase_auth_admin`, which own platform objects there, are not
  /// modelled: `postgres` stands for them.
  public static let supabase = PlatformPreset(
    name: "supabase", owner: "postgres", apiRoles: ["anon", "authenticated", "service_role"],
    serviceRole: "service_role",
    catalog: Catalog(
      roles: supabaseRoles,
      schemas: [
        supabaseSchema("public", everyone: [.usage]),
        supabaseSchema("auth", everyone: []),
      ],
      functions: [
        claimFunction("uid", "sub", returns: .uuid),
        claimFunction("role", "role", returns: .text),
        claimFunction("email", "email", returns: .text),
        supabaseFunction("jwt", returns: .jsonb, jwt),
      ]))

  private static let origin = Catalog.Origin.platform("supabase")

  private static var supabaseRoles: [Catalog.Role] {
    let apiRoles = ["anon", "authenticated", "service_role"]
    // On the platform postgres is no superuser, but it has BYPASSRLS and owns the plan's objects;
    // a server of our own has it as its bootstrap superuser. Access decisions are the same.
    return [
      Catalog.Role(
        "postgres", isSuperuser: true, bypassesRowSecurity: true, canLogin: true, origin: origin),
      Catalog.Role("anon", inherits: false, origin: origin),
      Catalog.Role("authenticated", inherits: false, origin: origin),
      Catalog.Role("service_role", bypassesRowSecurity: true, inherits: false, origin: origin),
      Catalog.Role(
        "authenticator", inherits: false, canLogin: true,
        memberships: apiRoles.map { Catalog.Membership(of: $0) }, origin: origin),
    ]
  }

  private static func supabaseSchema(_ name: String, everyone: [Privilege]) -> Catalog.Schema {
    var acl = AccessControlList.builtIn(
      owner: "postgres", all: Privilege.allOnSchema, everyone: everyone)
    for role in ["anon", "authenticated", "service_role"] { acl.grant([.usage], to: .role(role)) }
    return Catalog.Schema(name, owner: "postgres", acl: acl, origin: origin)
  }

  /// `coalesce(nullif(current_setting('request.jwt.claim', true), ''),
  /// nullif(current_setting('request.jwt.claims', true), ''))::jsonb`
  private static var jwt: SQLExpression {
    .cast(
      operand: .coalesce(operands: [setting("request.jwt.claim"), setting("request.jwt.claims")]),
      type: .jsonb)
  }

  /// `coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
  /// nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid`
  private static func claimFunction(
    _ name: String, _ claim: String, returns type: TypeName
  ) -> Catalog.Function {
    let all = SQLExpression.cast(operand: setting("request.jwt.claims"), type: .jsonb)
    let value = SQLExpression.coalesce(operands: [
      setting("request.jwt.claim.\(claim)"),
      .binary(symbol: "->>", left: all, right: .string(claim)),
    ])
    return supabaseFunction(name, returns: type, .cast(operand: value, type: type))
  }

  private static func supabaseFunction(
    _ name: String, returns type: TypeName, _ value: SQLExpression
  ) -> Catalog.Function {
    Catalog.Function(
      QualifiedName("auth", name), returns: type,
      body: .query(SQLQuery(SQLSelect([.expression(value, name: nil)]))), volatility: .stable,
      owner: "postgres",
      acl: .builtIn(owner: "postgres", all: [.execute], everyone: [.execute]), origin: origin)
  }

  /// `nullif(current_setting(name, true), '')`: a setting that is unset or was reset is NULL.
  private static func setting(_ name: String) -> SQLExpression {
    .nullIf(left: .function("current_setting", .string(name), .true), right: .string(""))
  }
}
