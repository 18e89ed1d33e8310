import AccessFixtures
import AccessModel
import SQLFrontend
import Testing

/// Which columns of a sample are masked, and why others are not.
struct MaskingRulesTests {
  static func catalog(_ sql: String) -> Catalog {
    SQLReader().read([SQLFile(name: "schema.sql", text: sql)]).catalog
  }

  static func column(_ text: String) -> ColumnName {
    let parts = text.split(separator: ".").map(String.init)
    return ColumnName(QualifiedName("public", parts[0]), parts[1])
  }

  private func treatments(
    _ sql: String, keep: [String] = [], mask: [String] = []
  ) -> [String: MaskingRules.Treatment] {
    let rules = MaskingRules(
      Self.catalog(sql), keep: Set(keep.map(Self.column)), mask: Set(mask.map(Self.column)))
    return Dictionary(
      rules.treatments.map { ($0.column.description, $0.treatment) },
      uniquingKeysWith: { a, _ in a })
  }

  private static let people = """
    CREATE TYPE mood AS ENUM ('good', 'bad');
    CREATE TABLE person (
      id bigint PRIMARY KEY, email_address text UNIQUE, "mobilePhone" text, first_name text,
      api_key text, bio text, mood mood, born date, seen timestamptz, size int, lat numeric,
      active boolean, token uuid, settings jsonb, ip inet, tags text[],
      plan text CHECK (plan IN ('free', 'paid')));
    """

  @Test func `texts are masked as what their names say, other types stay`() {
    let found = treatments(Self.people)
    let masked: [String: SensitiveKind] = [
      "person.email_address": .email, "person.mobilePhone": .phone,
      "person.first_name": .personName, "person.api_key": .secret, "person.bio": .freeText,
      "person.born": .birthDate, "person.lat": .coordinate, "person.settings": .json,
      "person.ip": .network, "person.tags": .freeText,
    ]
    for (column, kind) in masked { #expect(found[column] == .masked(kind), "\(column)") }
    for column in ["mood", "seen", "size", "active", "token"] {
      #expect(found["person.\(column)"] == .kept(.plain), "\(column)")
    }
    #expect(found["person.plan"] == .kept(.listed))
    #expect(found["person.id"] == .kept(.key))
  }

  @Test func `what a policy compares stays, but for what is personal`() {
    let found = treatments(
      """
      CREATE TABLE post (id int PRIMARY KEY, status text, slug text, email text, title text);
      ALTER TABLE post ENABLE ROW LEVEL SECURITY;
      CREATE POLICY p ON post USING (status = 'public' OR email = (auth.jwt() ->> 'email'));
      """)
    #expect(found["post.status"] == .kept(.compared))
    #expect(found["post.email"] == .masked(.email))
    #expect(found["post.title"] == .masked(.freeText))
    #expect(found["post.slug"] == .masked(.freeText))
  }

  @Test(arguments: [
    "author = auth.email()", "author = (auth.jwt() ->> 'email'::text)",
    "author = (SELECT auth.jwt() ->> 'email')",
    "lower(author) = lower((current_setting('request.jwt.claims', true))::json ->> 'email')",
    "author IN (SELECT address FROM friend WHERE friend.email = auth.email() AND address = email)",
    "author = my_email()",
  ])
  func `a column that is compared with an email address is one`(condition: String) {
    let found = treatments(
      """
      CREATE FUNCTION my_email() RETURNS text LANGUAGE sql STABLE AS $$ SELECT auth.email() $$;
      CREATE TABLE friend (email text, address text);
      CREATE TABLE note (id int PRIMARY KEY, author text);
      ALTER TABLE note ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON note USING (\(condition));
      """)
    #expect(found["note.author"] == .masked(.email))
  }

  @Test func `what a function compares stays as what a policy does`() {
    let found = treatments(
      """
      CREATE TABLE member (id int PRIMARY KEY, role text, remark text);
      CREATE FUNCTION is_boss(who int) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS
        $$ SELECT EXISTS (SELECT FROM member m WHERE m.id = who AND m.role = 'boss') $$;
      """)
    #expect(found["member.role"] == .kept(.compared))
    #expect(found["member.remark"] == .masked(.freeText))
  }

  @Test func `columns that a foreign key holds equal are treated alike`() {
    let sql = """
      CREATE TABLE account (login_email text PRIMARY KEY, country text);
      CREATE TABLE invoice (id int PRIMARY KEY, payer text REFERENCES account, code text);
      CREATE TABLE code (code text PRIMARY KEY);
      CREATE TABLE use (code text REFERENCES code);
      """
    let found = treatments(sql)
    #expect(found["invoice.payer"] == .masked(.email))
    #expect(found["use.code"] == .kept(.key))
    let kept = treatments(sql, keep: ["invoice.payer"])
    #expect(kept["account.login_email"] == .kept(.asked))
    #expect(kept["account.country"] == .masked(.freeText))
    let asked = treatments(sql, mask: ["use.code"])
    #expect(asked["code.code"] == .masked(.freeText) && asked["use.code"] == .masked(.freeText))
  }

  @Test func `what has no stand-ins is refused, and partial comparisons are named`() {
    let catalog = Self.catalog(
      Self.people + """
        ALTER TABLE person ENABLE ROW LEVEL SECURITY;
        CREATE POLICY staff ON person USING (email_address LIKE '%@example.org');
        """)
    let rules = MaskingRules(
      catalog, mask: [Self.column("person.mood"), Self.column("person.size")])
    #expect(rules.refused == [Self.column("person.mood")])
    #expect(rules.doubtful == [Self.column("person.email_address")])
    #expect(rules.treatment(of: Self.column("person.size")) == .masked(.number))
  }

  @Test func `claims lead to the columns that hold what they say`() {
    let catalog = Self.catalog(
      """
      CREATE TABLE person (id uuid PRIMARY KEY);
      CREATE TABLE note (id int PRIMARY KEY, owner uuid REFERENCES person, other uuid);
      ALTER TABLE person ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON person USING (id = (SELECT auth.uid()));
      """)
    #expect(
      MaskingRules(catalog).columns(linkedToClaim: "sub")
        .filter { $0.table.schema == "public" }.map(\.description) == ["note.owner", "person.id"])
  }
}
