import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// LIKE, and whether regular expressions match.
  static let patternFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "like_escape(text,text)": likeEscape
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
      try values[1].requireDetermined()
      let pattern = try values[1].textValue()
      if !insensitive, case .undetermined(let name) = values[0], name.excludes(pattern) {
        return .boolean(negated)
      }
      try values[0].requireDetermined()
      let subject = try values[0].textValue()
      if insensitive {
        // Which letters differ in case alone depends on the collation.
        let isPlain = (subject + pattern).utf8.allSatisfy { $0 < 0x80 }
        let (text, folded) = (subject.lowercased(), pattern.lowercased())
        let found = try LikePattern(folded).matches(text)
        if isPlain { return .boolean(found != negated) }
        let inASCII = try LikePattern(pattern.asciiFolded).matches(subject.asciiFolded)
        guard found == inASCII else { throw .undecided(Undecided("ILIKE beyond ASCII")) }
        return .boolean(found != negated)
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

  private static func matches(insensitive: Bool, negated: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let pattern = try RegularExpression(
        try values[1].textValue(), RegularExpressionOptions(ignoringCase: insensitive))
      return .boolean(try pattern.matches(try values[0].textValue()) != negated)
    }
  }
}

extension String {
  /// With the letters of ASCII alone in lower case.
  fileprivate var asciiFolded: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension Undetermined {
  /// Whether a pattern of LIKE begins with what the text surely does not begin with.
  fileprivate func excludes(_ pattern: String) -> Bool {
    zip(prefix, pattern.prefix { !"%_\\".contains($0) }).contains { $0 != $1 }
  }
}
