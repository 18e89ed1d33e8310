import Foundation

/// One look at the clock: that of a transaction's start, of a statement's, or of a call.
///
/// Which comes first is certain, and that five minutes or less lie between two of them; what the
/// server's clock says is not.
public struct ClockReading: Hashable, Sendable {
  /// Later readings have greater numbers.
  let number: Int
  /// Microseconds since 2000-01-01 UTC on this machine.
  let time: Int64
  /// The number of the reading that the statement began with: within a statement several may be
  /// taken in the same microsecond.
  let statement: Int

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
      lock.withLock {
        count += 1
        return count
      }
    }
  }

  private static let counter = Counter()

  /// A new one; `statement`: that of the statement in which it is taken, nil for the first in one.
  public static func now(during statement: ClockReading? = nil) -> ClockReading {
    let number = counter.next()
    return ClockReading(
      number: number, time: CivilTime.now, statement: statement?.statement ?? number)
  }

  /// The longest time between two readings of one script.
  static let longestRun = CivilTime.microsecondsPerDay / 288
}

extension CivilTime {
  /// Microseconds since 2000-01-01 UTC on this machine.
  static var now: Int64 {
    Int64((Date().timeIntervalSinceReferenceDate + 86400 * 366) * 1_000_000)
  }
}
