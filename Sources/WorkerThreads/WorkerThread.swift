import Foundation

/// A thread that runs one piece of work after the other, for as long as the process lives.
///
/// ```swift
/// let worker = WorkerThread(stackSize: 512 << 20)
/// worker.run { recurse() }
/// ```
public final class WorkerThread: Sendable {
  private let queue = Queue()
  private let thread: StackThread

  /// `stackSize`: bytes, reserved and not used.
  public init(stackSize: Int) {
    thread = StackThread(stackSize: stackSize) { [queue] in
      while true { queue.next()() }
    }
  }

  /// Whether the caller runs on it.
  public var isCurrent: Bool { thread.isCurrent }

  /// Returns when `body` has run. Never to be called on the thread itself, which would wait for ever.
  public func run(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    start {
      body()
      done.signal()
    }
    done.wait()
  }

  /// Returns at once.
  public func start(_ body: @escaping @Sendable () -> Void) { queue.append(body) }
}

private final class Queue: Sendable {
  private let condition = NSCondition()
  // Guarded by `condition`.
  nonisolated(unsafe) private var pending: [@Sendable () -> Void] = []

  func append(_ body: @escaping @Sendable () -> Void) {
    condition.lock()
    pending.append(body)
    condition.signal()
    condition.unlock()
  }

  func next() -> @Sendable () -> Void {
    condition.lock()
    defer { condition.unlock() }
    while pending.isEmpty { condition.wait() }
    return pending.removeFirst()
  }
}
