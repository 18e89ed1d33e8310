import AccessModel
import SQLBinding

/// The settings that decide how values are read and written.
extension SessionVariables {
  static let styleSettings: Set<String> = [
    "bytea_output", "datestyle", "extra_float_digits", "intervalstyle", "timezone",
  ]

  /// How the session's statements read and write values now.
  var valueStyle: ValueStyle {
    var style = ValueStyle()
    func value(_ name: String) -> String? { settings[name] ?? ServerSettings.defaultValue(name) }
    if let text = value("datestyle"), let found = style.dateStyle(text) {
      (style.dates, style.dateOrder) = found
    }
    style.intervals = value("intervalstyle").flatMap(ValueStyle.Intervals.init) ?? .postgres
    style.escapesBytes = value("bytea_output") == "escape"
    style.extraFloatDigits = value("extra_float_digits").flatMap { Int($0) } ?? 1
    if let name = settings["timezone"], name != "UTC", let zone = try? TimeZoneRules(setting: name)
    {
      style.timeZone = zone
    }
    return style
  }

  /// The value of such a setting as SHOW gives it, or the error that it is none; nil for other
  /// settings.
  ///
  /// `written`: the name as the statement has it, which messages repeat before 18.
  func styled(
    _ name: String, _ value: String, written: String
  ) throws(EngineFailure) -> String? {
    let lower = value.lowercased()
    switch name {
    case "datestyle":
      guard let (dates, order) = valueStyle.dateStyle(value) else {
        throw Self.invalid("DateStyle", value)
      }
      return "\(dates.rawValue), \(order.rawValue)"
    case "intervalstyle":
      guard ValueStyle.Intervals(rawValue: lower) != nil else {
        throw Self.invalid(
          written, value,
          hint: "Available values: postgres, postgres_verbose, sql_standard, iso_8601.")
      }
      return lower
    case "bytea_output":
      guard lower == "hex" || lower == "escape" else {
        throw Self.invalid("bytea_output", value, hint: "Available values: escape, hex.")
      }
      return lower
    case "extra_float_digits":
      guard let digits = Int(value) else { throw Self.invalid("extra_float_digits", value) }
      guard (-15...3).contains(digits) else {
        throw .postgres(
          PostgresError(
            .invalidParameterValue,
            "\(digits) is outside the valid range for parameter \"extra_float_digits\" (-15 .. 3)"
          ))
      }
      return String(digits)
    case "timezone":
      guard let zone = try TimeZoneRules(setting: value) else {
        throw Self.invalid("TimeZone", value)
      }
      return zone.name
    default: return nil
    }
  }

  private static func invalid(
    _ name: String, _ value: String, hint: String? = nil
  ) -> EngineFailure {
    .postgres(
      PostgresError(
        .invalidParameterValue, "invalid value for parameter \"\(name)\": \"\(value)\"",
        hint: hint))
  }
}
