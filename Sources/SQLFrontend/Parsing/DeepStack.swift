import Foundation

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
  private static let worker = Worker(stackSize: size)

  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    if Thread.current === worker.thread { return body() }
    let box = Box<Result>()
    worker.run { box.value = body() }
    guard let value = box.value else { preconditionFailure("the worker has run the body") }
    return value
  }

  /// Parses what `run` will ask for next.
  private static let ahead = Worker(stackSize: size)

  /// Begins `body` on the second thread.
  static func start(_ body: @escaping @Sendable () -> Void) { ahead.start(body) }

  // Written by the worker before `run` returns, and read after.
  private final class Box<Result: Sendable>: @unchecked Sendable {
    var value: Result?
  }
}

/// A thread that runs one piece of work after the other, for as long as the process lives.
private final class Worker: Sendable {
  private let condition = NSCondition()
  // Guarded by `condition`.
  nonisolated(unsafe) private var pending: [@Sendable () -> Void] = []
  // Set once, before anything can ask for it.
  nonisolated(unsafe) private(set) var thread: Thread?

  init(stackSize: Int) {
    let thread = Thread { [self] in
      while true { next()() }
    }
    thread.stackSize = stackSize
    self.thread = thread
    thread.start()
  }

  /// Returns when `body` has run.
  func run(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    start {
      body()
      done.signal()
    }
    done.wait()
  }

  /// Returns at once.
  func start(_ body: @escaping @Sendable () -> Void) {
    condition.lock()
    pending.append(body)
    condition.signal()
    condition.unlock()
  }

  private func next() -> @Sendable () -> Void {
    condition.lock()
    defer { condition.unlock() }
    while pending.isEmpty { condition.wait() }
    return pending.removeFirst()
  }
}
