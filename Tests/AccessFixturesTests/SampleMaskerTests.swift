import AccessFixtures
import AccessModel
import SQLFrontend
import Testing

/// What stands for values: equal for equal, different for different, and fit for its column.
struct SampleMaskerTests {
  private static let catalog = MaskingRulesTests.catalog(
    """
    CREATE TABLE person (
      id int PRIMARY KEY, email text UNIQUE, name varchar(6), bio text, settings jsonb, tags text[],
      pin text, site text);
    CREATE TABLE invitation (id int PRIMARY KEY, guest text, state text);
    ALTER TABLE invitation ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON invitation USING (guest = auth.email() OR guest = 'all@example.org');
    CREATE POLICY kin ON person USING (settings ->> 'team' = 'red');
    """)

  private func mask(
    _ table: String, _ columns: [String], _ rows: [[String?]], seed: UInt64 = 1
  ) -> [[String?]] {
    var masker = SampleMasker(MaskingRules(Self.catalog), seed: seed)
    return masker.mask(
      [TableRows(QualifiedName("public", table), columns: columns, rows: rows.map { .init($0) })],
      of: Self.catalog
    ).first?.rows.map(\.values) ?? []
  }

  @Test func `equal values stay equal, different ones different, NULL and nothing what they are`() {
    let bios = ["a quiet person", "a loud person", "a quiet person", nil, "", "x", "y"]
    let found = mask("person", ["bio"], bios.map { [$0] }).map { $0[0] }
    #expect(found[0] == found[2] && found[0] != found[1] && found[0] != bios[0])
    #expect(found[0]?.count == bios[0]?.count)
    #expect(found[3] == nil && found[4] == "" && found[5] != found[6])
  }

  @Test func `a thousand values of one letter find a thousand stand-ins`() {
    let values = (0..<1000).map { [String(UnicodeScalar(0x4E00 + $0) ?? "x")] as [String?] }
    #expect(Set(mask("person", ["bio"], values).compactMap { $0[0] }).count == 1000)
    let short = mask("person", ["name"], (0..<500).map { ["\($0)"] })
    #expect(Set(short.compactMap { $0[0] }).count == 500)
    #expect(short.allSatisfy { ($0[0] ?? "").count <= 6 })
  }

  @Test func `rows and claims know the same addresses, in whatever letters`() throws {
    var masker = SampleMasker(MaskingRules(Self.catalog), seed: 3)
    func rows(_ table: String, _ columns: [String], _ rows: [[String?]]) -> TableRows {
      TableRows(QualifiedName("public", table), columns: columns, rows: rows.map { .init($0) })
    }
    let masked = masker.mask(
      [
        rows("person", ["id", "email"], [["1", "Ana@shop.se"], ["2", "ana@shop.se"]]),
        rows("invitation", ["guest"], [["ana@shop.se"], ["all@example.org"]]),
      ], of: Self.catalog)
    let people = masked[0].rows.compactMap { $0.values[1] }
    #expect(people[0] != people[1] && people[0].lowercased() == people[1])
    #expect(!people[1].contains("ana"))
    // A constant of the policy's own stays.
    #expect(masked[1].rows.map(\.values) == [[people[1]], ["all@example.org"]])
    let ana = masker.mask(
      Identity(
        "ana", role: "authenticated",
        claims:
          #"""
          {"sub": "5f", "email": "ana@shop.se", "role": "authenticated", "phone": "070-12",
           "name": "Ana Real", "user_metadata": {"bio": "Real life", "team": "red"}}
          """#))
    let claims = try #require(ana.claims)
    #expect(claims.contains("\"email\": \"\(people[1])\"") && claims.contains("\"sub\": \"5f\""))
    #expect(claims.contains("\"role\": \"authenticated\"") && !claims.contains("070-12"))
    #expect(!claims.contains("Real") && claims.contains("\"team\": \"red\""))
  }

  @Test func `JSON keeps its members, its numbers and what policies ask for`() throws {
    let text = #"""
      {"team": "red", "email": "ana@shop.se", "age": 41.50, "ok": true, "none": null,
       "notes": ["call Ana", "2026-01-06T09:07:00Z"], "id": "7f3d3c5e-2b4b-4d5e-9a5a-0c8c2b1d1a11"}
      """#
    let found = try #require(mask("person", ["email", "settings"], [["ana@shop.se", text]]).first)
    let (email, settings) = (try #require(found[0]), try #require(found[1]))
    #expect(settings.contains("\"team\": \"red\"") && settings.contains("\"email\": \"\(email)\""))
    #expect(settings.contains("\"age\": 41.50") && settings.contains("\"none\": null"))
    #expect(settings.contains("2026-01-06T09:07:00Z"))
    #expect(settings.contains("7f3d3c5e-2b4b-4d5e-9a5a-0c8c2b1d1a11"))
    #expect(!settings.contains("call Ana"))
  }

  @Test func `elements of arrays are masked one by one`() throws {
    let found = try #require(
      mask("person", ["tags", "bio"], [[#"{"big boat",NULL,"big boat",x}"#, "big boat"]]).first)
    let boat = try #require(found[1])
    let tags = try #require(found[0])
    #expect(tags.hasPrefix("{") && tags.components(separatedBy: boat).count == 3, "\(tags)")
    #expect(tags.contains("NULL"))
  }

  @Test func `the same seed gives the same stand-ins, another seed others`() {
    let rows: [[String?]] = [["ana@shop.se", "Ana", "sails"], ["bo@shop.se", "Bo", "sings"]]
    let columns = ["email", "name", "bio"]
    #expect(mask("person", columns, rows) == mask("person", columns, rows))
    #expect(mask("person", columns, rows) != mask("person", columns, rows, seed: 2))
  }

  @Test func `nothing of a masked value is left`() {
    let secret = "Tr0ub4dor&3 hemlig"
    let columns = ["email", "bio", "pin", "site"]
    let found = mask("person", columns, [columns.map { _ in secret }])
    #expect(found.joined().allSatisfy { $0?.contains("hemlig") == false && $0 != secret })
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
