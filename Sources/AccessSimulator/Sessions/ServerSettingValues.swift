import AccessModel
import SQLBinding

/// What settings that are numbers, or one of a few words, take, and how they are shown.
///
/// Source: `parse_int()`, `config_enum_lookup_by_name()`, `convert_int_from_base_unit()` in
/// `src/backend/utils/misc/guc.c`.
struct ServerSettingValues {
  private enum Unit { case none, milliseconds, kilobytes, pages }

  private static let numbers: [String: (unit: Unit, range: ClosedRange<Int64>)] = {
    let most = Int64(Int32.max)
    return [
      "statement_timeout": (.milliseconds, 0...most), "lock_timeout": (.milliseconds, 0...most),
      "transaction_timeout": (.milliseconds, 0...most),
      "idle_in_transaction_session_timeout": (.milliseconds, 0...most),
      "idle_session_timeout": (.milliseconds, 0...most), "work_mem": (.kilobytes, 64...most),
      "max_stack_depth": (.kilobytes, 100...most),
      "min_parallel_table_scan_size": (.pages, 0...715_827_882),
      "from_collapse_limit": (.none, 1...most), "join_collapse_limit": (.none, 1...most),
      "default_statistics_target": (.none, 1...10000), "geqo_threshold": (.none, 2...most),
      "commit_delay": (.none, 0...100_000),
      "max_parallel_workers_per_gather": (.none, 0...1024),
    ]
  }()

  /// Words in the order of the hint; those behind the bar are not told of.
  private static let words: [String: (shown: [String], hidden: [String: String])] = [
    "client_min_messages": (
      ["debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning", "error"],
      ["debug": "debug2", "info": "info"]
    ),
    "log_min_messages": (
      [
        "debug5", "debug4", "debug3", "debug2", "debug1", "info", "notice", "warning", "error",
        "log", "fatal", "panic",
      ], ["debug": "debug2"]
    ),
    "bytea_output": (["escape", "hex"], [:]),
    "plan_cache_mode": (["auto", "force_generic_plan", "force_custom_plan"], [:]),
    "xmloption": (["content", "document"], [:]),
    "constraint_exclusion": (
      ["partition", "on", "off"],
      ["true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"]
    ),
    "default_transaction_isolation": (
      ["serializable", "repeatable read", "read committed", "read uncommitted"], [:]
    ),
    "password_encryption": (["md5", "scram-sha-256"], [:]),
    "log_statement": (["none", "ddl", "mod", "all"], [:]),
  ]

  let name: String
  let version: PostgresVersion

  /// The value as SHOW gives it; nil: any text will do.
  func normalized(_ value: String) throws(EngineFailure) -> String? {
    if let known = Self.words[name] {
      let word = value.lowercased()
      if known.shown.contains(word) { return word }
      if let other = known.hidden[word] { return other }
      throw invalid(value, "Available values: \(known.shown.joined(separator: ", ")).")
    }
    guard let known = Self.numbers[name] else { return nil }
    let number = try self.number(value, known.unit)
    guard known.range.contains(number) else {
      let unit = Self.baseName(known.unit).map { " " + $0 } ?? ""
      let shown = version >= .v17 ? unit : ""
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"),
          "\(number)\(unit) is outside the valid range for parameter \"\(name)\" "
            + "(\(known.range.lowerBound)\(shown) .. \(known.range.upperBound)\(shown))"))
    }
    return Self.shown(number, known.unit)
  }

  private func invalid(_ value: String, _ hint: String?) -> EngineFailure {
    .postgres(
      PostgresError(
        SQLState(rawValue: "22023"), "invalid value for parameter \"\(name)\": \"\(value)\"",
        hint: hint))
  }

  private func number(_ text: String, _ unit: Unit) throws(EngineFailure) -> Int64 {
    let trimmed = text.drop { $0 == " " }
    let sign: Double = trimmed.first == "-" ? -1 : 1
    let unsigned = trimmed.first == "-" || trimmed.first == "+" ? trimmed.dropFirst() : trimmed
    var rest: Substring
    let magnitude: Double
    if unsigned.lowercased().hasPrefix("0x") {
      let digits = unsigned.dropFirst(2).prefix(while: \.isHexDigit)
      guard let value = Int64(digits, radix: 16) else { throw invalid(text, nil) }
      (magnitude, rest) = (Double(value), unsigned.dropFirst(2 + digits.count))
    } else {
      let digits = unsigned.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      let isOctal = digits.count > 1 && digits.first == "0" && !digits.contains(".")
      guard !isOctal, let value = Double(digits.hasPrefix(".") ? "0" + digits : digits[...]) else {
        if isOctal { throw .undecided(Undecided("`\(name)` set to `\(text)`")) }
        throw invalid(text, nil)
      }
      (magnitude, rest) = (value, unsigned.dropFirst(digits.count))
    }
    rest = rest.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    var value = sign * magnitude
    if !rest.isEmpty {
      guard unit != .none else { throw invalid(text, nil) }
      let factors = Self.factors(unit)
      guard let factor = factors.first(where: { $0.name == rest })?.factor else {
        let names = factors.map { "\"\($0.name)\"" }
        throw invalid(
          text,
          "Valid units for this parameter are \(names.dropLast().joined(separator: ", ")), and "
            + "\(names[names.count - 1]).")
      }
      value *= factor
    }
    value.round(.toNearestOrEven)
    guard abs(value) <= Double(Int32.max) else {
      throw invalid(text, "Value exceeds integer range.")
    }
    return Int64(value)
  }

  private static func baseName(_ unit: Unit) -> String? {
    switch unit {
    case .none: nil
    case .milliseconds: "ms"
    case .kilobytes: "kB"
    case .pages: "8kB"
    }
  }

  /// What one of each is in the unit of the setting, from the smallest on.
  private static func factors(_ unit: Unit) -> [(name: String, factor: Double)] {
    switch unit {
    case .none: return []
    case .milliseconds:
      return [
        ("us", 0.001), ("ms", 1), ("s", 1000), ("min", 60_000), ("h", 3_600_000),
        ("d", 86_400_000),
      ]
    case .kilobytes, .pages:
      let size: Double = unit == .pages ? 8 : 1
      return [
        ("B", 1 / 1024 / size), ("kB", 1 / size), ("MB", 1024 / size), ("GB", 1_048_576 / size),
        ("TB", 1_073_741_824 / size),
      ]
    }
  }

  /// In the largest unit that needs no fraction.
  private static func shown(_ number: Int64, _ unit: Unit) -> String {
    guard number > 0, unit != .none else { return "\(number)" }
    for (name, factor) in factors(unit).reversed() {
      let count = Double(number) / factor
      if count == count.rounded(), count >= 1 { return "\(Int64(count))\(name)" }
    }
    return "\(number)"
  }
}
