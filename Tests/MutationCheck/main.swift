import Foundation
import PlantedFaults

// Usage: MutationCheck [WORK-FOLDER [FAULTS]], in the package's folder.
// Plants faults in a copy of the sources, builds it once, and runs the tests with each fault: prints
// which test catches it. FAULTS, as in 1-20,33: those alone. Status 1 where a fault survives.

let arguments = Array(CommandLine.arguments.dropFirst())
let folder = URL(
  fileURLWithPath: arguments.first
    ?? FileManager.default.temporaryDirectory.appendingPathComponent("rowkeep-mutants").path)
let source = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)

func numbers(_ text: String) -> [Int] {
  text.split(separator: ",").flatMap { part -> [Int] in
    let ends = part.split(separator: "-").compactMap { Int($0) }
    guard let first = ends.first, let last = ends.last, first <= last else { return [] }
    return Array(first...last)
  }
}

/// At once, for whoever reads along.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let chosen =
  arguments.count > 1 ? numbers(arguments[1]) : Array(1...PlantedFault.all.count)
say("\(PlantedFault.all.count) faults, in \(folder.path)")
try FaultySources(source: source, copy: folder).write()
let build = Process()
build.executableURL = URL(fileURLWithPath: "/usr/bin/env")
build.arguments = ["swift", "build", "--build-tests"]
build.currentDirectoryURL = folder
try build.run()
build.waitUntilExit()
guard build.terminationStatus == 0 else {
  say("the copy does not build")
  exit(2)
}
var trial = FaultTrial(folder: folder, seconds: 1200, differentialSeconds: 8)
if let failure = try trial.failureWithoutFault() {
  say("the tests fail without any fault: \(failure)")
  exit(2)
}
var survivors: [Int] = []
for number in chosen where PlantedFault.all.indices.contains(number - 1) {
  let fault = PlantedFault.all[number - 1]
  switch try trial.run(fault: number) {
  case .caught(let name): say("\(number). \(fault.breaks)\n    caught by \(name)")
  case .survived:
    say("\(number). \(fault.breaks)\n    SURVIVED, \(fault.file)")
    survivors.append(number)
  }
}
say("\(chosen.count - survivors.count) caught, \(survivors.count) survived: \(survivors)")
exit(survivors.isEmpty ? 0 : 1)
