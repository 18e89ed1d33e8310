import Foundation

/// A child's work: some inputs, the number of each written down before it runs, so that the parent
/// finds the one that ended the child.
struct FuzzBatch {
  static let size = 1_000
  /// Of processor time, which other processes on the machine don't use up.
  #if SANITIZED
    // A sanitizer multiplies both.
    static let secondsPerInput = 120
    static let memoryLimit = 16 << 30
  #else
    static let secondsPerInput = 2
    static let memoryLimit = 1 << 30
  #endif
  static let tooMuchMemory: Int32 = 77

  private let first: Int
  private let options: FuzzOptions

  init(_ first: Int, _ options: FuzzOptions) {
    (self.first, self.options) = (first, options)
  }

  /// Runs the inputs from `first` to the end of its batch.
  func run() throws {
    let seeds = FuzzSeeds(scriptsIn: options.scripts)
    let progress = try Progress(in: options.scratch)
    for number in first..<min(Self.end(of: first), options.inputs) {
      progress.note(number)
      let input = Self.input(number, seeds, options)
      Self.bounded { input.target.run(input.bytes, options.scratch) }
      if Self.peakMemory > Self.memoryLimit { exit(Self.tooMuchMemory) }
    }
  }

  /// The number after the last of a batch.
  static func end(of number: Int) -> Int { (number / size + 1) * size }

  /// The same input for the same number and seed.
  static func input(
    _ number: Int, _ seeds: FuzzSeeds, _ options: FuzzOptions
  ) -> FuzzMutator.Input {
    var mutator = FuzzMutator(seeds, Dice(options.seed ?? 0, number))
    return mutator.input()
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

  /// The number of the input that runs, in a file that outlives the child.
  struct Progress {
    private let handle: FileHandle

    init(in scratch: String) throws {
      let path = Self.path(in: scratch)
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// As wide as any number, so that a shorter one leaves nothing behind.
    func note(_ number: Int) {
      let digits = String(number)
      let text = String(repeating: " ", count: 20 - digits.count) + digits
      try? handle.seek(toOffset: 0)
      try? handle.write(contentsOf: Data(text.utf8))
    }

    static func last(in scratch: String) -> Int? {
      guard let data = FileManager.default.contents(atPath: path(in: scratch)) else { return nil }
      return Int(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespaces))
    }

    private static func path(in scratch: String) -> String { "\(scratch)/current" }
  }
}
