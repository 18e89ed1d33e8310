import Foundation

/// Runs code that recurses over trees on a thread whose stack holds the deepest of them.
enum DeepStack {
  /// Reserved, not used: pages count only once touched.
  private static let size = 512 << 20

  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.value = body()
      done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    guard let value = box.value else { preconditionFailure("the thread ended without a result") }
    return value
  }

  // Written before the signal and read after the wait.
  private final class Box<Result: Sendable>: @unchecked Sendable {
    var value: Result?
  }
}
