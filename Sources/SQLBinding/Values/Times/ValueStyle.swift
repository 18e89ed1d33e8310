public import AccessModel

/// The settings that decide how values are read from text and written to it.
///
/// Input and output functions take them from their session, which every function and cast of a
/// statement would have to hand down; so a session runs its statements `with` its style instead.
public struct ValueStyle: Sendable {
  public enum Dates: String, Sendable {
    case iso = "ISO"
    case sql = "SQL"
    case postgres = "Postgres"
    case german = "German"
  }

  public enum DateOrder: String, Sendable { case ymd = "YMD", dmy = "DMY", mdy = "MDY" }
  public enum Intervals: String, Sendable, CaseIterable {
    case postgres
    case postgresVerbose = "postgres_verbose"
    case sqlStandard = "sql_standard"
    case iso8601 = "iso_8601"
  }

  public var dates = Dates.iso
  public var dateOrder = DateOrder.mdy
  public var version = PostgresVersion.v15
  /// As messages call the setting: `DateStyle` since PostgreSQL 18.
  public var dateStyleName: String { version >= .v18 ? "DateStyle" : "datestyle" }
  /// `0xff` and `1_000` are numbers, as since PostgreSQL 16.
  public var readsOtherBases: Bool { version >= .v16 }
  public var intervals = Intervals.postgres
  public var timeZone = TimeZoneRules.utc
  /// `bytea_output` is `escape`.
  public var escapesBytes = false
  public var extraFloatDigits = 1
  /// Schemas whose types are called without them.
  public var searchPath = ["public"]

  /// What is told of each text that is read as a date or a time.
  public var readings: TimeReadings?

  public init() {}

  /// Of whatever runs now.
  @TaskLocal public static var current = ValueStyle()

  /// Runs `body`, in which values are read and written in this style.
  public func use<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = Self.$current.withValue(self) {
      do throws(Failure) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension ValueStyle {
  /// The style and order that a value of DateStyle says; nil if it says none. What it leaves open
  /// stays as it is. Source: `check_datestyle()`.
  public func dateStyle(_ text: String) -> (Dates, DateOrder)? {
    var (style, order): (Dates?, DateOrder?) = (nil, nil)
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = item.trimmed.lowercased()
      var (newStyle, newOrder): (Dates?, DateOrder?) = (nil, nil)
      if word == "iso" {
        newStyle = .iso
      } else if word == "sql" {
        newStyle = .sql
      } else if word.hasPrefix("postgres") {
        newStyle = .postgres
      } else if word == "german" {
        newStyle = .german
        if order == nil { order = .dmy }
      } else if word == "ymd" {
        newOrder = .ymd
      } else if word == "dmy" || word.hasPrefix("euro") {
        newOrder = .dmy
      } else if word == "mdy" || word == "us" || word.hasPrefix("noneuro") {
        newOrder = .mdy
      } else if word == "default" {
        (newStyle, newOrder) = (style ?? .iso, order ?? .mdy)
        if style == nil { style = newStyle }
        if order == nil { order = newOrder }
        continue
      } else {
        return nil
      }
      if let newStyle {
        if let style, style != newStyle { return nil }
        style = newStyle
      }
      if let newOrder {
        if let order, order != newOrder, style != .german { return nil }
        order = newOrder
      }
    }
    return (style ?? dates, order ?? dateOrder)
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var rest = self
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
