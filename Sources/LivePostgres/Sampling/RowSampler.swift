import AccessFixtures
import AccessModel
import SQLText

/// Takes a sample, in the open transaction.
final class RowSampler {
  let request: SampleRequest
  let connection: Connection
  var tables: [SampledTable]
  let places: [QualifiedName: Int]
  var identities: [Identity]
  private(set) var notes: [String] = []
  /// Names of identities that have rows.
  var found: Set<String> = []
  /// Those that the user can act as.
  private(set) var roles: Set<String> = []
  /// Rows whose foreign keys have not been followed yet.
  var open: [(table: Int, row: [String?])] = []

  /// More rows than memory and a fixtures folder are for.
  static let mostRows = 200_000

  init(_ request: SampleRequest, _ connection: Connection) {
    self.request = request
    self.connection = connection
    identities = request.identities
    tables = request.catalog.tables.map { SampledTable($0, request.catalog.types) }
    places = Dictionary(
      request.catalog.tables.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { a, _ in a })
  }

  func sample() throws -> DatabaseSample {
    try connection.execute(Self.settings)
    let access = try RoleAccess(connection)
    for role in Set(identities.map(\.role)).sorted() { try noteWhether(access, canActAs: role) }
    let administrator = try access.administrator(like: request.administrator)
    try connection.execute("SET LOCAL ROLE \(quoteIdentifier(administrator))")
    try requireReadable(as: administrator)
    try completeClaims()
    let users = place(QualifiedName("auth", "users")).map { [$0] } ?? []
    for index in Set(drawable + users).sorted() { try takeRowsOfIdentities(index) }
    noteStrangers()
    try takeWhatRefersToPersons()
    for index in drawable { try drawRows(index) }
    try followReferences()
    for table in tables where table.tooWide > 0 {
      note(
        "\(table.tooWide) row\(table.tooWide == 1 ? "" : "s") of `\(table.table.name)` left out: a "
          + "value of more than \(WideValues.mostBytes) bytes can't be cut, and may not be NULL")
    }
    leaveOutOrphans()
    return DatabaseSample(
      tables: tables.filter { !$0.rows.isEmpty }.map { table in
        DatabaseSample.Table(
          rows: table.sorted, ofIdentities: table.counts[.identity] ?? 0,
          drawn: table.counts[.chance] ?? 0, referredTo: table.counts[.reference] ?? 0,
          estimate: table.estimate, isByBlocks: table.isByBlocks, cut: table.cut)
      }, identities: identities, notes: notes)
  }

  /// The text forms that fixtures have. Of a hidden row we want to hear, not to go without it.
  private static let settings = """
    SET LOCAL DateStyle = 'ISO, MDY'; SET LOCAL TimeZone = 'UTC'; SET LOCAL IntervalStyle = postgres;
    SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = hex; SET LOCAL xmloption = content;
    SET LOCAL standard_conforming_strings = on; SET LOCAL search_path = public; SET LOCAL jit = off;
    SET LOCAL row_security = off; SET LOCAL idle_in_transaction_session_timeout = 0
    """

  /// Tables that chance takes rows of: not what a platform made, unless policies stand on it.
  var drawable: [Int] {
    tables.indices.filter { index in
      let table = tables[index].table
      let isPlatforms = if case .platform? = table.origin { true } else { false }
      return table.kind == .ordinary && !tables[index].columns.isEmpty
        && (!isPlatforms || !table.policies.isEmpty)
    }
  }

  private func noteStrangers() {
    for identity in identities where identity.claims != nil && !found.contains(identity.name) {
      note(
        "no row holds what the claims of `\(identity.name)` say in a column that policies compare "
          + "with them")
    }
  }

  /// Without it the sample is one still, but none that shows what the role can read.
  private func noteWhether(_ access: RoleAccess, canActAs role: String) throws {
    do {
      try access.require([role])
      roles.insert(role)
    } catch let error as LivePostgresError where error.code == .notAllowed {
      note("\(error.problem), so that rows it can read are not looked for; \(error.help)")
    }
  }

  func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  func place(_ name: QualifiedName) -> Int? { places[name] }

  func add(_ new: [[String?]], to index: Int) {
    open += new.map { (index, $0) }
  }

  /// Refuses a sample that would be a part without saying so; learns how large tables are.
  private func requireReadable(as role: String) throws {
    let wanted = tables.indices.filter { tables[$0].table.kind != .foreign }
    for index in tables.indices where !wanted.contains(index) {
      note("`\(tables[index].table.name)` is a foreign table: none of its rows are taken")
    }
    let rows = try connection.query(
      Self.readability,
      parameters: [
        arrayLiteral(wanted.map { tables[$0].table.name.schema }),
        arrayLiteral(wanted.map { tables[$0].table.name.name }),
      ]
    ).rows
    var absent: [String] = [], unreadable: [QualifiedName] = [], hidden: [String] = []
    for (index, row) in zip(wanted, rows) where row.count == 4 {
      let name = tables[index].table.name
      if row[0] != "t" {
        absent.append("`\(name)`")
      } else if row[1] != "t" {
        unreadable.append(name)
      } else if row[2] == "t" {
        hidden.append("`\(name)`")
      }
      tables[index].estimate = row[3].flatMap { Int($0) } ?? 0
    }
    if !absent.isEmpty {
      throw LivePostgresError(
        .cannotRead, "the database has no table \(absent.joined(separator: ", "))",
        help: "apply the plan first, or name the database as the input")
    }
    if !unreadable.isEmpty {
      let schemas = Set(unreadable.map(\.schema)).sorted().map(quoteIdentifier)
      throw LivePostgresError(
        .notAllowed,
        "user `\(role)` may not read \(unreadable.map { "`\($0)`" }.joined(separator: ", "))",
        help:
          "GRANT USAGE ON SCHEMA \(schemas.joined(separator: ", ")) TO \(quoteIdentifier(role)); "
          + "GRANT SELECT ON \(unreadable.map { sqlText($0) }.joined(separator: ", ")) TO "
          + "\(quoteIdentifier(role))")
    }
    if !hidden.isEmpty {
      throw LivePostgresError(
        .notAllowed,
        "policies would hide rows of \(hidden.joined(separator: ", ")) from user `\(role)`, so that "
          + "the sample would not be one",
        help: "connect as a superuser or a role with BYPASSRLS")
    }
  }

  private static let readability = """
    SELECT c.oid IS NOT NULL,
      has_schema_privilege(c.relnamespace, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'),
      row_security_active(c.oid),
      CASE WHEN c.reltuples >= 0 THEN c.reltuples::bigint
        WHEN c.relkind = 'r' THEN pg_relation_size(c.oid) / 64 ELSE 0 END
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY t(schema, name, place)
      LEFT JOIN pg_namespace n ON n.nspname = t.schema
      LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = t.name
    ORDER BY place
    """
}

/// An array's text, as `array_in()` reads it.
func arrayLiteral(_ elements: [String]) -> String {
  let quoted = elements.map { element in
    var text = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in element.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    text.append("\"")
    return String(text)
  }
  return "{\(quoted.joined(separator: ","))}"
}
