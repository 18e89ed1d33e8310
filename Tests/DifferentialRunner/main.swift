import DifferentialTesting
import Foundation

// Usage: DifferentialRunner SECONDS [FIRST-SEED] [FINDINGS] [CORPUS-FOLDER]
// FINDINGS: stop after so many, each made smaller; 0 shows all of them as they are.
// Asks simulator and server for as long as it is told, and prints every world on which they differ.

let arguments = CommandLine.arguments.dropFirst().map { $0 }
let seconds = arguments.first.flatMap(Double.init) ?? 60
var seed = arguments.dropFirst().first.flatMap(UInt64.init) ?? .random(in: 1...1_000_000_000)
let limit = arguments.dropFirst(2).first.flatMap(Int.init) ?? 5
let first = seed

let server = try DifferentialServer()
var run = DifferentialRun(server)
let start = Date()
var shown = 0
while Date().timeIntervalSince(start) < seconds, limit == 0 || shown < limit {
  try run.ask(seed: seed)
  while limit == 0, shown < run.findings.count {
    print("-- seed \(seed)\n\(run.findings[shown].brief)")
    shown += 1
  }
  while shown < min(run.findings.count, limit) {
    print("-- seed \(seed)")
    let smallest = Shrinker(server).shrink(run.findings[shown])
    print(smallest.description)
    if arguments.count > 3 {
      try Corpus.add(smallest.question, seed: seed, to: URL(fileURLWithPath: arguments[3]))
    }
    shown += 1
  }
  seed += 1
}
print(run.summary)
print("seeds \(first)..<\(seed), \(Int(Date().timeIntervalSince(start))) s")
exit(run.findings.isEmpty ? 0 : 1)
