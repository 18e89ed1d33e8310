import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Functions of regular expressions. Source: `regexp.c`.
  static let regularExpressionFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "similar_to_escape(text)": { (values, _) throws(EngineFailure) in
        .text(try SimilarPattern.regularExpression(try values[0].textValue(), escape: nil))
      },
      "similar_to_escape(text,text)": { (values, _) throws(EngineFailure) in
        .text(
          try SimilarPattern.regularExpression(
            try values[0].textValue(), escape: try values[1].textValue()))
      },
      "similar_escape(text,text)": { (values, _) throws(EngineFailure) in
        if values[0].isNull { return .null }
        return .text(
          try SimilarPattern.regularExpression(
            try values[0].textValue(), escape: values[1].isNull ? nil : try values[1].textValue()))
      },
      "substring(text,text)": { (values, _) throws(EngineFailure) in
        try firstPart(of: values[0].textValue(), values[1].textValue())
      },
      "substring(text,text,text)": { (values, _) throws(EngineFailure) in
        let pattern = try SimilarPattern.regularExpression(
          try values[1].textValue(), escape: try values[2].textValue())
        return try firstPart(of: values[0].textValue(), pattern)
      },
      "regexp_match(text,text)": match, "regexp_match(text,text,text)": match,
      "regexp_like(text,text)": like, "regexp_like(text,text,text)": like,
      "regexp_count(text,text)": count, "regexp_count(text,text,int4)": count,
      "regexp_count(text,text,int4,text)": count,
      "regexp_split_to_array(text,text)": split, "regexp_split_to_array(text,text,text)": split,
      "regexp_replace(text,text,text)": replace, "regexp_replace(text,text,text,text)": replace,
      "regexp_replace(text,text,text,int4)": replaceFrom,
      "regexp_replace(text,text,text,int4,int4)": replaceFrom,
      "regexp_replace(text,text,text,int4,int4,text)": replaceFrom,
    ]
    for types in ["", ",int4", ",int4,int4", ",int4,int4,int4", ",int4,int4,int4,text"] {
      bodies["regexp_instr(text,text\(types))"] = position
    }
    bodies["regexp_instr(text,text,int4,int4,int4,text,int4)"] = position
    for types in ["", ",int4", ",int4,int4", ",int4,int4,text", ",int4,int4,text,int4"] {
      bodies["regexp_substr(text,text\(types))"] = part
    }
    return bodies
  }()

  /// The first group of the first match, or all of it.
  private static func firstPart(
    of text: String, _ pattern: String
  ) throws(EngineFailure) -> SQLValue {
    let expression = try RegularExpression(pattern)
    let text = try expression.text(text)
    guard let found = try expression.firstMatch(in: text, from: 0) else { return .null }
    guard expression.groups > 0 else { return .text(text[found.range]) }
    return found.groups[0].map { .text(text[$0]) } ?? .null
  }

  private static func options(
    _ values: [SQLValue], _ index: Int, for function: String, hint: String? = nil
  ) throws(EngineFailure) -> RegularExpressionOptions {
    guard values.count > index else { return RegularExpressionOptions() }
    let options = try RegularExpressionOptions(flags: try values[index].textValue())
    guard !options.isGlobal else {
      throw .postgres(
        PostgresError(
          .invalidParameterValue, "\(function)() does not support the \"global\" option",
          hint: hint))
    }
    return options
  }

  private static func number(
    _ values: [SQLValue], _ index: Int, _ name: String, _ allowed: ClosedRange<Int64>,
    otherwise: Int
  ) throws(EngineFailure) -> Int {
    guard values.count > index else { return otherwise }
    let value = try values[index].integerValue()
    guard allowed.contains(value) else {
      throw .postgres(
        PostgresError(
          .invalidParameterValue, "invalid value for parameter \"\(name)\": \(value)"))
    }
    return Int(value)
  }

  private static let match: BuiltinBody = { (values, _) throws(EngineFailure) in
    let options = try options(
      values, 2, for: "regexp_match", hint: "Use the regexp_matches function instead.")
    return try groupRows(values, options).first.map { .array($0) } ?? .null
  }

  /// What `regexp_match()` and `regexp_matches()` give for each match.
  static func groupRows(
    _ values: [SQLValue], _ options: RegularExpressionOptions
  ) throws(EngineFailure) -> [SQLArray] {
    let expression = try RegularExpression(try values[1].textValue(), options)
    let text = try expression.text(try values[0].textValue())
    let matches = try expression.allMatches(in: text, isGlobal: options.isGlobal)
    return matches.map { match in
      let parts = expression.groups == 0 ? [match.range] : match.groups
      return SQLArray(parts.map { range in range.map { .text(text[$0]) } ?? .null })
    }
  }

  private static let like: BuiltinBody = { (values, _) throws(EngineFailure) in
    let options = try options(values, 2, for: "regexp_like")
    let expression = try RegularExpression(try values[1].textValue(), options)
    return .boolean(try expression.matches(try values[0].textValue()))
  }

  private static let count: BuiltinBody = { (values, _) throws(EngineFailure) in
    let start = try number(values, 2, "start", 1...(.max), otherwise: 1)
    let options = try options(values, 3, for: "regexp_count")
    let expression = try RegularExpression(try values[1].textValue(), options)
    let text = try expression.text(try values[0].textValue())
    return .integer(Int64(try expression.allMatches(in: text, from: start - 1).count))
  }

  private static let split: BuiltinBody = { (values, _) throws(EngineFailure) in
    .array(SQLArray(try parts(values, for: "regexp_split_to_array")))
  }

  /// The texts between matches.
  static func parts(
    _ values: [SQLValue], for function: String
  ) throws(EngineFailure) -> [SQLValue] {
    let options = try options(values, 2, for: function)
    let expression = try RegularExpression(try values[1].textValue(), options)
    let text = try expression.text(try values[0].textValue())
    var parts: [SQLValue] = []
    var start = 0
    for match in try expression.allMatches(in: text, separating: true) {
      parts.append(.text(text[start..<match.range.lowerBound]))
      start = match.range.upperBound
    }
    return parts + [.text(text[start..<text.scalars.count])]
  }

  private static let position: BuiltinBody = { (values, _) throws(EngineFailure) in
    let start = try number(values, 2, "start", 1...(.max), otherwise: 1)
    let wanted = try number(values, 3, "n", 1...(.max), otherwise: 1)
    let end = try number(values, 4, "endoption", 0...1, otherwise: 0)
    let group = try number(values, 6, "subexpr", 0...(.max), otherwise: 0)
    let options = try options(values, 5, for: "regexp_instr")
    let found = try range(values, options, start, wanted, group)
    return .integer(Int64(found.map { (end == 1 ? $0.1.upperBound : $0.1.lowerBound) + 1 } ?? 0))
  }

  private static let part: BuiltinBody = { (values, _) throws(EngineFailure) in
    let start = try number(values, 2, "start", 1...(.max), otherwise: 1)
    let wanted = try number(values, 3, "n", 1...(.max), otherwise: 1)
    let group = try number(values, 5, "subexpr", 0...(.max), otherwise: 0)
    let options = try options(values, 4, for: "regexp_substr")
    return try range(values, options, start, wanted, group).map { .text($0.0[$0.1]) } ?? .null
  }

  /// The part of the `wanted`th match that a group matches.
  private static func range(
    _ values: [SQLValue], _ options: RegularExpressionOptions, _ start: Int, _ wanted: Int,
    _ group: Int
  ) throws(EngineFailure) -> (RegularExpressionText, Range<Int>)? {
    let expression = try RegularExpression(try values[1].textValue(), options)
    let text = try expression.text(try values[0].textValue())
    let matches = try expression.allMatches(in: text, from: start - 1)
    guard wanted <= matches.count else { return nil }
    let match = matches[wanted - 1]
    // Without groups of its own the whole is the first.
    let parts = expression.groups == 0 || group == 0 ? [match.range] : match.groups
    guard group <= parts.count else { return nil }
    return parts[max(group - 1, 0)].map { (text, $0) }
  }

  private static let replace: BuiltinBody = { (values, _) throws(EngineFailure) in
    var options = RegularExpressionOptions()
    if values.count > 3 {
      let flags = try values[3].textValue()
      if let first = flags.unicodeScalars.first, first.isASCIIDigit {
        throw .postgres(
          PostgresError(
            .invalidParameterValue, "invalid regular expression option: \"\(first)\"",
            hint: "If you meant to use regexp_replace() with a start parameter, "
              + "cast the fourth argument to integer explicitly."))
      }
      options = try RegularExpressionOptions(flags: flags)
    }
    return try replaced(values, options, 0, options.isGlobal ? 0 : 1)
  }

  private static let replaceFrom: BuiltinBody = { (values, _) throws(EngineFailure) in
    let start = try number(values, 3, "start", 1...(.max), otherwise: 1)
    let wanted = try number(values, 4, "n", 0...(.max), otherwise: 1)
    let flags = values.count > 5 ? try values[5].textValue() : ""
    let options = try RegularExpressionOptions(flags: flags)
    return try replaced(values, options, start - 1, wanted)
  }

  /// `wanted`: which match is replaced; 0: all. Source: `replace_text_regexp()`.
  private static func replaced(
    _ values: [SQLValue], _ options: RegularExpressionOptions, _ start: Int, _ wanted: Int
  ) throws(EngineFailure) -> SQLValue {
    let expression = try RegularExpression(try values[1].textValue(), options)
    let text = try expression.text(try values[0].textValue())
    let replacement = Array(try values[2].textValue().unicodeScalars)
    var result = String.UnicodeScalarView()
    var (search, done, number) = (start, 0, 0)
    while search <= text.scalars.count,
      let match = try expression.firstMatch(in: text, from: search)
    {
      let range = match.range
      search = range.isEmpty ? range.upperBound + 1 : range.upperBound
      number += 1
      if wanted > 0, number != wanted { continue }
      result += text.scalars[done..<range.lowerBound]
      append(replacement, for: match, in: text, to: &result)
      done = range.upperBound
      if wanted > 0 { break }
    }
    result += text.scalars[done...]
    return .text(String(result))
  }

  /// `\&` is the match, `\\` a backslash, `\1` a group. Source: `appendStringInfoRegexpSubstr()`.
  private static func append(
    _ replacement: [Unicode.Scalar], for match: RegularExpression.Match,
    in text: RegularExpressionText, to result: inout String.UnicodeScalarView
  ) {
    var rest = replacement[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let next = rest.first else {
        result.append(scalar)
        continue
      }
      var range: Range<Int>?
      switch next {
      case "1"..."9":
        let group = Int(next.value - 0x31)
        range = match.groups.indices.contains(group) ? match.groups[group] : nil
      case "&": range = match.range
      case "\\": result.append("\\")
      default:
        result.append("\\")
        continue
      }
      rest.removeFirst()
      if let range { result += text.scalars[range] }
    }
  }
}
