import DifferentialTesting
import Foundation

// Usage: DifferentialRunner SECONDS [FIRST-SEED] [FINDINGS] [CORPUS-FOLDER]
// FINDINGS: stop after so many, each made smaller; 0 shows all of them as they are.
// Runs generated scripts in simulator and server for as long as it is told, and prints each
// on which they differ.

let arguments = CommandLine.arguments.dropFirst().map { $0 }
let seconds = arguments.first.flatMap(Double.init) ?? 60
var seed = arguments.dropFirst().first.flatMap(UInt64.init) ?? .random(in: 1...1_000_000_000)
let limit = arguments.dropFirst(2).first.flatMap(Int.init) ?? 5
let first = seed

let server = try ScriptServer()
var run = DifferentialRun(server)
let start = Date()
var shown = 0
print("PostgreSQL \(server.version), from seed \(first)")
while Date().timeIntervalSince(start) < seconds, limit == 0 || shown < limit {
  try run.ask(seed: seed)
  for finding in run.findings[shown...] {
    let smallest = limit == 0 ? finding : ScriptShrinker(server).shrink(finding)
    print("-- seed \(seed)\n\(limit == 0 ? smallest.brief : smallest.description)")
    if arguments.count > 3 {
      let name = "pg\(server.version)-seed-\(seed)"
      try Corpus.add(smallest, name: name, to: URL(fileURLWithPath: arguments[3]))
    }
    shown += 1
  }
  // A log that is followed shows each finding at once.
  fflush(nil)
  seed += 1
}
print(run.summary)
print(
  "PostgreSQL \(server.version), seeds \(first)..<\(seed), "
    + "\(Int(Date().timeIntervalSince(start))) s, findings \(run.findings.count)")
exit(run.findings.isEmpty ? 0 : 1)
