import AccessModel
import ArgumentParser
import Foundation
import LivePostgres
import MigrationPlanner

/// What compiled policies cost on the server, beside the same queries with the rules written by hand
/// into WHERE and row security bypassed.
@main struct PolicyBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Time VeloReady's policies beside rules written by hand.")

  @Option(help: "The plan document of VeloReady.")
  var plan: String

  @Option(help: "How many activities there are.")
  var activities = 100_000

  @Option(help: "How often each query is run.")
  var runs = 31

  func validate() throws {
    guard (1000...10_000_000).contains(activities) else {
      throw ValidationError("'--activities' takes a number from 1000 to 10000000")
    }
    guard runs >= 5 else { throw ValidationError("'--runs' takes a number from 5") }
  }

  func run() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: plan))
    let document = try JSONDecoder().decode(PlanDocument.self, from: data)
    let server = try ScratchServer()
    defer { server.stop() }
    let connection = try server.connect()
    for statement in Migration.platformPrelude(for: document) {
      try connection.execute(statement)
    }
    for statement in Migration(document, addsIndexes: true).statements {
      try connection.execute(statement)
    }
    for statement in Rides.rows(activities: activities) { try connection.execute(statement) }
    try connection.execute("VACUUM ANALYZE")
    print(
      "VeloReady, \(activities) activities, \(activities * 3) streams, \(Rides.athletes) athletes; "
        + "PostgreSQL \(connection.serverVersion), indexes as proposed")
    print(
      "Medians of \(runs) runs of each, prepared, in turns, after six to warm up; milliseconds.\n")
    var isConfirmed = true
    print("query                    rows   policies   by hand   ratio   of least")
    for query in Rides.queries(activities: activities) {
      let timing = try Timing(query, connection, runs: runs)
      print(timing.line)
      if !timing.isConfirmed { isConfirmed = false }
    }
    if !isConfirmed {
      print("the two ways gave different rows")
      throw ExitCode(1)
    }
  }
}
