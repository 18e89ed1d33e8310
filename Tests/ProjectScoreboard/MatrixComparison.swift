import AccessDecisions
import AccessFixtures
import AccessModel
import AccessSimulator
import LivePostgres
import SQLFrontend
import SQLText

/// The whole matrix asked of simulator and server, cell by cell.
struct MatrixComparison {
  private(set) var differences: [String] = []
  private var reasons: [String: Int] = [:]
  private var equal = 0
  private var different = 0
  private var undecidedCells = 0
  private var decisions = 0
  private var filled = 0
  private var tables = 0
  private var identities = 0

  init(_ project: Project, _ database: ProjectDatabase) throws {
    let connection = try database.connect()
    var catalog = project.loaded.catalog
    // What the server refused cannot be asked there.
    let missing = try catalog.relationNames.filter { name in
      try connection.query("SELECT to_regclass($1) IS NULL", parameters: [sqlText(name)])
        .firstValue == "t"
    }
    catalog.tables.removeAll { $0.kind == .foreign }
    var generator = RowGenerator(project, connection)
    let tables = catalog.tables.filter { !missing.contains($0.name) }
    let rows = try generator.rows(of: tables)
    self.tables = rows.count
    filled = rows.count { !$0.rows.isEmpty }
    let document = PlanDocument(name: project.name, catalog: catalog)
    let server = try ServerEngine(
      connection, contents: ServerContents(catalog: catalog, rows: rows)
    ) { $0.sqlText }
    defer { try? server.finish() }
    let simulator = Simulator.load(catalog: catalog, rows: rows).simulator
    let engine = ComparingEngine(simulator, server, limit: .max)
    let identities = Self.identities(catalog, project.loaded.platform)
    self.identities = identities.count
    for relation in catalog.relationNames where !missing.contains(relation) {
      for identity in identities {
        for command in AccessCommand.allCases {
          try ask(engine, document, identity, relation, command)
        }
      }
    }
    decisions = engine.comparison.compared
  }

  private mutating func ask(
    _ engine: ComparingEngine, _ document: PlanDocument, _ identity: Identity,
    _ relation: QualifiedName, _ command: AccessCommand
  ) throws {
    let before = engine.comparison
    let matrix = try Matrix(
      asking: engine, document, identities: [identity], relations: [relation], commands: [command])
    let after = engine.comparison
    if after.disagreements > before.disagreements {
      different += 1
      for pair in after.examples.dropFirst(before.examples.count) {
        differences.append(
          """
          \(relation) \(command) as \(identity.name)
              \(pair.statement.sqlText.onOneLine) \(pair.parameters.map { $0 ?? "NULL" })
              here:   \(pair.first)
              server: \(pair.second)
          """)
      }
    } else if after.undecided > before.undecided {
      undecidedCells += 1
      if case .undecided(let what) = matrix[identity.name, relation, command]?.kind {
        reasons[what.construct, default: 0] += 1
      } else {
        reasons["a part of \(relation)", default: 0] += 1
      }
    } else {
      equal += 1
    }
  }

  var summary: String {
    """
      \(equal) cells equal, \(different) different, \(undecidedCells) undecided \
    (\(identities) identities; \(filled) of \(tables) tables with rows; \(decisions) decisions)
    """
  }

  var undecided: [String] {
    reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) × \($0.key)" }
  }

  private static func identities(_ catalog: Catalog, _ platform: String) -> [Identity] {
    guard platform == "supabase" else {
      return catalog.roles.filter { !$0.isSuperuser }.prefix(5).map {
        Identity($0.name, role: $0.name)
      }
    }
    let users = RowGenerator.uuids.prefix(2).enumerated().map { number, uuid in
      Identity(
        "user\(number + 1)", role: "authenticated",
        claims: """
          {"sub": "\(uuid)", "role": "authenticated", "email": "text\(number)", "aal": "aal\(number + 1)", \
          "app_metadata": {}, "user_metadata": {"a": 1}}
          """)
    }
    return [Identity("anon", role: "anon", claims: #"{"role": "anon"}"#)] + users
      + [Identity("service_role", role: "service_role", claims: #"{"role": "service_role"}"#)]
  }
}
