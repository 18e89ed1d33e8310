import AccessModel
import Foundation

/// A value that a real server has too, but another one: the clock's, or a random one. It can be
/// stored, counted and compared where the answer is sure; what shows it is undecided.
public struct Undetermined: Hashable, Sendable {
  /// What made it, as in `now()`.
  public var source: String
  /// The same in copies of the value, and in nothing else. No UUID: Foundation opens a file for each
  /// of those, and there may be many.
  private var identity: UInt64
  /// Of a time: microseconds since 2000-01-01 UTC, as far as the clocks agree.
  public var approximateTime: Int64?
  /// Of a time: the look at the clock that it is counted from; nil: none that is known.
  public var reading: ClockReading?
  /// Of a time: how much sooner or later than `approximateTime` says it may be, counted from
  /// `reading`, as days and months go by the calendar.
  public var slack: Int64 = 0
  /// It may be any value, also one that is known elsewhere.
  public var isUnknown = false
  /// It was computed from one that is undetermined: it may be any value but NULL.
  public private(set) var isDerived = false
  /// An object of this catalog, which is none that has a name here.
  public var objectKind: ObjectIdentity.Kind?

  /// The least and the greatest value that it may be; empty: it is not known between which it is.
  private var range: [SQLValue] = []
  /// The type whose text it is, as a part of JSON.
  private var writtenAs: DataType?
  /// Of a JSON value of which only parts are undetermined.
  public private(set) var json: JSONValue?
  /// Of a name of PostgreSQL's own: those that it may be, beside any that begins with `pg_`.
  private var names: Set<String>?
  /// Of a name: how it ends, but for a number behind.
  private var suffix = ""
  /// Of a text: how it begins.
  public var prefix = ""

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var last: UInt64 = 0

    func next() -> UInt64 {
      lock.withLock {
        last += 1
        return last
      }
    }
  }

  private static let identities = Counter()

  public init(_ source: String, approximateTime: Int64? = nil) {
    self.source = source
    identity = Self.identities.next()
    self.approximateTime = approximateTime
  }

  /// What a function that raises no error makes of another, which is not NULL.
  public static func derived(from value: SQLValue) -> Undetermined {
    var result = Undetermined("what is made of \(value.undeterminedSource)")
    result.isDerived = true
    return result
  }

  /// What is known of a JSON value, of which a part is not.
  fileprivate static func partly(_ json: JSONValue, _ part: Undetermined) -> Undetermined {
    var result = Undetermined("what is made of \(part.source)")
    result.isDerived = true
    if case .unknown(let whole) = json {
      (result.identity, result.writtenAs) = (whole.identity, whole.writtenAs)
    } else {
      result.json = json
    }
    return result
  }

  /// As JSON writes a value of that type.
  public func written(as type: DataType) -> Undetermined {
    var result = self
    result.writtenAs = type
    return result
  }

  /// What the model does not hold.
  public static func unknown(_ source: String) -> Undetermined {
    var result = Undetermined(source)
    result.isUnknown = true
    return result
  }

  /// The name of an object of PostgreSQL's own.
  public static func systemName(_ source: String) -> Undetermined {
    var result = Undetermined(source)
    result.prefix = "pg_"
    return result
  }

  /// A name that PostgreSQL has made, and has put a number behind where it was taken.
  ///
  /// Source: `ChooseConstraintName()` in `src/backend/catalog/pg_constraint.c`.
  public static func chosen(endingIn suffix: String, _ source: String) -> Undetermined {
    var result = unknown(source)
    result.suffix = suffix
    return result
  }

  /// The name of one of several objects of PostgreSQL's own.
  public static func oneOf(_ names: Set<String>, _ source: String) -> Undetermined {
    var result = Undetermined(source)
    result.names = names
    return result
  }

  /// An object that the model does not hold.
  public static func object(_ kind: ObjectIdentity.Kind) -> Undetermined {
    var result = Undetermined("an object that is not modelled")
    result.objectKind = kind
    return result
  }

  /// Whether it is certainly none of the values that are known.
  private var isNoKnownValue: Bool {
    approximateTime == nil && !isUnknown && !isDerived && names == nil
  }

  func isSurelyDifferent(from other: SQLValue) -> Bool {
    if let json {
      if case .json(let known) = other { return JSONValue.areSurelyDifferent(json, known) }
      if case .undetermined(let value) = other, let known = value.json {
        return JSONValue.areSurelyDifferent(json, known)
      }
    }
    if !suffix.isEmpty, case .text(let text) = other {
      var name = text.string[...]
      while name.last?.isNumber == true { name.removeLast() }
      return !name.hasSuffix(suffix)
    }
    if let names, case .text(let text) = other {
      return !names.contains(text.string) && !text.string.hasPrefix("pg_")
        && !text.string.hasPrefix("_pg_")
    }
    // No object has the number 0.
    if objectKind != nil, other == .integer(0) { return true }
    if let objectKind, case .object(let object) = other {
      return objectKind != object.kind && !object.isBuiltIn
        || objectKind == object.kind && objectKind != .other
    }
    if case .undetermined(let value) = other {
      return isNoKnownValue && value.isNoKnownValue && objectKind == nil && value.objectKind == nil
        && self != value
    }
    return isNoKnownValue && objectKind == nil
  }

  /// How far the server's clock may be from this one.
  private static let tolerance = CivilTime.microsecondsPerDay

  /// The clock's time, which nobody knows better than to a day, but for other times counted from a
  /// reading of the same clock.
  public static func clock(_ source: String, _ reading: ClockReading? = nil) -> Undetermined {
    var result = Undetermined(source, approximateTime: reading?.time ?? CivilTime.now)
    result.reading = reading
    return result
  }

  /// What is computed of the clock's time.
  public static func between(
    _ low: SQLValue, _ high: SQLValue, _ clock: Undetermined
  ) -> Undetermined {
    var result = Undetermined("what is made of \(clock.source)")
    result.isDerived = true
    result.range = [low, high]
    return result
  }

  /// Between which values of the type it is; nil: that is not known.
  public func ends(as type: DataType) -> (low: SQLValue, high: SQLValue)? {
    if range.count == 2 { return (range[0], range[1]) }
    guard let time = approximateTime else { return nil }
    let leeway = Self.tolerance * 2 + slack
    let (low, isLow) = time.subtractingReportingOverflow(leeway)
    let (high, isHigh) = time.addingReportingOverflow(leeway)
    guard !isLow, !isHigh else { return nil }
    switch type {
    case .timestamp, .timestamptz: return (.timestamp(low), .timestamp(high))
    case .date: return (.date(CivilTime.split(low).days), .date(CivilTime.split(high).days))
    default: return nil
    }
  }

  /// So many microseconds later.
  public func moved(by microseconds: Int64) -> Undetermined? {
    guard let time = approximateTime else { return nil }
    let (moved, overflow) = time.addingReportingOverflow(microseconds)
    guard !overflow else { return nil }
    var result = self
    result.approximateTime = moved
    return result
  }

  /// How many microseconds it is later than another time of the same clock.
  public func distance(from other: Undetermined) -> ClosedRange<Int64>? {
    guard let reading, let theirs = other.reading, let time = approximateTime,
      let otherTime = other.approximateTime
    else { return nil }
    let (distance, overflow) = (time - reading.time).subtractingReportingOverflow(
      otherTime - theirs.time)
    guard !overflow, distance.magnitude < UInt64(Int64.max / 4) else { return nil }
    let slack = slack + other.slack
    let gap: ClosedRange<Int64> =
      reading == theirs
      ? 0...0
      : reading.number > theirs.number ? 0...ClockReading.longestRun : -ClockReading.longestRun...0
    return (distance + gap.lowerBound - slack)...(distance + gap.upperBound + slack)
  }

  /// Of two dates of the same clock, by how many days one is later than the other; nil: between the
  /// readings another day may have begun.
  public func days(since other: Undetermined) -> Int64? {
    let day = CivilTime.microsecondsPerDay
    guard let reading, let theirs = other.reading, let time = approximateTime,
      let otherTime = other.approximateTime, slack == day, other.slack == day
    else { return nil }
    let (shift, otherShift) = (time - reading.time, otherTime - theirs.time)
    guard shift % day == 0, otherShift % day == 0 else { return nil }
    if reading == theirs { return (shift - otherShift) / day }
    let (mine, yours) = (CivilTime.split(reading.time), CivilTime.split(theirs.time))
    let margin = ClockReading.longestRun * 2
    guard mine.days == yours.days,
      [mine.time, yours.time].allSatisfy({ (margin..<(day - margin)).contains($0) })
    else { return nil }
    return (shift - otherShift) / day
  }

  /// As a date.
  public var dated: Undetermined {
    var result = self
    result.slack = CivilTime.microsecondsPerDay
    return result
  }

  public static func == (one: Self, other: Self) -> Bool {
    guard one.writtenAs == other.writtenAs else { return false }
    if one.json != nil || other.json != nil { return one.json == other.json }
    guard let reading = one.reading, other.reading != nil else {
      return one.identity == other.identity && one.approximateTime == other.approximateTime
    }
    return reading == other.reading && one.approximateTime == other.approximateTime
      && one.slack == other.slack
  }

  public func hash(into hasher: inout Hasher) {
    if let json { return hasher.combine(json) }
    if reading == nil { hasher.combine(identity) }
    hasher.combine(approximateTime)
  }

  /// -1 or 1 where one surely comes before or after another that is counted from the same clock.
  private func compare(counted other: Undetermined) -> Int? {
    if let days = days(since: other) { return Int(days.signum()) }
    guard let distance = distance(from: other), let reading, let theirs = other.reading else {
      return nil
    }
    // Of two statements one is surely the first.
    let isApart = reading.statement != theirs.statement
    let isLater = reading.number > theirs.number
    if distance.lowerBound > 0 || distance.lowerBound == 0 && isApart && isLater { return 1 }
    return distance.upperBound < 0 || distance.upperBound == 0 && isApart && !isLater ? -1 : nil
  }

  private func compareEnds(_ other: SQLValue) -> Int? {
    var (low, high) = (other, other)
    if case .undetermined(let value) = other {
      guard value.range.count == 2 else { return nil }
      (low, high) = (value.range[0], value.range[1])
    }
    if SQLValue.compare(range[1], low) == -1 { return -1 }
    return SQLValue.compare(range[0], high) == 1 ? 1 : nil
  }

  /// -1 or 1 where it surely comes before or after `other`.
  func compare(_ other: SQLValue) -> Int? {
    if range.count == 2 { return compareEnds(other) }
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
      return value == self ? 0 : compare(counted: value)
    default: return nil
    }
    let (distance, overflow) = time.subtractingReportingOverflow(otherTime)
    guard !overflow, distance.magnitude > Self.tolerance.magnitude * 2 + slack.magnitude
    else { return nil }
    return distance < 0 ? -1 : 1
  }
}

extension SQLValue {
  /// Of the type `jsonb`, whichever parts of it are undetermined.
  public static func json(partly json: JSONValue) -> SQLValue {
    guard let part = json.unknownPart else { return .json(json) }
    return .undetermined(.partly(json, part))
  }

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

  /// Whether a part of it is one that the model does not hold.
  public var isOfUnknown: Bool {
    switch self {
    case .undetermined(let value): value.isUnknown || value.objectKind != nil
    case .array(let array): array.elements.contains(where: \.isOfUnknown)
    case .record(let values): values.contains(where: \.isOfUnknown)
    case .range(let range): range.bounds.contains(where: \.isOfUnknown)
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
    let isNumber =
      switch (self, type.base) {
      case (.object, .oid): true
      case (.array(let array), .array(.oid)):
        array.elements.contains { if case .object = $0 { true } else { false } }
      default: false
      }
    if isNumber { throw .undecided(Undecided("the number of an object")) }
  }

  /// Whether two values that have no order here are certainly not equal: a random one is none that
  /// is known.
  public static func areSurelyDifferent(_ a: SQLValue, _ b: SQLValue) -> Bool {
    switch (a, b) {
    case (.undetermined(let x), let other), (let other, .undetermined(let x)):
      x.isSurelyDifferent(from: other)
    case (.object(let x), .object(let y)): ObjectIdentity.areDifferent(x, y)
    // No object has the number 0.
    case (.object, .integer(0)), (.integer(0), .object): true
    default: false
    }
  }
}
