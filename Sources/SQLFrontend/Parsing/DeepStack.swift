import WorkerThreads

/// Runs code that recurses over trees on a thread whose stack holds the deepest of them.
///
/// It is one thread for the whole process, with one that parses ahead: libpg_query 15-4.0.0 makes a new thread-specific key
/// for every thread that parses and never gives it back. After a thousand threads the process has
/// no keys left, and whatever asks for one next fails; OpenSSL crashed.
enum DeepStack {
  /// Reserved, not used: pages count only once touched. Sanitizers put more on it.
  #if SANITIZED
    private static let size = 2 << 30
  #else
    private static let size = 512 << 20
  #endif
  private static let worker = WorkerThread(stackSize: size)

  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    if worker.isCurrent { return body() }
    let box = Box<Result>()
    worker.run { box.value = body() }
    guard let value = box.value else { preconditionFailure("the worker has run the body") }
    return value
  }

  /// Parses what `run` will ask for next.
  private static let ahead = WorkerThread(stackSize: size)

  /// Begins `body` on the second thread.
  static func start(_ body: @escaping @Sendable () -> Void) { ahead.start(body) }

  // Written by the worker before `run` returns, and read after.
  private final class Box<Result: Sendable>: @unchecked Sendable {
    var value: Result?
  }
}
