import AccessModel
import SQLBinding
import WorkerThreads

/// Runs functions on a thread whose stack holds as many calls as PostgreSQL's does.
enum FunctionStack {
  /// Reserved, not used: pages count only once touched. Sanitizers put more on it.
  #if SANITIZED
    private static let size = 2 << 30
  #else
    private static let size = 1 << 30
  #endif
  private static let worker = WorkerThread(stackSize: size)

  /// Runs `body` where it stands if that is deep enough, or else on the thread made for it.
  static func run<Value>(
    _ body: @escaping () throws(EngineFailure) -> Value
  ) throws(EngineFailure) -> Value {
    if worker.isCurrent { return try body() }
    let box = Box<Value>()
    // What is bound to this thread is not to the other.
    let style = ValueStyle.current
    box.body = { () throws(EngineFailure) in try style.use(body) }
    worker.run { box.run() }
    switch box.result {
    case .success(let value)?: return value
    case .failure(let failure)?: throw failure
    case nil: throw .undecided(Undecided("a function that did not run"))
    }
  }

  // Written by the worker while the caller waits, and read after.
  private final class Box<Value>: @unchecked Sendable {
    var body: (() throws(EngineFailure) -> Value)?
    var result: Result<Value, EngineFailure>?

    func run() {
      guard let body else { return }
      do throws(EngineFailure) {
        result = .success(try body())
      } catch {
        result = .failure(error)
      }
    }
  }
}
