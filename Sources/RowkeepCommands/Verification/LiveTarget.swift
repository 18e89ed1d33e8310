import AccessDecisions
import AccessFixtures
import AccessModel
import AccessReports
import AccessSimulator
import LivePostgres
import SQLText

/// A database that has the plan's objects, to be held against the plan and asked its decisions.
struct LiveTarget {
  private let connection: Connection
  let live: LiveCatalog
  private let context: CommandContext

  /// Connects and reads the catalog.
  init(_ address: String, in context: CommandContext) throws {
    self.context = context
    connection = try Connection(address)
    context.progress("Reading the database…")
    live = try LiveCatalog.read(from: connection)
  }

  /// The server's, by whose rules the simulator must decide too.
  var version: PostgresVersion { live.version.known }

  /// What the database and the plan say differently.
  func drift(from document: PlanDocument) -> CatalogDrift {
    CatalogDrift(plan: document, live: live.catalog, version: version)
  }

  /// The plan's relations and columns that the database lacks, without which nothing can be asked.
  func missing(of document: PlanDocument) -> [String] {
    document.catalog.relationNames.flatMap { name -> [String] in
      guard let present = columns(of: name, in: live.catalog) else { return ["`\(name)`"] }
      let own = columns(of: name, in: document.catalog) ?? []
      return own.filter { !present.contains($0) }.map { "`\(name).\($0)`" }
    }
  }

  private func columns(of name: QualifiedName, in catalog: Catalog) -> [String]? {
    catalog.table(name)?.columns.map(\.name) ?? catalog.view(name)?.columns.map(\.name)
  }

  /// The server as an engine for the plan's questions, in a transaction that is rolled back; on the
  /// fixtures' rows, or on those that are there.
  func engine(for workspace: Workspace, existingData: Bool) throws -> ServerEngine {
    let document = workspace.document
    let lacking = missing(of: document)
    guard lacking.isEmpty else {
      throw CommandFailure.unreachable(
        "the database lacks \(lacking.prefix(5).joined(separator: ", "))"
          + (lacking.count > 5 ? " and \(lacking.count - 5) more" : "")
          + " of the plan; apply its migration first, or use `verify --with-migration`")
    }
    let contents = ServerContents.existing(
      document.catalog, rows: existingData ? nil : workspace.fixtures.rows,
      roles: workspace.fixtures.identities.map(\.role), administrator: document.administrator)
    let engine = try ServerEngine(connection, contents: contents) { $0.sqlText }
    if engine.userBypassesRowSecurity {
      context.errors.write(
        "note: row security does not hold for `\(connection.user)`, who connected; "
          + "decisions are asked as the identities' roles\n")
    }
    return engine
  }

  /// Asks the simulator and the server the same: matrix, cases and intents on the fixtures' rows,
  /// or who reads what of the rows that are there.
  func compare(_ workspace: Workspace, limit: Int, existingData: Bool) throws -> Comparison {
    let server = try engine(for: workspace, existingData: existingData)
    defer { try? server.finish() }
    let identities = workspace.fixtures.identities
    guard existingData else {
      let comparing = ComparingEngine(workspace.simulator, server, limit: limit)
      let engine = RecordingEngine(comparing)
      _ = try Matrix(asking: engine, workspace.document, identities: identities)
      _ = try workspace.check(asking: engine)
      return comparing.comparison
    }
    let rows = try ExistingRows(of: workspace.document, on: server)
    let binding = CatalogBinding(workspace.document.catalog, version: version)
    let loaded = Simulator.load(binding, rows: rows.tables)
    loaded.simulator.unknownTables = rows.unknown
    let comparing = ComparingEngine(loaded.simulator, server, limit: limit)
    // Not functions, which may write.
    _ = try Matrix(
      asking: RecordingEngine(comparing), workspace.document, identities: identities,
      relations: workspace.document.catalog.relationNames, commands: [.select])
    return comparing.comparison
  }
}

extension PlanInput {
  /// For the server that is asked, if any is.
  func load(
    for target: LiveTarget?, in context: CommandContext
  ) throws(CommandFailure) -> PlanSource {
    guard let target else { return try load(in: context) }
    return try load(for: target.version, in: context)
  }
}

/// The rows that a database's tables hold, as far as memory should hold them.
struct ExistingRows {
  /// More rows of one table are not fetched: what reads it is undecided in the simulator.
  static let mostRows = 20_000

  var tables: [TableRows] = []
  /// Why a table's rows are not here.
  var unknown: [String: String] = [:]

  init(of document: PlanDocument, on engine: ServerEngine) throws {
    let catalog = document.catalog
    let administrator = Identity(document.administrator, role: document.administrator)
    let parents = Set(catalog.tables.flatMap(\.parents))
    let counts = try Matrix(
      counting: engine, document, identities: [administrator],
      relations: catalog.tables.map(\.name))
    for table in catalog.tables where table.kind != .partitioned {
      if parents.contains(table.name) {
        unknown[table.name.name] = "its children's rows come with its own"
        continue
      }
      let total = counts[administrator.name, table.name, .select]?.total ?? 0
      guard total <= Self.mostRows else {
        unknown[table.name.name] = "it holds \(total) rows, more than \(Self.mostRows)"
        continue
      }
      let columns = table.columns.filter { $0.generated == nil }.map(\.name)
      let probe = StandardProbes(RelationShape(table)).read(columns)
      guard case .completed(let completion)? = try engine.ask(probe, as: administrator).first else {
        unknown[table.name.name] = "it cannot be read"
        continue
      }
      tables.append(
        TableRows(table.name, columns: columns, rows: completion.rows.map { TableRows.Row($0) }))
    }
  }
}
