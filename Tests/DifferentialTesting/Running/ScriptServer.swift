public import AccessModel
public import LivePostgres
import SQLSession
import SQLText

/// A private server that runs scripts in pipeline mode, each in an empty database.
public final class ScriptServer {
  private let server: ScratchServer
  private var connection: Connection
  private var scriptsRun = 0
  /// How many answers the last batch waits for.
  private var pending = 0

  /// The version of the server.
  public let version: PostgresVersion
  /// `server_version_num`.
  let serverNumber: Int

  /// Starts a server of an installation, or of the one that is found.
  public init(_ installation: PostgresInstallation? = nil) throws {
    let installation = try installation ?? PostgresInstallation.find()
    server = try ScratchServer(installation: installation)
    version = PostgresVersion(rawValue: installation.major) ?? .v18
    connection = try server.connect()
    serverNumber = connection.serverVersion.number
    for statement in ProbeHelper.definitions { try connection.execute(statement) }
  }

  /// Begins to run a script, and returns while it does.
  func start(_ script: Script) throws {
    rest = ArraySlice(script.steps)
    answered = []
    try sendBatch()
  }

  private var rest: ArraySlice<Script.Step> = []
  private var batch: [Script.Step] = []
  private var answered: [[Answer]] = []

  /// Waits for the answers: one to a statement, one to each question of a probe.
  func finish() throws -> [[Answer]] {
    while true {
      try receiveBatch()
      guard let step = rest.popFirst() else { break }
      if case .statement(let statement) = step { answered.append([try copy(statement)]) }
      try sendBatch()
    }
    try clear()
    return answered
  }

  /// All up to the next COPY.
  private func sendBatch() throws {
    batch = Array(rest.prefix { if case .statement(let text) = $0 { !text.isCopy } else { true } })
    rest = rest.dropFirst(batch.count)
    let texts = batch.map { step in
      switch step {
      case .statement(let statement): statement.text
      case .probes(let probes): ProbeHelper.query(probes)
      }
    }
    try connection.send(texts)
  }

  private func receiveBatch() throws {
    for (step, answer) in zip(batch, try connection.answers(to: batch.count)) {
      switch step {
      case .statement: answered.append([.statement(Self.result(answer))])
      case .probes(let probes): answered.append(try ProbeHelper.answers(answer, to: probes))
      }
    }
  }

  private func copy(_ statement: Script.Statement) throws -> Answer {
    do {
      let exchange = try connection.exchange(statement.text) { statement.copyLines ?? [] }
      return .statement(Self.result(.success(exchange)))
    } catch let error as PostgresError {
      _ = connection.takeNotices()
      return .statement(StatementResult(.failed(error)))
    }
  }

  private static func result(_ answer: Result<Exchange, PostgresError>) -> StatementResult {
    switch answer {
    case .failure(let error): StatementResult(.failed(error))
    case .success(let exchange):
      StatementResult(
        .completed(
          columns: exchange.givesRows ? exchange.result.columns : nil, rows: exchange.result.rows,
          tag: exchange.result.tag), notices: exchange.notices, copied: exchange.copied)
    }
  }

  /// Undoes whatever a script has done; the catalogs are vacuumed now and then, as nobody else does.
  private func clear() throws {
    for statement in ["ROLLBACK", "RESET SESSION AUTHORIZATION", "DISCARD ALL"] {
      try connection.execute(statement)
    }
    try connection.execute(ProbeHelper.clearing)
    scriptsRun += 1
    if scriptsRun.isMultiple(of: 100) {
      try connection.execute("VACUUM")
      // Settings of its own that a session once had are never quite gone.
      connection = try server.connect()
    }
    _ = connection.takeNotices()
  }
}
