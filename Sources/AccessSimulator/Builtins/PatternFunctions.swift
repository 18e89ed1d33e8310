import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// LIKE and regular expressions.
  static let patternFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "like_escape(text,text)": likeEscape,
      "regexp_match(text,text)": regexpMatch, "regexp_match(text,text,text)": regexpMatch,
      "regexp_replace(text,text,text)": regexpReplace,
      "regexp_replace(text,text,text,text)": regexpReplace,
      "regexp_like(text,text)": { (values, _) throws(EngineFailure) in
        .boolean(try expression(values[1], ignoringCase: false).matches(values[0].textValue()))
      },
      "regexp_count(text,text)": { (values, _) throws(EngineFailure) in
        let pattern = try expression(values[1], ignoringCase: false)
        return .integer(Int64(try pattern.matchRanges(in: try values[0].textValue()).count))
      },
      "regexp_split_to_array(text,text)": { (values, _) throws(EngineFailure) in
        let text = Array(try values[0].textValue().unicodeScalars)
        let pattern = try expression(values[1], ignoringCase: false)
        var parts: [SQLValue] = []
        var start = 0
        for range in try pattern.matchRanges(in: try values[0].textValue()) {
          // An empty match at the start or end splits nothing.
          if range.isEmpty, range.lowerBound == start || range.lowerBound == text.count { continue }
          parts.append(.text(String(String.UnicodeScalarView(text[start..<range.lowerBound]))))
          start = range.upperBound
        }
        parts.append(.text(String(String.UnicodeScalarView(text[start...]))))
        return .array(SQLArray(parts))
      },
      "substring(text,text)": { (values, _) throws(EngineFailure) in
        guard let found = try groups(values[0], values[1], ignoringCase: false) else {
          return .null
        }
        return found.first ?? .null
      },
    ]
    for (prefix, operand) in [("text", "text"), ("name", "name"), ("bpchar", "bpchar")] {
      let types = "(\(operand),text)"
      bodies[prefix + "like" + types] = like(insensitive: false, negated: false)
      bodies[prefix + "nlike" + types] = like(insensitive: false, negated: true)
      bodies[prefix + "iclike" + types] = like(insensitive: true, negated: false)
      bodies[prefix + "icnlike" + types] = like(insensitive: true, negated: true)
      bodies[prefix + "regexeq" + types] = matches(insensitive: false, negated: false)
      bodies[prefix + "regexne" + types] = matches(insensitive: false, negated: true)
      bodies[prefix + "icregexeq" + types] = matches(insensitive: true, negated: false)
      bodies[prefix + "icregexne" + types] = matches(insensitive: true, negated: true)
    }
    bodies["like(text,text)"] = bodies["textlike(text,text)"]
    bodies["notlike(text,text)"] = bodies["textnlike(text,text)"]
    return bodies
  }()

  static func like(insensitive: Bool, negated: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      var (subject, pattern) = (try values[0].textValue(), try values[1].textValue())
      if insensitive {
        guard (subject + pattern).utf8.allSatisfy({ $0 < 0x80 }) else {
          throw .undecided(Undecided("ILIKE beyond ASCII"))
        }
        (subject, pattern) = (subject.lowercased(), pattern.lowercased())
      }
      return .boolean(try LikePattern(pattern).matches(subject) != negated)
    }
  }

  /// A pattern with another escape character, as one with a backslash.
  /// Source: `do_like_escape()`.
  private static let likeEscape: BuiltinBody = { (values, _) throws(EngineFailure) in
    let pattern = try values[0].textValue().unicodeScalars
    let escape = Array(try values[1].textValue().unicodeScalars)
    guard escape.count <= 1 else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22025"), "invalid escape string",
          hint: "Escape string must be empty or one character."))
    }
    guard escape.first != "\\" else { return values[0] }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in pattern {
      if let mark = escape.first, scalar == mark, !isEscaped {
        result.append("\\")
        isEscaped = true
      } else {
        if scalar == "\\", !isEscaped { result.append("\\") }
        result.append(scalar)
        isEscaped = false
      }
    }
    return .text(String(result))
  }

  private static func expression(
    _ pattern: SQLValue, ignoringCase: Bool
  ) throws(EngineFailure) -> RegularExpression {
    try RegularExpression(try pattern.textValue(), ignoringCase: ignoringCase)
  }

  private static func matches(insensitive: Bool, negated: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let pattern = try expression(values[1], ignoringCase: insensitive)
      return .boolean(try pattern.matches(try values[0].textValue()) != negated)
    }
  }

  /// What the first match gives: its one group, or the whole. Nil: no match.
  private static func groups(
    _ text: SQLValue, _ pattern: SQLValue, ignoringCase: Bool
  ) throws(EngineFailure) -> [SQLValue]? {
    let pattern = try expression(pattern, ignoringCase: ignoringCase)
    let text = try text.textValue()
    guard pattern.groups == 0 else {
      guard try pattern.matches(text) else { return nil }
      throw .undecided(Undecided("what a group of a regular expression matches"))
    }
    guard let range = try pattern.matchRanges(in: text, limit: 1).first else { return nil }
    let scalars = Array(text.unicodeScalars)
    return [.text(String(String.UnicodeScalarView(scalars[range])))]
  }

  private static let regexpMatch: BuiltinBody = { (values, _) throws(EngineFailure) in
    let flags = values.count > 2 ? try values[2].textValue() : ""
    guard flags.allSatisfy({ $0 == "i" }) else {
      throw .undecided(Undecided("the flags `\(flags)` of a regular expression"))
    }
    return try groups(values[0], values[1], ignoringCase: !flags.isEmpty).map {
      .array(SQLArray($0))
    } ?? .null
  }

  private static let regexpReplace: BuiltinBody = { (values, _) throws(EngineFailure) in
    let flags = values.count > 3 ? try values[3].textValue() : ""
    guard flags.allSatisfy({ $0 == "g" || $0 == "i" }) else {
      throw .undecided(Undecided("the flags `\(flags)` of a regular expression"))
    }
    let pattern = try expression(values[1], ignoringCase: flags.contains("i"))
    let (text, replacement) = (try values[0].textValue(), try values[2].textValue())
    let ranges = try pattern.matchRanges(in: text, limit: flags.contains("g") ? nil : 1)
    let scalars = Array(text.unicodeScalars)
    var result = ""
    var start = 0
    for range in ranges {
      result += String(String.UnicodeScalarView(scalars[start..<range.lowerBound]))
      result += try expanded(
        replacement, String(String.UnicodeScalarView(scalars[range])))
      start = range.upperBound
    }
    return .text(result + String(String.UnicodeScalarView(scalars[start...])))
  }

  /// `\&` is the match, `\\` a backslash, `\1` a group.
  private static func expanded(
    _ replacement: String, _ match: String
  ) throws(EngineFailure) -> String {
    guard replacement.contains("\\") else { return replacement }
    var result = ""
    var rest = Array(replacement.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let next = rest.first else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if next == "&" {
        result += match
        rest.removeFirst()
      } else if next == "\\" {
        result += "\\"
        rest.removeFirst()
      } else if ("1"..."9").contains(next) {
        throw .undecided(Undecided("what a group of a regular expression matches"))
      } else {
        result += "\\"
      }
    }
    return result
  }
}
