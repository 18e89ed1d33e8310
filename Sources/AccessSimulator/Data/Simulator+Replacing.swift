public import AccessDecisions
public import AccessFixtures
import AccessModel
import SQLBinding

extension Simulator: MarkableEngine {
  /// As `load`, but with all other tables as they are.
  public func replacing(_ rows: TableRows) -> (any DecisionEngine)? {
    guard case .table(let index)? = database.catalog.names.relation(rows.table) else { return nil }
    var loader = DatabaseLoader(database.catalog)
    var tables = database.tables
    tables[index] = loader.load([rows]).tables[index]
    let simulator = Simulator(
      engine,
      Database(
        database.catalog, tables: tables, materialized: database.materialized,
        sequences: database.sequences))
    simulator.unknownTables = unknownTables
    simulator.smallestBatch = smallestBatch
    return simulator
  }
}
