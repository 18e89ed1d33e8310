import Foundation

/// Starts children for the batches, one for each processor, and looks into those that did not end
/// well. Every input runs: after one that failed comes the next. What changes is guarded by its lock.
final class FuzzParent: @unchecked Sendable {
  private let options: FuzzOptions
  private let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  private let seeds: FuzzSeeds
  private let lock = NSLock()
  // Guarded by `lock`.
  private var next = 0
  private var finished = 0
  private var failures = 0
  /// Why not all could run.
  private var problem: (any Error)?

  /// How often an input that failed is run again in search of a shorter one, and for how long.
  private static let mostAttempts = 300
  private static let secondsOfShrinking = 60.0

  init(_ options: FuzzOptions) {
    self.options = options
    seeds = FuzzSeeds(scriptsIn: options.scripts)
  }

  /// Gives the number of inputs that failed.
  func run() throws -> Int {
    say("\(options.inputs) inputs, seed \(options.seed ?? 0)")
    defer { try? FileManager.default.removeItem(atPath: options.scratch) }
    let count = ProcessInfo.processInfo.activeProcessorCount
    DispatchQueue.concurrentPerform(iterations: count) { worker in
      do {
        try work("\(options.scratch)/\(worker)")
      } catch {
        lock.withLock { problem = error }
      }
    }
    if let problem { throw problem }
    say(
      "\(finished) inputs ran: "
        + (failures == 0 ? "nothing failed" : "\(failures) inputs failed"))
    return failures
  }

  private func work(_ scratch: String) throws {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    while let first = nextBatch() {
      let end = min(FuzzBatch.end(of: first), options.inputs)
      var start = first
      while start < end {
        let status = try child(
          [
            "--batch", "\(start)", "--inputs", "\(options.inputs)", "--seed",
            "\(options.seed ?? 0)",
          ] + (options.scripts.map { ["--scripts", $0] } ?? []), scratch)
        guard status != 0 else { break }
        guard let number = FuzzBatch.Progress.last(in: scratch), number >= start else {
          throw FuzzFailure.noInput(status)
        }
        try report(status, number, scratch)
        start = number + 1
      }
      finish(end - first)
    }
  }

  private func nextBatch() -> Int? {
    lock.withLock {
      guard next < options.inputs else { return nil }
      defer { next += FuzzBatch.size }
      return next
    }
  }

  private func finish(_ count: Int) {
    lock.withLock {
      finished += count
      if finished % 10_000 == 0 { say("\(finished) inputs ran") }
    }
  }

  private func report(_ status: Int32, _ number: Int, _ scratch: String) throws {
    let input = FuzzBatch.input(number, seeds, options)
    let shrunk = try shrink(input.bytes, input.target, scratch)
    let name = String(
      shrunk.reduce(UInt64(14_695_981_039_346_656_037)) {
        ($0 ^ UInt64($1)) &* 1_099_511_628_211
      }, radix: 16)
    let kept = "\(options.keep ?? NSTemporaryDirectory())/\(name).\(input.target.rawValue)"
    _ = FileManager.default.createFile(atPath: kept, contents: Data(shrunk))
    lock.withLock {
      failures += 1
      say("input \(number): \(Self.meaning(status)), \(shrunk.count) bytes kept as \(kept)")
    }
  }

  static func meaning(_ status: Int32) -> String {
    switch status {
    case SIGPROF: "hung"
    case FuzzBatch.tooMuchMemory: "took too much memory"
    default: "crashed (\(status))"
    }
  }

  /// Takes lines away, then shorter and shorter pieces, as long as it still fails.
  private func shrink(_ bytes: [UInt8], _ target: FuzzTarget, _ scratch: String) throws -> [UInt8] {
    var bytes = bytes
    var attempts = 0
    let end = Date(timeIntervalSinceNow: Self.secondsOfShrinking)
    guard try fails(bytes, target, scratch) else { return bytes }
    var length = bytes.count / 2
    while length > 0, attempts < Self.mostAttempts, Date() < end {
      var place = 0
      while place < bytes.count, attempts < Self.mostAttempts, Date() < end {
        var shorter = bytes
        shorter.removeSubrange(place..<min(place + length, bytes.count))
        attempts += 1
        if try fails(shorter, target, scratch) { bytes = shorter } else { place += length }
      }
      length /= 2
    }
    return bytes
  }

  private func fails(_ bytes: [UInt8], _ target: FuzzTarget, _ scratch: String) throws -> Bool {
    let path = "\(scratch)/shrunk.\(target.rawValue)"
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    return try child([path], scratch) != 0
  }

  /// A child's exit status, or the number of the signal that ended it.
  private func child(_ arguments: [String], _ scratch: String) throws -> Int32 {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments + ["--scratch", scratch]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// At once, for whoever watches a file.
  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}

enum FuzzFailure: Error {
  /// A child ended before its first input.
  case noInput(Int32)
  /// The name of a file says nothing of what it is fed to.
  case noTarget(String)
}
