import Foundation

/// Feeds mutated scripts, cases and plans to whatever reads them, in child processes, so that a crash
/// is seen, shrunk and kept.
///
/// `SQLFuzzing [--inputs N] [--seed N] [--keep FOLDER] [--scripts FOLDER]`, or `SQLFuzzing FILE …` to run
/// inputs again.
/// Ends with 1 if anything crashed, hung or took too much memory.
@main
enum SQLFuzzing {
  static func main() throws {
    var options = FuzzOptions(CommandLine.arguments.dropFirst())
    if let batch = options.batch {
      try FuzzBatch(batch, options).run()
    } else if !options.files.isEmpty {
      for file in options.files { try FuzzTarget.run(fileNamed: file, options.scratch) }
    } else {
      options.seed = options.seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
      let failures = try FuzzParent(options).run()
      exit(failures == 0 ? 0 : 1)
    }
  }
}

struct FuzzOptions {
  var inputs = 20_000
  var seed: UInt64?
  /// Where inputs that failed are kept.
  var keep: String?
  /// What a child runs: the number of its first input.
  var batch: Int?
  /// A folder of scripts that inputs are made of too.
  var scripts: String?
  var files: [String] = []
  var scratch = NSTemporaryDirectory() + "rowkeep-fuzz-\(getpid())"

  init(_ arguments: ArraySlice<String>) {
    var arguments = arguments
    if let inputs = ProcessInfo.processInfo.environment["ROWKEEP_FUZZ_INPUTS"].flatMap(Int.init) {
      self.inputs = inputs
    }
    while let argument = arguments.popFirst() {
      switch argument {
      case "--inputs": inputs = arguments.popFirst().flatMap { Int($0) } ?? inputs
      case "--seed": seed = arguments.popFirst().flatMap { UInt64($0) }
      case "--scripts": scripts = arguments.popFirst()
      case "--keep": keep = arguments.popFirst()
      case "--batch": batch = arguments.popFirst().flatMap { Int($0) }
      case "--scratch": scratch = arguments.popFirst() ?? scratch
      default: files.append(argument)
      }
    }
  }
}
