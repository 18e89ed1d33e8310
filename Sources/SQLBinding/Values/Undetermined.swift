public import Foundation
import AccessModel

/// A value that a real server has too, but another one: the clock's, or a random one. It can be
/// stored, counted and compared where the answer is sure; what shows it is undecided.
public struct Undetermined: Hashable, Sendable {
  /// What made it, as in `now()`.
  public var source: String
  /// The same in copies of the value, and in nothing else.
  public var identity: UUID
  /// Of a time: microseconds since 2000-01-01 UTC, as far as the clocks agree.
  public var approximateTime: Int64?

  public init(_ source: String, approximateTime: Int64? = nil) {
    self.source = source
    identity = UUID()
    self.approximateTime = approximateTime
  }

  /// How far the server's clock may be from this one.
  private static let tolerance = CivilTime.microsecondsPerDay

  /// The clock's time, which nobody knows better than to a day.
  public static func clock(_ source: String) -> Undetermined {
    let seconds = Date().timeIntervalSinceReferenceDate - 86400 * 366
    return Undetermined(source, approximateTime: Int64(seconds * 1_000_000))
  }

  /// -1 or 1 where it surely comes before or after `other`.
  func compare(_ other: SQLValue) -> Int? {
    guard let time = approximateTime else { return nil }
    let otherTime: Int64
    switch other {
    case .timestamp(.max): return -1
    case .timestamp(.min): return 1
    case .timestamp(let value): otherTime = value
    case .date(let days):
      let (value, overflow) = days.multipliedReportingOverflow(by: CivilTime.microsecondsPerDay)
      guard !overflow else { return nil }
      otherTime = value
    case .undetermined(let value):
      if value == self { return 0 }
      return nil
    default: return nil
    }
    let (distance, overflow) = time.subtractingReportingOverflow(otherTime)
    guard !overflow, distance.magnitude > Self.tolerance.magnitude * 2 else { return nil }
    return distance < 0 ? -1 : 1
  }
}

extension SQLValue {
  /// Whether a part of it is not the one a server would have.
  public var isUndetermined: Bool {
    switch self {
    case .undetermined: true
    case .array(let array): array.elements.contains(where: \.isUndetermined)
    case .record(let values): values.contains(where: \.isUndetermined)
    case .range(let range): range.bounds.contains(where: \.isUndetermined)
    default: false
    }
  }

  /// What made it so, for messages.
  public var undeterminedSource: String {
    switch self {
    case .undetermined(let value): value.source
    case .array(let array): array.elements.first(where: \.isUndetermined)?.undeterminedSource ?? ""
    case .record(let values): values.first(where: \.isUndetermined)?.undeterminedSource ?? ""
    case .range(let range):
      range.bounds.first(where: \.isUndetermined)?.undeterminedSource ?? ""
    default: ""
    }
  }

  /// Throws where the value is not the one a server would have.
  public func requireDetermined() throws(EngineFailure) {
    guard isUndetermined else { return }
    throw .undecided(Undecided("the value of \(undeterminedSource)"))
  }

  /// Throws where the value's text is not the one a server would print: it is undetermined, or the
  /// number of an object.
  public func requireShown(as type: DataType) throws(EngineFailure) {
    try requireDetermined()
    if case .object = self, type.base == .oid {
      throw .undecided(Undecided("the number of an object"))
    }
  }

  /// Whether two values that have no order here are certainly not equal: a random one is none that
  /// is known.
  public static func areSurelyDifferent(_ a: SQLValue, _ b: SQLValue) -> Bool {
    switch (a, b) {
    case (.undetermined(let x), .undetermined(let y)):
      x != y && x.approximateTime == nil && y.approximateTime == nil
    case (.undetermined(let x), _), (_, .undetermined(let x)): x.approximateTime == nil
    default: false
    }
  }
}
