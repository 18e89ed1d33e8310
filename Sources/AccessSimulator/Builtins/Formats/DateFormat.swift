import AccessModel
import SQLBinding

/// A format picture of `to_char()` for dates, cut into its patterns.
///
/// Source: `parse_format()` and `DCH_keywords` in `formatting.c`.
struct DateFormat {
  enum Node {
    case pattern(String, DateFormat.Suffixes)
    /// Copied as it is.
    case literal(Unicode.Scalar)
  }

  struct Suffixes: OptionSet {
    let rawValue: Int
    /// `FM`: no padding.
    static let fill = Suffixes(rawValue: 1)
    /// `TM`: in the locale's words, which here are English.
    static let translated = Suffixes(rawValue: 2)
    static let upperOrdinal = Suffixes(rawValue: 4)
    static let lowerOrdinal = Suffixes(rawValue: 8)
  }

  private(set) var nodes: [Node] = []

  init(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while !rest.isEmpty {
      var suffixes: Suffixes = []
      if let prefix = Self.take(["FM", "fm", "TM", "tm"], &rest) {
        suffixes.insert(prefix.lowercased() == "fm" ? .fill : .translated)
        if rest.isEmpty { break }
      }
      if let keyword = Self.take(Self.keywords, &rest) {
        switch Self.take(["TH", "th", "SP"], &rest) {
        case "TH": suffixes.insert(.upperOrdinal)
        case "th": suffixes.insert(.lowerOrdinal)
        default: break
        }
        nodes.append(.pattern(keyword, suffixes))
      } else if rest.first == "\"" {
        rest.removeFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
          nodes.append(.literal(scalar == "\\" ? rest.popFirst() ?? scalar : scalar))
        }
      } else {
        if rest.first == "\\", rest.dropFirst().first == "\"" { rest.removeFirst() }
        if let scalar = rest.popFirst() { nodes.append(.literal(scalar)) }
      }
    }
  }

  private static func take(
    _ words: [String], _ rest: inout ArraySlice<Unicode.Scalar>
  ) -> String? {
    guard let word = words.first(where: { rest.starts(with: $0.unicodeScalars) }) else {
      return nil
    }
    rest = rest.dropFirst(word.unicodeScalars.count)
    return word
  }

  /// Longer ones before those that they begin with.
  private static let keywords: [String] = [
    "A.D.", "A.M.", "AD", "AM", "B.C.", "BC", "CC", "DAY", "DDD", "DD", "DY", "Day", "Dy", "D",
    "FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "FX", "HH24", "HH12", "HH", "IDDD", "ID", "IW",
    "IYYY", "IYY", "IY", "I", "J", "MI", "MM", "MONTH", "MON", "MS", "Month", "Mon", "OF", "P.M.",
    "PM", "Q", "RM", "SSSSS", "SSSS", "SS", "TZH", "TZM", "TZ", "US", "WW", "W", "Y,YYY", "YYYY",
    "YYY", "YY", "Y", "a.d.", "a.m.", "ad", "am", "b.c.", "bc", "cc", "day", "ddd", "dd", "dy",
    "d", "ff1", "ff2", "ff3", "ff4", "ff5", "ff6", "fx", "hh24", "hh12", "hh", "iddd", "id", "iw",
    "iyyy", "iyy", "iy", "i", "j", "mi", "mm", "month", "mon", "ms", "of", "p.m.", "pm", "q",
    "rm", "sssss", "ssss", "ss", "tzh", "tzm", "tz", "us", "ww", "w", "y,yyy", "yyyy", "yyy", "yy",
    "y",
  ]
}

/// A time by its parts, or an interval, as `to_char()` sees it.
struct FormattedTime {
  var year: Int64 = 0
  var month: Int64 = 0
  var day: Int64 = 0
  var hour: Int64 = 0
  var minute: Int64 = 0
  var second: Int64 = 0
  var microsecond: Int64 = 0
  /// Days since 2000; nil for an interval.
  var days: Int64?
  var dayOfYear: Int64 = 0
  var offset: TimeZoneRules.Offset?

  /// A local time in microseconds since 2000.
  init(local: Int64, _ offset: TimeZoneRules.Offset?) {
    let (days, time) = CivilTime.split(local)
    (year, month, day) = CivilTime.civil(days: days)
    (hour, minute) = (time / 3_600_000_000, time / 60_000_000 % 60)
    (second, microsecond) = (time / 1_000_000 % 60, time % 1_000_000)
    self.days = days
    dayOfYear = days - CivilTime.days(year: year, month: 1, day: 1) + 1
    self.offset = offset
  }

  init(_ span: Interval) {
    (year, month, day) = (Int64(span.months / 12), Int64(span.months % 12), Int64(span.days))
    let time = span.microseconds
    (hour, minute) = (time / 3_600_000_000, time / 60_000_000 % 60)
    (second, microsecond) = (time / 1_000_000 % 60, time % 1_000_000)
    dayOfYear = (year * 12 + month) * 30 + day
  }
}
