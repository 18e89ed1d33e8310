import AccessModel
import Foundation

/// Bindings by position, each made when first asked for, once.
// Guarded by `lock`.
public final class LazyBindings<Value: Sendable>: @unchecked Sendable {
  /// A binding, with what was wrong with its source; looked up often, so never copied.
  final class Made {
    let value: Value
    let diagnostics: [Diagnostic]
    /// The errors that PostgreSQL raises where such a thing is made; undecided: it may.
    let errors: [EngineFailure]

    init(value: Value, diagnostics: [Diagnostic], errors: [EngineFailure]) {
      (self.value, self.diagnostics, self.errors) = (value, diagnostics, errors)
    }
  }

  private let make: @Sendable (Int) -> Made
  private var made: [Made?]
  private let lock = NSLock()
  public let indices: Range<Int>

  init(count: Int, _ make: @escaping @Sendable (Int) -> Made) {
    self.make = make
    indices = 0..<count
    made = Array(repeating: nil, count: count)
  }

  public var count: Int { indices.count }

  public subscript(index: Int) -> Value { binding(index).value }

  /// What PostgreSQL would have refused to make.
  public func errors(_ index: Int) -> [EngineFailure] { binding(index).errors }

  /// Binds everything; what was wrong, in order.
  func diagnostics() -> [Diagnostic] { indices.flatMap { binding($0).diagnostics } }

  /// Two threads may both make one that neither has found; either will do.
  private func binding(_ index: Int) -> Made {
    lock.lock()
    let known = made[index]
    lock.unlock()
    if let known { return known }
    let result = make(index)
    lock.lock()
    defer { lock.unlock() }
    made[index] = made[index] ?? result
    return result
  }
}
