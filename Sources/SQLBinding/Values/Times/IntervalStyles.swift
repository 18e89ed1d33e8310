extension Interval {
  /// In the session's IntervalStyle.
  func text(_ style: ValueStyle = .current) -> String {
    switch style.intervals {
    case .postgres: description
    case .postgresVerbose: verboseText
    case .sqlStandard: standardText
    case .iso8601: isoText
    }
  }

  /// Hours, minutes, seconds and microseconds, all of one sign.
  private var clock: (hours: Int64, minutes: Int64, seconds: Int64, fraction: Int64) {
    (
      microseconds / 3_600_000_000, microseconds / 60_000_000 % 60,
      microseconds / 1_000_000 % 60, microseconds % 1_000_000
    )
  }

  private static func seconds(_ seconds: Int64, _ fraction: Int64, width: Int) -> String {
    let whole = DateTimeText.padded(Int64(seconds.magnitude), width)
    guard fraction != 0 else { return whole }
    var digits = DateTimeText.padded(Int64(fraction.magnitude), 6)
    while digits.hasSuffix("0") { digits.removeLast() }
    return whole + "." + digits
  }

  /// `@ 1 year 2 mons 3 days 4 hours 5 mins 6.7 secs ago`.
  private var verboseText: String {
    var text = "@"
    var (isZero, isBefore) = (true, false)
    func add(_ value: Int64, _ unit: String) {
      guard value != 0 else { return }
      var shown = value
      if isZero {
        isBefore = value < 0
        shown = Int64(clamping: value.magnitude)
      } else if isBefore {
        shown = -value
      }
      text += " \(shown) \(unit)\(shown == 1 ? "" : "s")"
      isZero = false
    }
    add(Int64(months / 12), "year")
    add(Int64(months % 12), "mon")
    add(Int64(days), "day")
    let (hours, minutes, seconds, fraction) = clock
    add(hours, "hour")
    add(minutes, "min")
    if seconds != 0 || fraction != 0 {
      text += " "
      if seconds < 0 || seconds == 0 && fraction < 0 {
        if isZero {
          isBefore = true
        } else if !isBefore {
          text += "-"
        }
      } else if isBefore {
        text += "-"
      }
      text += Self.seconds(seconds, fraction, width: 1)
      text += " sec" + (seconds.magnitude != 1 || fraction != 0 ? "s" : "")
      isZero = false
    }
    if isZero { text += " 0" }
    return text + (isBefore ? " ago" : "")
  }

  /// `1-2 3 4:05:06`.
  private var standardText: String {
    let (hours, minutes, seconds, fraction) = clock
    let (years, rest) = (Int64(months / 12), Int64(months % 12))
    let isNegative = months < 0 || days < 0 || microseconds < 0
    let isPositive = months > 0 || days > 0 || microseconds > 0
    guard isNegative || isPositive else { return "0" }
    let hasMonths = months != 0
    let hasTime = days != 0 || microseconds != 0
    let time =
      ":" + DateTimeText.padded(Int64(minutes.magnitude), 2) + ":"
      + Self.seconds(seconds, fraction, width: 2)
    guard !(isNegative && isPositive), !(hasMonths && hasTime) else {
      return "\(months < 0 ? "-" : "+")\(years.magnitude)-\(rest.magnitude)"
        + " \(days < 0 ? "-" : "+")\(days.magnitude)"
        + " \(microseconds < 0 ? "-" : "+")\(hours.magnitude)" + time
    }
    let sign = isNegative ? "-" : ""
    if hasMonths { return "\(sign)\(years.magnitude)-\(rest.magnitude)" }
    if days != 0 { return "\(sign)\(days.magnitude) \(hours.magnitude)" + time }
    return "\(sign)\(hours.magnitude)" + time
  }

  /// `P1Y2M3DT4H5M6S`.
  private var isoText: String {
    guard months != 0 || days != 0 || microseconds != 0 else { return "PT0S" }
    func part(_ value: Int64, _ unit: String) -> String { value == 0 ? "" : "\(value)\(unit)" }
    var text = "P" + part(Int64(months / 12), "Y") + part(Int64(months % 12), "M")
    text += part(Int64(days), "D")
    guard microseconds != 0 else { return text }
    let (hours, minutes, seconds, fraction) = clock
    text += "T" + part(hours, "H") + part(minutes, "M")
    if seconds != 0 || fraction != 0 {
      text += (seconds < 0 || fraction < 0 ? "-" : "")
      text += Self.seconds(seconds, fraction, width: 1) + "S"
    }
    return text
  }
}
