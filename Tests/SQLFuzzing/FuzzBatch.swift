import Foundation

/// A child's work: some inputs, each written down before it runs, so that the parent finds the one
/// that ended the child.
struct FuzzBatch {
  static let size = 1_000
  /// Of processor time, which other processes on the machine don't use up.
  static let secondsPerInput = 2
  static let memoryLimit = 1 << 30
  static let tooMuchMemory: Int32 = 77

  private let first: Int
  private let options: FuzzOptions

  init(_ first: Int, _ options: FuzzOptions) {
    (self.first, self.options) = (first, options)
  }

  func run() {
    let seeds = FuzzSeeds()
    for number in first..<min(first + Self.size, options.inputs) {
      var mutator = FuzzMutator(seeds, Dice(options.seed ?? 0, number))
      let input = mutator.input()
      let path = "\(options.scratch)/current.\(input.target.rawValue)"
      FileManager.default.createFile(atPath: path, contents: Data(input.bytes))
      Self.bounded { input.target.run(input.bytes, options.scratch) }
      try? FileManager.default.removeItem(atPath: path)
      if Self.peakMemory > Self.memoryLimit {
        FileManager.default.createFile(atPath: path, contents: Data(input.bytes))
        exit(Self.tooMuchMemory)
      }
    }
  }

  /// Runs `body`, and ends the process with SIGPROF if it takes too long.
  static func bounded(_ body: () -> Void) {
    var limit = itimerval()
    limit.it_value.tv_sec = secondsPerInput
    setitimer(timer, &limit, nil)
    body()
    var off = itimerval()
    setitimer(timer, &off, nil)
  }

  #if canImport(Glibc)
    private static let timer = __itimer_which_t(ITIMER_PROF.rawValue)
  #else
    private static let timer = ITIMER_PROF
  #endif

  private static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Int(usage.ru_maxrss) << 10
    #else
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    #endif
  }
}
