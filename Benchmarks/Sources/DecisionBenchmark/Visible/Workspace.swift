import AccessFixtures
import AccessModel

/// Documents of teams, projects and tenants: generated rows, the same every time, under one policy
/// for each shape, which a role chooses.
struct Workspace {
  /// A shape of policy, and the role that it is for.
  struct Shape {
    let role: String
    let name: String
    let condition: String
  }

  static let shapes = [
    Shape(role: "owners", name: "owner", condition: "owner_id = (SELECT auth.uid())"),
    Shape(
      role: "publics", name: "owner or public",
      condition: "is_public OR owner_id = (SELECT auth.uid())"),
    Shape(
      role: "members", name: "membership by IN",
      condition: """
        team_id IN (SELECT m.team_id FROM membership m WHERE m.user_id = (SELECT auth.uid()))
        """),
    Shape(
      role: "peers", name: "membership by EXISTS",
      condition: """
        EXISTS (SELECT 1 FROM membership m
          WHERE m.team_id = document.team_id AND m.user_id = (SELECT auth.uid()))
        """),
    Shape(
      role: "staff", name: "two-hop join",
      condition: """
        EXISTS (SELECT 1 FROM project p JOIN staffing s ON s.org_id = p.org_id
          WHERE p.id = document.project_id AND s.user_id = (SELECT auth.uid()))
        """),
    Shape(
      role: "tenants", name: "jsonb claim",
      condition: "tenant_id = ((SELECT auth.jwt()) ->> 'tenant_id')::uuid"),
  ]

  /// What the policies above look for: a column compared with one value, or a column that a subquery
  /// finds rows by. Beside primary keys.
  static let indexes = [
    "CREATE INDEX ON document (owner_id)", "CREATE INDEX ON document (is_public)",
    "CREATE INDEX ON document (team_id)", "CREATE INDEX ON document (project_id)",
    "CREATE INDEX ON document (tenant_id)", "CREATE INDEX ON membership (user_id)",
    "CREATE INDEX ON staffing (user_id)", "CREATE INDEX ON project (org_id)",
  ]

  static var definitions: String {
    """
    CREATE SCHEMA auth;
    CREATE FUNCTION auth.jwt() RETURNS jsonb LANGUAGE sql STABLE AS $$
      SELECT nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
    CREATE FUNCTION auth.uid() RETURNS uuid LANGUAGE sql STABLE AS $$
      SELECT (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
    CREATE TABLE document (
      id bigint PRIMARY KEY, owner_id uuid, team_id integer, project_id integer, tenant_id uuid,
      is_public boolean, title text);
    CREATE TABLE membership (team_id integer, user_id uuid, PRIMARY KEY (team_id, user_id));
    CREATE TABLE project (id integer PRIMARY KEY, org_id integer);
    CREATE TABLE staffing (org_id integer, user_id uuid, PRIMARY KEY (org_id, user_id));
    ALTER TABLE document ENABLE ROW LEVEL SECURITY;

    """
      + shapes.map {
        """
        CREATE ROLE \($0.role);
        GRANT USAGE ON SCHEMA auth TO \($0.role);
        GRANT SELECT ON document, membership, project, staffing TO \($0.role);
        CREATE POLICY \($0.role) ON document FOR SELECT TO \($0.role) USING (\($0.condition));

        """
      }.joined()
  }

  /// How many there are of each.
  struct Size {
    var documents: Int
    var users: Int
    /// Of ten people each.
    var teams: Int
    var projects: Int
    /// Of four people each.
    var orgs: Int
    var tenants: Int

    /// 100,000 memberships.
    static func large(documents: Int) -> Size {
      Size(
        documents: documents, users: 2_000, teams: 10_000, projects: 20_000, orgs: 1_000,
        tenants: 100)
    }

    static let small = Size(
      documents: 2_000, users: 200, teams: 100, projects: 100, orgs: 40, tenants: 10)
  }

  let size: Size
  let rows: [TableRows]

  init(_ size: Size) {
    self.size = size
    var random = SeededGenerator(seed: 7)
    let users = (0..<size.users).map { Self.uuid(1, $0) }
    let tenants = (0..<size.tenants).map { Self.uuid(2, $0) }
    let teams = (0..<size.teams).map { "\($0 + 1)" }
    let projects = (0..<size.projects).map { "\($0 + 1)" }
    rows = [
      Self.table(
        "document",
        ["id", "owner_id", "team_id", "project_id", "tenant_id", "is_public", "title"],
        size.documents
      ) { number in
        [
          "\(number + 1)", random.below(100) == 0 ? nil : random.pick(users), random.pick(teams),
          random.pick(projects), random.pick(tenants), random.below(10) == 0 ? "t" : "f",
          "Document \(number % 1_000)",
        ]
      },
      Self.table("membership", ["team_id", "user_id"], size.teams * 10) { number in
        // Each team has ten users, one from each tenth of them.
        let (team, tenth) = (number / 10, size.users / 10)
        let user = (number % 10) * tenth + (team * 7 + number % 10 * 13) % tenth
        return [teams[team], users[user]]
      },
      Self.table("project", ["id", "org_id"], size.projects) { number in
        [projects[number], "\(1 + random.below(size.orgs))"]
      },
      Self.table("staffing", ["org_id", "user_id"], size.orgs * 4) { number in
        let quarter = size.users / 4
        return ["\(1 + number / 4)", users[(number % 4) * quarter + number / 4 % quarter]]
      },
    ]
  }

  /// Eight people; what they see is decided by their claims alone.
  func identities(of shape: Shape) -> [Identity] {
    (0..<8).map { number in
      let user = Self.uuid(1, (number * 237 + 11) % size.users)
      let tenant = Self.uuid(2, (number * 12 + 3) % size.tenants)
      return Identity(
        "\(shape.role) \(number + 1)", role: shape.role,
        claims: #"{"sub":"\#(user)","tenant_id":"\#(tenant)","role":"\#(shape.role)"}"#)
    }
  }

  private static func uuid(_ kind: Int, _ number: Int) -> String {
    let digits = String(number * 7_919 + 1, radix: 16)
    return "5f0c1a5\(kind)-6f0e-4a35-9a57-"
      + String(repeating: "0", count: 12 - digits.count) + digits
  }

  private static func table(
    _ name: String, _ columns: [String], _ count: Int, _ values: (Int) -> [String?]
  ) -> TableRows {
    TableRows(
      QualifiedName("public", name), columns: columns,
      rows: (0..<count).map { TableRows.Row(values($0)) })
  }
}
