import AccessModel

/// The claims of the caller's token, as Supabase's `auth` schema reads them.
///
/// Each is written `(SELECT auth.uid())`, so that PostgreSQL calls it once per statement and not
/// once per row.
public struct Auth: Sendable {
  /// `auth.uid()`: the `sub` claim; NULL without a token.
  public var uid: ScalarExpression<UUIDValue> { once("uid", .uuid) }

  /// `auth.email()`: the `email` claim.
  public var email: ScalarExpression<String> { once("email", .text) }

  /// `auth.role()`: the `role` claim, which is not the database role.
  public var role: ScalarExpression<String> { once("role", .text) }

  /// `auth.jwt()`: all claims; `auth.jwt["tenant"]` is one of them as text.
  public var jwt: ScalarExpression<JSONBValue> { once("jwt", .jsonb) }

  private func once<Value>(_ name: String, _ type: SQLType<Value>) -> ScalarExpression<Value> {
    ScalarExpression(type.name) { context in
      context.useFunction(QualifiedName("auth", name))
      let call = SQLExpression.function(name, schema: "auth")
      return .scalarQuery(query: SQLQuery(SQLSelect([.expression(call, name: nil)])))
    }
  }
}

/// The caller: `auth.uid`, `auth.email`, `auth.role`, `auth.jwt`.
public let auth = Auth()
