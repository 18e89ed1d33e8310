import AccessModel

extension TimeZoneRules {
  /// The zone of a value of the setting TimeZone: a number of hours, a name or what the setting
  /// shows; nil for none. Source: `check_timezone()`.
  public init?(setting text: String) throws(EngineFailure) {
    if text.lowercased().hasPrefix("interval") {
      // Its unit is not in it: `INTERVAL '2' HOUR`.
      let quoted = text.split(separator: "'")
      guard quoted.count == 2, quoted[1].contains(":") else {
        throw .undecided(Undecided("the time zone `\(text)`"))
      }
      let span = try IntervalReader.read(String(quoted[1]))
      guard span.months == 0, span.days == 0 else {
        throw .undecided(Undecided("the time zone `\(text)`"))
      }
      self.init(secondsEast: span.microseconds / 1_000_000)
      return
    }
    if let hours = Double(text), !text.isEmpty, hours.magnitude < 168 {
      self.init(secondsEast: Int64((hours * 3600).rounded(.towardZero)))
      return
    }
    guard let found = Self.named(text) else {
      guard Self.areKnown, !text.utf8.contains(where: \.isDigit) else {
        throw .undecided(Undecided("the time zone `\(text)`"))
      }
      return nil
    }
    self = found
  }

  /// The zone that `AT TIME ZONE` names: an abbreviation, or a name.
  /// Source: `DecodeTimezoneName()`.
  public static func zone(_ name: String) throws(EngineFailure) -> TimeZoneRules {
    let lower = name.lowercased()
    if let offset = TimeZoneAbbreviations.offset(lower) {
      return TimeZoneRules(name: name, offset)
    }
    if TimeZoneAbbreviations.changing.contains(lower[...]) {
      throw .undecided(Undecided("the time zone `\(name)`"))
    }
    guard let zone = try TimeZoneRules(namedOrPOSIX: name) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"), "time zone \"\(name)\" not recognized"))
    }
    return zone
  }

  private init?(namedOrPOSIX text: String) throws(EngineFailure) {
    if let found = Self.named(text) {
      self = found
    } else if !Self.areKnown || text.utf8.contains(where: \.isDigit) {
      throw .undecided(Undecided("the time zone `\(text)`"))
    } else {
      return nil
    }
  }
}
