import SQLBinding

/// Values that are one machine word each, and ordered as it is.
enum WordKind {
  case boolean, integer, date, time, timestamp

  /// Nil for values that are no single word.
  init?(_ value: SQLValue) {
    switch value {
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .date: self = .date
    case .time: self = .time
    case .timestamp: self = .timestamp
    default: return nil
    }
  }

  /// Nil for values of other kinds.
  @inline(__always)
  func word(_ value: SQLValue) -> Int64? {
    switch (self, value) {
    case (.integer, .integer(let word)), (.date, .date(let word)), (.time, .time(let word)),
      (.timestamp, .timestamp(let word)):
      word
    case (.boolean, .boolean(let flag)): flag ? 1 : 0
    default: nil
    }
  }
}
