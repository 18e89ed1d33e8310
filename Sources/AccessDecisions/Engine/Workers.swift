import Foundation
import WorkerThreads

/// Independent work, on as many threads as there are processors.
enum Workers {
  /// Reserved, not used: pages count only once touched. Policies may nest as deeply as PostgreSQL's
  /// stack lets them.
  private static let stackSize = 512 << 20

  /// Calls `work` for each of `parts`, in any order, several at a time; what it gives stands in the
  /// order of the parts.
  ///
  /// `makeContext`: called once in each thread, for what its work needs to itself.
  static func map<Part: Sendable, Context, Result: Sendable>(
    _ parts: [Part], context makeContext: @Sendable @escaping () -> Context,
    _ work: @Sendable @escaping (Part, Context) -> Result
  ) -> [Result] {
    let queue = WorkQueue<Result>(count: parts.count)
    let count = min(parts.count, ProcessInfo.processInfo.activeProcessorCount)
    let group = DispatchGroup()
    @Sendable func run() {
      let context = makeContext()
      while let index = queue.next() { queue.store(work(parts[index], context), at: index) }
    }
    for _ in 1..<max(1, count) {
      group.enter()
      StackThread(stackSize: stackSize) {
        run()
        group.leave()
      }
    }
    run()
    group.wait()
    return queue.results
  }
}

// Guarded by `lock`.
private final class WorkQueue<Result: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var position = 0
  private var made: [Result?]

  init(count: Int) { made = [Result?](repeating: nil, count: count) }

  func next() -> Int? {
    lock.lock()
    defer { lock.unlock() }
    guard position < made.count else { return nil }
    defer { position += 1 }
    return position
  }

  func store(_ result: Result, at index: Int) {
    lock.lock()
    defer { lock.unlock() }
    made[index] = result
  }

  var results: [Result] { made.compactMap(\.self) }
}
