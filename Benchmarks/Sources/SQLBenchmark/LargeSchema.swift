import Foundation

/// Tables of a plausible application, as SQL.
struct LargeSchema {
  let tables: Int

  private static let owners = [
    "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222",
  ]
  private static let caller = "(current_setting('request.jwt.claims', true)::jsonb ->> 'sub')::uuid"

  private func definition(_ number: Int) -> String {
    let parent = number == 0 ? "" : ", parent_id uuid REFERENCES t\(number - 1)"
    let neighbour = number == 0 ? "t0" : "t\(number - 1)"
    return """
      CREATE TABLE t\(number) (
        id uuid PRIMARY KEY, owner_id uuid NOT NULL, org_id integer, title text,
        state text CHECK (state IN ('open', 'closed'))\(parent)
      );
      ALTER TABLE t\(number) ENABLE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE, DELETE ON t\(number) TO member;
      CREATE POLICY own ON t\(number) FOR SELECT TO member
        USING (owner_id = \(Self.caller) OR state = 'open');
      CREATE POLICY add ON t\(number) FOR INSERT TO member WITH CHECK (owner_id = \(Self.caller));
      CREATE POLICY change ON t\(number) FOR UPDATE TO member
        USING (EXISTS (SELECT FROM \(neighbour) m WHERE m.org_id = t\(number).org_id));

      """
  }

  var sql: String {
    "CREATE ROLE member; CREATE ROLE guest;\n" + (0..<tables).map(definition).joined()
  }

  /// `schema.sql`, and fixtures with two rows for each table.
  func write(to folder: String) throws {
    try sql.write(toFile: folder + "/schema.sql", atomically: false, encoding: .utf8)
    for number in 0..<tables {
      let hasParent = number > 0
      var text = "id,owner_id,org_id,title,state" + (hasParent ? ",parent_id\n" : "\n")
      for (row, owner) in Self.owners.enumerated() {
        text += "\(owner),\(owner),\(row),a title,\(row == 0 ? "open" : "closed")"
        text += hasParent ? ",\(owner)\n" : "\n"
      }
      try text.write(
        toFile: "\(folder)/fixtures/rows/t\(number).csv", atomically: false, encoding: .utf8)
    }
    let identities = """
      identities:
        ana: {role: member, claims: {sub: \(Self.owners[0])}}
        ben: {role: member, claims: {sub: \(Self.owners[1])}}
        guest: {role: guest}
      cases: []

      """
    try identities.write(
      toFile: folder + "/fixtures/cases.yaml", atomically: false, encoding: .utf8)
  }

  /// Definitions, then as many rows as it takes, half of them as INSERT and half as COPY.
  func writeDump(to path: String, megabytes: Int) throws {
    let size = megabytes << 20
    var text = sql
    var table = 0
    while text.utf8.count < size {
      let id = "00000000-0000-4000-8000-\(String(repeating: "0", count: 12))"
      for row in 0..<20 {
        text += "INSERT INTO t\(table) (id, owner_id, org_id, title) VALUES "
        text += "('\(id)', '\(Self.owners[0])', \(row), 'it''s row \(row); of many');\n"
      }
      text += "COPY t\(table) (id, owner_id, org_id, title) FROM stdin;\n"
      for row in 0..<40 { text += "\(id)\t\(Self.owners[1])\t\(row)\ta title; it's\n" }
      text += "\\.\n"
      table = (table + 1) % tables
    }
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
}
