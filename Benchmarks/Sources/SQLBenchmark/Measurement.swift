import Foundation

/// The median time and the greatest memory of a program's runs.
struct Measurement: CustomStringConvertible {
  private let seconds: [Double]
  private let kilobytes: Int

  init(_ program: String, _ arguments: [String], runs: Int) throws {
    var seconds: [Double] = []
    for _ in 0..<runs {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let start = ContinuousClock.now
      try process.run()
      process.waitUntilExit()
      seconds.append(Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000)
    }
    self.seconds = seconds.sorted()
    kilobytes = Self.peakOfChildren
  }

  /// Of all children so far, so the largest input comes last.
  private static var peakOfChildren: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      return usage.ru_maxrss
    #else
      getrusage(RUSAGE_CHILDREN, &usage)
      return usage.ru_maxrss >> 10
    #endif
  }

  var description: String {
    let median = seconds[seconds.count / 2]
    let spread = "\(seconds.first ?? 0)–\(seconds.last ?? 0)"
    return "\(median) s (\(spread) s in \(seconds.count) runs), at most \(kilobytes >> 10) MB"
  }
}
