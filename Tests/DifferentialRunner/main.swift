import DifferentialTesting
import Foundation
import LivePostgres

// Usage: DifferentialRunner SECONDS [FIRST-SEED] [FINDINGS] [CORPUS-FOLDER]
// FINDINGS: stop after so many, each made smaller; 0 shows all of them as they are.
// Runs generated scripts in simulator and server for as long as it is told, and prints each
// on which they differ. Every version of PostgreSQL that is installed has its turn, and as long;
// ROWKEEP_PG_BIN names one alone.

let arguments = CommandLine.arguments.dropFirst().map { $0 }
let seconds = arguments.first.flatMap(Double.init) ?? 60
let firstSeed = arguments.dropFirst().first.flatMap(UInt64.init) ?? .random(in: 1...1_000_000_000)
let limit = arguments.dropFirst(2).first.flatMap(Int.init) ?? 5
let corpus = arguments.dropFirst(3).first.map { URL(fileURLWithPath: $0) }
let chosen = ProcessInfo.processInfo.environment["ROWKEEP_PG_BIN"] ?? ""

/// Whether simulator and server always agreed.
func hold(_ installation: PostgresInstallation) throws -> Bool {
  let server = try ScriptServer(installation)
  var run = DifferentialRun(server)
  var seed = firstSeed
  var shown = 0
  let start = Date()
  print("PostgreSQL \(server.version), from seed \(seed)")
  while Date().timeIntervalSince(start) < seconds, limit == 0 || shown < limit {
    try run.ask(seed: seed)
    if seed.isMultiple(of: 10) { try run.askCrossing(seed: seed) }
    for finding in run.findings[shown...] {
      let smallest = limit == 0 ? finding : ScriptShrinker(server).shrink(finding)
      print("-- seed \(seed)\n\(limit == 0 ? smallest.brief : smallest.description)")
      if let corpus {
        try Corpus.add(smallest, name: "pg\(server.version)-seed-\(seed)", to: corpus)
      }
      shown += 1
    }
    // A log that is followed shows each finding at once.
    fflush(nil)
    seed += 1
  }
  print(run.summary)
  print(
    "PostgreSQL \(server.version), seeds \(firstSeed)..<\(seed), "
      + "\(Int(Date().timeIntervalSince(start))) s, findings \(run.findings.count)")
  return run.findings.isEmpty
}

let installations = chosen.isEmpty ? PostgresInstallation.installed() : [try .find()]
guard !installations.isEmpty else {
  print("no PostgreSQL is installed")
  exit(4)
}
let agreed = try installations.map(hold)
exit(agreed.allSatisfy { $0 } ? 0 : 1)
