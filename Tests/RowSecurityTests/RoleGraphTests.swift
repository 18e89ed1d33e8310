import AccessModel
import RowSecurity
import Testing

/// RULES 2, 3: whose privileges a role has.
@Suite struct `Role graph` {
  private let roles = RoleGraph([
    Catalog.Role("writer", bypassesRowSecurity: true),
    Catalog.Role("editor", memberships: [Catalog.Membership(of: "writer")]),
    Catalog.Role("chief", memberships: [Catalog.Membership(of: "editor")]),
    Catalog.Role("idle", inherits: false, memberships: [Catalog.Membership(of: "writer")]),
    Catalog.Role(
      "set", inherits: false, memberships: [Catalog.Membership(of: "writer", inherit: true)]),
    Catalog.Role("a", memberships: [Catalog.Membership(of: "b")]),
    Catalog.Role("b", memberships: [Catalog.Membership(of: "a")]),
  ])

  @Test func `privileges pass down a chain of memberships, not up`() {
    #expect(roles.privileges(of: "chief") == ["chief", "editor", "writer"])
    #expect(roles.privileges(of: "writer") == ["writer"])
  }

  @Test func `NOINHERIT gives no privileges, unless the grant says WITH INHERIT`() {
    #expect(roles.privileges(of: "idle") == ["idle"])
    #expect(roles.privileges(of: "set") == ["set", "writer"])
  }

  @Test func `memberships in a circle come to an end`() {
    #expect(roles.privileges(of: "a") == ["a", "b"])
  }

  @Test func `attributes are not inherited`() {
    #expect(roles.bypassesRowSecurity("writer"))
    #expect(!roles.bypassesRowSecurity("editor"))
  }
}
