import Foundation

/// The time of day as PostgreSQL counts it: microseconds since 2000-01-01 00:00 UTC.
///
/// Source: `GetCurrentTimestamp()` in `src/backend/utils/adt/timestamp.c`.
enum Clock {
  static let microsecondsPerDay: Int64 = 86_400_000_000
  private static let secondsFrom1970To2000 = 946_684_800.0

  static var now: Int64 {
    let seconds = Date().timeIntervalSince1970 - secondsFrom1970To2000
    return Int64(exactly: (seconds * 1_000_000).rounded()) ?? 0
  }

  /// The day, and the time since it began. TimeZone is UTC.
  static func split(_ time: Int64) -> (day: Int64, time: Int64) {
    let (day, rest) = time.quotientAndRemainder(dividingBy: microsecondsPerDay)
    return rest < 0 ? (day - 1, rest + microsecondsPerDay) : (day, rest)
  }
}
