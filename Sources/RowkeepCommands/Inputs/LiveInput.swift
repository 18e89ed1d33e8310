import AccessModel
import LivePostgres

/// A running database as an input: `postgres://…`.
struct LiveInput {
  private let address: String

  /// Nil for anything that is no address of a database.
  init?(_ text: String) {
    let schemes = ["postgres://", "postgresql://"]
    guard schemes.contains(where: { text.lowercased().hasPrefix($0) }) else { return nil }
    address = text
  }

  /// The catalog of the database, as a plan without intents, named as the database is.
  func load(in context: CommandContext) throws(CommandFailure) -> PlanSource {
    let live: LiveCatalog
    do {
      let connection = try Connection(address)
      context.progress("Reading the database…")
      live = try LiveCatalog.read(from: connection)
    } catch {
      throw .unreachable("\(error)")
    }
    return PlanSource(
      entries: [
        PlanBundle.Entry(
          name: live.database, variant: nil, document: live.document,
          diagnostics: live.diagnostics)
      ], isComplete: false, locator: SourceLocator(roots: []), reader: live.role)
  }
}

extension LiveCatalog {
  /// As a plan without intents.
  var document: PlanDocument {
    var document = PlanDocument(name: database, administrator: administrator, catalog: catalog)
    document.postgresVersion = version.known
    return document
  }
}
