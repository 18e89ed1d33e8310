import AccessPlan
import Testing

struct Missing: Error, CustomStringConvertible { let description: String }

extension Optional {
  func required(_ what: String = "value") throws -> Wrapped {
    guard let self else { throw Missing(description: "no \(what)") }
    return self
  }
}

extension Plan {
  /// The document of a plan that has no mistakes.
  func document() throws -> PlanDocument {
    let loaded = load()
    if let first = loaded.diagnostics.first { throw Missing(description: "\(first)") }
    return try loaded.document.required("document")
  }

  func table(_ name: String) throws -> Catalog.Table {
    try document().catalog.table(QualifiedName("public", name)).required("table \(name)")
  }

  func view(_ name: String) throws -> Catalog.View {
    try document().catalog.view(QualifiedName("public", name)).required("view \(name)")
  }

  /// The mistakes of a plan, which then must have no document.
  func mistakes() -> [Diagnostic] {
    let loaded = load()
    #expect(loaded.document == nil)
    return loaded.diagnostics
  }

  /// The only mistake of a plan, its message and help.
  func mistake() throws -> Diagnostic {
    let mistakes = mistakes()
    try #require(mistakes.count == 1, "\(mistakes)")
    return mistakes[0]
  }
}

extension Catalog.Table {
  func policy(_ name: String) throws -> Catalog.Policy {
    try policies.first { $0.name == name }
      .required("policy \(name) among \(policies.map(\.name))")
  }

  func column(_ name: String) throws -> Catalog.Column {
    try columns.first { $0.name == name }.required("column \(name)")
  }

  func privileges(of role: String) throws -> [Privilege] {
    try acl.required("acl").privileges(of: .role(role))
  }
}

extension Catalog.View {
  var select: SQLSelect {
    get throws {
      guard case .select(let select) = query.body else { throw Missing(description: "no SELECT") }
      return select
    }
  }
}

/// `(SELECT auth.name())`.
func authCall(_ name: String) -> SQLExpression {
  let call = SQLExpression.function(name, schema: "auth")
  return .scalarQuery(query: SQLQuery(SQLSelect([.expression(call, name: nil)])))
}

/// `SELECT targets FROM public.name AS alias WHERE condition`.
func simpleQuery(
  _ target: SQLExpression = .integer(1), from name: String, as alias: String? = nil,
  where condition: SQLExpression
) -> SQLQuery {
  SQLQuery(
    SQLSelect(
      [.expression(target, name: nil)],
      from: [.relation(schema: "public", name: name, alias: alias)], where: condition))
}
