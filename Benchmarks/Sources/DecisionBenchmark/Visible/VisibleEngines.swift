import AccessModel
import AccessSimulator
import SQLFrontend

/// Both engines, with the workspace loaded.
struct VisibleEngines {
  let workspace: Workspace
  let simulator: Simulator
  let server: VisibleServer
  /// Of the simulator, rows' text to values; and the memory that they took.
  let loadingTime: Duration
  let loadedBytes: Int

  init(_ workspace: Workspace) throws {
    self.workspace = workspace
    progress("Loading the simulator…")
    let loaded = SQLReader(platform: .postgres).read([
      SQLFile(name: "workspace.sql", text: Workspace.definitions)
    ])
    let before = Memory.peak
    let start = ContinuousClock.now
    let ready = Simulator.load(catalog: loaded.catalog, rows: workspace.rows)
    loadingTime = .now - start
    loadedBytes = Memory.peak - before
    let diagnostics = loaded.diagnostics + ready.diagnostics
    if let diagnostic = diagnostics.first(where: { $0.severity == .error }) {
      throw BenchmarkFailure("the simulator does not load: \(diagnostic.message)")
    }
    simulator = ready.simulator
    progress("Loading PostgreSQL…")
    server = try VisibleServer(workspace)
  }

  func stop() { server.stop() }
}
