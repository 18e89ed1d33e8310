import Foundation

/// Starts children for the batches, and looks into those that did not end well.
struct FuzzParent {
  private let options: FuzzOptions
  private let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

  init(_ options: FuzzOptions) { self.options = options }

  /// Gives the number of inputs that failed.
  func run() throws -> Int {
    let seed = options.seed ?? 0
    print("\(options.inputs) inputs, seed \(seed)")
    try FileManager.default.createDirectory(
      atPath: options.scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: options.scratch) }
    var failures = 0
    for first in stride(from: 0, to: options.inputs, by: FuzzBatch.size) {
      let status = try child([
        "--batch", "\(first)", "--inputs", "\(options.inputs)", "--seed", "\(seed)", "--scratch",
        options.scratch,
      ])
      guard status != 0 else { continue }
      failures += 1
      try report(status, first)
    }
    print(failures == 0 ? "nothing failed" : "\(failures) batches failed")
    return failures
  }

  private func report(_ status: Int32, _ first: Int) throws {
    for target in FuzzTarget.allCases {
      let path = "\(options.scratch)/current.\(target.rawValue)"
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      try FileManager.default.removeItem(atPath: path)
      let shrunk = try shrink(Array(data), target)
      let name = String(
        shrunk.reduce(UInt64(14_695_981_039_346_656_037)) {
          ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }, radix: 16)
      let kept = "\(options.keep ?? NSTemporaryDirectory())/\(name).\(target.rawValue)"
      FileManager.default.createFile(atPath: kept, contents: Data(shrunk))
      print("batch \(first): \(Self.meaning(status)), \(shrunk.count) bytes kept as \(kept)")
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
  private func shrink(_ bytes: [UInt8], _ target: FuzzTarget) throws -> [UInt8] {
    var bytes = bytes
    var attempts = 0
    guard try fails(bytes, target) else { return bytes }
    var length = bytes.count / 2
    while length > 0, attempts < 300 {
      var place = 0
      while place < bytes.count, attempts < 300 {
        var shorter = bytes
        shorter.removeSubrange(place..<min(place + length, bytes.count))
        attempts += 1
        if try fails(shorter, target) { bytes = shorter } else { place += length }
      }
      length /= 2
    }
    return bytes
  }

  private func fails(_ bytes: [UInt8], _ target: FuzzTarget) throws -> Bool {
    let path = "\(options.scratch)/shrunk.\(target.rawValue)"
    FileManager.default.createFile(atPath: path, contents: Data(bytes))
    return try child(["--scratch", options.scratch, path]) != 0
  }

  /// A child's exit status, or the number of the signal that ended it.
  private func child(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
