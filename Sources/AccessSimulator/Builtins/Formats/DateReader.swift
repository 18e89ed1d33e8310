import AccessModel
import SQLBinding

/// Reads a text by the patterns of a format.
///
/// Source: `DCH_from_char()` in `formatting.c`.
struct DateReader {
  private(set) var fields = DateFields()
  private var rest: ArraySlice<Unicode.Scalar>
  /// Spaces passed over that no pattern stands for.
  private var skipped = 0
  private var isExact = false

  init(_ text: String) { rest = Array(text.unicodeScalars)[...] }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || (0x09...0x0D).contains(scalar.value)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (0x21..<0x7F).contains(scalar.value) && !isLetter(scalar) && !isDigit(scalar)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    (0x61...0x7A).contains(scalar.value | 0x20)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  mutating func read(_ nodes: [DateFormat.Node]) throws(EngineFailure) {
    for (index, node) in nodes.enumerated() where !rest.isEmpty {
      switch node {
      case .literal(let scalar):
        if index == 0 { skipSpace() }
        pass(scalar)
      case .pattern(let name, let suffixes):
        if !isExact { skipSpace() }
        if rest.isEmpty { return }
        let next = nodes.dropFirst(index + 1).first
        try read(
          Pattern(name: name, suffixes: suffixes, isOpen: Self.isOpen(suffixes, before: next)))
        if !isExact {
          skipped = 0
          skipSpace()
        }
      }
    }
  }

  private mutating func skipSpace() {
    guard !isExact else { return }
    while let first = rest.first, Self.isSpace(first) {
      rest.removeFirst()
      skipped += 1
    }
  }

  private mutating func pass(_ scalar: Unicode.Scalar) {
    if isExact {
      rest.removeFirst()
    } else if Self.isSpace(scalar) || Self.isMark(scalar) {
      skipped -= 1
      if let first = rest.first, Self.isSpace(first) || Self.isMark(first) {
        rest.removeFirst()
        skipped += 1
      }
    } else if skipped > 0 {
      skipped -= 1
    } else {
      rest = rest.dropFirst()
    }
  }

  private struct Pattern {
    var name: String
    var suffixes: DateFormat.Suffixes
    /// It takes as many digits as there are.
    var isOpen: Bool
  }

  /// Source: `is_next_separator()`.
  private static func isOpen(
    _ suffixes: DateFormat.Suffixes, before next: DateFormat.Node?
  ) -> Bool {
    if !suffixes.isDisjoint(with: [.fill, .upperOrdinal, .lowerOrdinal]) { return true }
    switch next {
    case nil: return true
    case .literal(let scalar): return !isDigit(scalar)
    case .pattern(let name, _): return words.contains(name.lowercased())
    }
  }

  /// Patterns that do not begin with a digit.
  private static let words: Set<String> = [
    "a.d.", "a.m.", "ad", "am", "b.c.", "bc", "day", "dy", "fx", "month", "mon", "of", "p.m.",
    "pm", "rm", "tzh", "tz",
  ]

  private mutating func read(_ pattern: Pattern) throws(EngineFailure) {
    let name = pattern.name.lowercased()
    switch name {
    case "fx": isExact = true
    case "am", "pm", "a.m.", "p.m.":
      let list = name.contains(".") ? ["a.m.", "p.m."] : ["am", "pm"]
      fields.isAfternoon = try word(list, pattern) == 1
      fields.isTwelveHours = true
    case "ad", "bc", "a.d.", "b.c.":
      let list = name.contains(".") ? ["a.d.", "b.c."] : ["ad", "bc"]
      fields.isBC = try word(list, pattern) == 1
    case "hh", "hh12":
      _ = try number("hh", 2, pattern)
      fields.isTwelveHours = true
    case "hh24": _ = try number("hh", 2, pattern)
    case "mi", "ss": _ = try number(name, 2, pattern)
    case "ms": try fraction("ms", 3, pattern)
    case "us": try fraction("us", 6, pattern)
    case "ff1", "ff2", "ff3", "ff4", "ff5", "ff6":
      try fraction("us", name.utf8.last.map { Int($0) - 0x30 } ?? 6, pattern)
    case "ssss", "sssss": _ = try number("ssss", 4, pattern)
    case "tzh":
      let sign = rest.first
      if sign == "+" || sign == "-" || sign == " " { rest.removeFirst() }
      fields.zoneSign = sign == "-" ? -1 : 1
      _ = try number("tzh", 2, pattern)
    case "tzm":
      fields.zoneSign = fields.zoneSign ?? 1
      _ = try number("tzm", 2, pattern)
    case "q": _ = try number(nil, 1, pattern)
    case "j": _ = try number("j", 1, pattern)
    default: try readDate(name, pattern)
    }
    if !pattern.suffixes.isDisjoint(with: [.upperOrdinal, .lowerOrdinal]) {
      rest = rest.dropFirst(2)
    }
  }

  private mutating func readDate(_ name: String, _ pattern: Pattern) throws(EngineFailure) {
    switch name {
    case "month", "mon":
      try use(.calendar)
      let names = name == "mon" ? Self.months.map { String($0.prefix(3)) } : Self.months
      try set("mm", Int64(try word(names, pattern)) + 1, pattern)
    case "day", "dy":
      let names = name == "dy" ? Self.days.map { String($0.prefix(3)) } : Self.days
      try set("d", Int64(try word(names, pattern)) + 1, pattern)
    case "mm", "dd", "ww", "ddd", "d", "w":
      try use(.calendar)
      let digits = ["ddd": 3, "d": 1, "w": 1][name] ?? 2
      _ = try number(name, digits, pattern)
    case "yyyy", "yyy", "yy", "y":
      try use(.calendar)
      try year(name.utf8.count, pattern)
    case "iyyy", "iyy", "iy", "i":
      try use(.weeks)
      try year(name.utf8.count, pattern)
    case "iw":
      try use(.weeks)
      _ = try number("ww", 2, pattern)
    case "iddd":
      try use(.weeks)
      _ = try number("ddd", 3, pattern)
    case "id":
      try use(.weeks)
      _ = try number("d", 1, pattern)
      // Sunday is 1 here.
      let day = (fields.values["d"] ?? 0) + 1
      fields.values["d"] = day > 7 ? 1 : day
    default: throw .undecided(Undecided("`\(pattern.name)` in the format of a date's text"))
    }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let days = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  /// Source: `from_char_set_mode()`.
  private mutating func use(_ convention: DateFields.Convention) throws(EngineFailure) {
    guard (fields.convention ?? convention) == convention else {
      throw .postgres(
        PostgresError(
          .invalidDatetimeFormat, "invalid combination of date conventions",
          hint: "Do not mix Gregorian and ISO week date conventions in a formatting template."))
    }
    fields.convention = convention
  }

  private mutating func year(_ length: Int, _ pattern: Pattern) throws(EngineFailure) {
    let before = fields.values["year"]
    let (value, used) = try number(nil, length, pattern)
    guard length < 4, used < 4 else {
      try set("year", value, pattern)
      return
    }
    guard before == nil else { throw .undecided(Undecided("several years in a date's text")) }
    // Source: `adjust_partial_year_to_2020()`.
    let century: Int64 =
      switch value {
      case ..<70: 2000
      case ..<100: 1900
      case ..<520: 2000
      case ..<1000: 1000
      default: 0
      }
    try set("year", value + century, pattern)
  }

  private mutating func fraction(
    _ field: String, _ length: Int, _ pattern: Pattern
  ) throws(EngineFailure) {
    let (value, used) = try number(nil, length, pattern)
    let digits = field == "ms" ? 3 : 6
    var scaled = value
    for _ in 0..<max(0, digits - used) { scaled *= 10 }
    try set(field, scaled, pattern)
  }

  private mutating func set(
    _ field: String, _ value: Int64, _ pattern: Pattern
  ) throws(EngineFailure) {
    if let known = fields.values[field], known != 0, known != value {
      throw .postgres(
        PostgresError(
          .invalidDatetimeFormat,
          "conflicting values for \"\(pattern.name)\" field in formatting string",
          detail: "This value contradicts a previous setting for the same field type."))
    }
    fields.values[field] = value
  }

  /// The value, and how many characters it took. Source: `from_char_parse_int_len()`.
  private mutating func number(
    _ field: String?, _ length: Int, _ pattern: Pattern
  ) throws(EngineFailure) -> (value: Int64, used: Int) {
    let before = rest.count
    while let first = rest.first, Self.isSpace(first) { rest.removeFirst() }
    func invalid(_ text: ArraySlice<Unicode.Scalar>, _ detail: String, hint: String? = nil)
      -> EngineFailure
    {
      let shown = String(String.UnicodeScalarView(text))
      return .postgres(
        PostgresError(
          .invalidDatetimeFormat, "invalid value \"\(shown)\" for \"\(pattern.name)\"",
          detail: detail, hint: hint))
    }
    let hint = "If your source string is not fixed-width, try using the \"FM\" modifier."
    let width = rest.prefix(length)
    let source = pattern.isOpen ? rest : width
    if !pattern.isOpen, width.count < length {
      throw .postgres(
        PostgresError(
          .invalidDatetimeFormat,
          "source string too short for \"\(pattern.name)\" formatting field",
          detail: "Field requires \(length) characters, but only \(width.count) remain.",
          hint: hint))
    }
    var digits = source.prefix { $0 == "+" || $0 == "-" }.prefix(1)
    digits += source.dropFirst(digits.count).prefix(while: Self.isDigit)
    if digits.allSatisfy({ !Self.isDigit($0) }) { digits = [] }
    if !pattern.isOpen, !digits.isEmpty, digits.count < length {
      throw invalid(
        width, "Field requires \(length) characters, but only \(digits.count) could be parsed.",
        hint: hint)
    }
    rest = rest.dropFirst(digits.count)
    guard rest.count < before, !digits.isEmpty else {
      throw invalid(width, "Value must be an integer.")
    }
    guard let value = Int64(String(String.UnicodeScalarView(digits))),
      Int32(exactly: value) != nil
    else {
      throw .postgres(
        PostgresError(
          .datetimeFieldOverflow,
          "value for \"\(pattern.name)\" in source string is out of range",
          detail: "Value must be in the range -2147483648 to 2147483647."))
    }
    if let field { try set(field, value, pattern) }
    return (value, before - rest.count)
  }

  /// Which of the words stands here. Source: `from_char_seq_search()`.
  private mutating func word(
    _ words: [String], _ pattern: Pattern
  ) throws(EngineFailure) -> Int {
    let lower = rest.map { scalar in
      (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(scalar.value + 32) ?? scalar : scalar
    }
    for (index, word) in words.enumerated() where lower.starts(with: word.unicodeScalars) {
      rest = rest.dropFirst(word.unicodeScalars.count)
      return index
    }
    let shown = String(String.UnicodeScalarView(rest.prefix { !Self.isSpace($0) }))
    throw .postgres(
      PostgresError(
        .invalidDatetimeFormat, "invalid value \"\(shown)\" for \"\(pattern.name)\"",
        detail: "The given value did not match any of the allowed values for this field."))
  }
}
