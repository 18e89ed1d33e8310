import AccessModel
import Foundation
import Testing

/// Members of the catalog that older documents do not have.
@Suite struct NewMembersTests {
  private static let plain = Catalog.Table(
    QualifiedName("public", "t"), columns: [Catalog.Column("a", .integer)], owner: "o")

  @Test func `an ordinary table is written without them`() throws {
    let text = String(decoding: try JSONEncoder().encode(Self.plain), as: UTF8.self)
    for member in ["kind", "triggers", "rules", "parents", "isTemporary", "isInherited"] {
      #expect(!text.contains("\"\(member)\""))
    }
    #expect(try JSONDecoder().decode(Catalog.Table.self, from: Data(text.utf8)) == Self.plain)
  }

  @Test func `what is not as usual comes back`() throws {
    var table = Self.plain
    table.kind = .partitioned
    table.partitionKey = Catalog.PartitionKey(.range, [.column("a")])
    table.parents = [QualifiedName("public", "parent")]
    table.partitionBound = .range(from: [.minimum], to: [.value(.integer(3))])
    table.triggers = [
      Catalog.Trigger(
        "g", .before, [.insert, .update(of: ["a"])], isForEachRow: true,
        function: QualifiedName("public", "f"), enabled: .disabled)
    ]
    table.rules = [Catalog.Rule("r", on: .delete, isInstead: true, actions: [])]
    table.isTemporary = true
    let data = try JSONEncoder().encode(table)
    #expect(try JSONDecoder().decode(Catalog.Table.self, from: data) == table)
  }

  @Test func `a grant says its grantor only if it is not the owner`() throws {
    var acl = AccessControlList()
    acl.grant([.select], to: .role("a"))
    #expect(!String(decoding: try JSONEncoder().encode(acl), as: UTF8.self).contains("grantor"))
    acl.grant([.select, .insert], to: .role("a"), by: "b")
    #expect(acl.entries.count == 2 && acl.privileges(of: .role("a")) == [.select, .insert])
    acl.revoke([.select], from: .role("a"))
    #expect(acl.privileges(of: .role("a")) == [.select, .insert])
    let data = try JSONEncoder().encode(acl)
    #expect(try JSONDecoder().decode(AccessControlList.self, from: data) == acl)
  }
}
