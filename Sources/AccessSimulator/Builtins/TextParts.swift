import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Parts of texts, and texts from parts. Source: `varlena.c`, `oracle_compat.c`.
  static let textParts: [String: BuiltinBody] = [
    "substr(text,int4)": substring, "substr(text,int4,int4)": substring,
    "substring(text,int4)": substring, "substring(text,int4,int4)": substring,
    "left(text,int4)": { (values, _) throws(EngineFailure) in
      let scalars = Array(try values[0].textValue().unicodeScalars)
      let count = try values[1].integerValue()
      let kept = count < 0 ? max(0, Int64(scalars.count) + count) : count
      return text(scalars.prefix(Int(min(kept, Int64(scalars.count)))))
    },
    "right(text,int4)": { (values, _) throws(EngineFailure) in
      let scalars = Array(try values[0].textValue().unicodeScalars)
      let count = try values[1].integerValue()
      let kept = count < 0 ? max(0, Int64(scalars.count) + count) : count
      return text(scalars.suffix(Int(min(kept, Int64(scalars.count)))))
    },
    "btrim(text)": trim(left: true, right: true), "btrim(text,text)": trim(left: true, right: true),
    "ltrim(text)": trim(left: true, right: false),
    "ltrim(text,text)": trim(left: true, right: false),
    "rtrim(text)": trim(left: false, right: true),
    "rtrim(text,text)": trim(left: false, right: true),
    "lpad(text,int4)": pad(left: true), "lpad(text,int4,text)": pad(left: true),
    "rpad(text,int4)": pad(left: false), "rpad(text,int4,text)": pad(left: false),
    "strpos(text,text)": position, "position(text,text)": position,
    "split_part(text,text,int4)": splitPart,
    "overlay(text,text,int4)": overlay, "overlay(text,text,int4,int4)": overlay,
    "string_to_array(text,text)": { (values, _) throws(EngineFailure) in
      try stringToArray(values)
    },
    "string_to_array(text,text,text)": { (values, _) throws(EngineFailure) in
      try stringToArray(values)
    },
    "array_to_string(anyarray,text)": { (values, call) throws(EngineFailure) in
      try arrayToString(values, call)
    },
    "array_to_string(anyarray,text,text)": { (values, call) throws(EngineFailure) in
      try arrayToString(values, call)
    },
  ]

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> SQLValue {
    .text(String(String.UnicodeScalarView(scalars)))
  }

  /// Source: `text_substring()`: a start before the text counts towards the length.
  private static let substring: BuiltinBody = { (values, _) throws(EngineFailure) in
    let scalars = Array(try values[0].textValue().unicodeScalars)
    let start = try values[1].integerValue()
    var end = Int64(scalars.count) + 1
    if values.count > 2 {
      let length = try values[2].integerValue()
      guard length >= 0 else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22011"), "negative substring length not allowed"))
      }
      end = min(end, start + length)
    }
    let first = max(start, 1)
    guard first < end else { return .text("") }
    return text(scalars[Int(first - 1)..<Int(end - 1)])
  }

  private static func trim(left: Bool, right: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      var scalars = Array(try values[0].textValue().unicodeScalars)[...]
      let set = values.count > 1 ? Set(try values[1].textValue().unicodeScalars) : [" "]
      while left, let first = scalars.first, set.contains(first) { scalars.removeFirst() }
      while right, let last = scalars.last, set.contains(last) { scalars.removeLast() }
      return text(scalars)
    }
  }

  private static func pad(left: Bool) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let scalars = Array(try values[0].textValue().unicodeScalars)
      let wanted = max(0, try values[1].integerValue())
      guard wanted <= longestText else { throw tooLong }
      let fill = values.count > 2 ? Array(try values[2].textValue().unicodeScalars) : [" "]
      let kept = scalars.prefix(Int(wanted))
      guard !fill.isEmpty else { return text(kept) }
      let padding = (0..<(Int(wanted) - kept.count)).map { fill[$0 % fill.count] }
      return text(left ? padding + Array(kept) : Array(kept) + padding)
    }
  }

  private static let position: BuiltinBody = { (values, _) throws(EngineFailure) in
    let (text, wanted) = (try values[0].textValue(), try values[1].textValue())
    if wanted.isEmpty { return .integer(1) }
    let parts = text.splitBytes(wanted)
    guard parts.count > 1 else { return .integer(0) }
    return .integer(Int64(String(decoding: parts[0], as: UTF8.self).unicodeScalars.count) + 1)
  }

  private static let splitPart: BuiltinBody = { (values, _) throws(EngineFailure) in
    let (text, separator) = (try values[0].textValue(), try values[1].textValue())
    let number = try values[2].integerValue()
    guard number != 0 else {
      throw .postgres(
        PostgresError(SQLState(rawValue: "22023"), "field position must not be zero"))
    }
    if text.isEmpty { return .text("") }
    if separator.isEmpty { return .text(number == 1 || number == -1 ? text : "") }
    let parts = text.splitBytes(separator)
    let index = number > 0 ? number - 1 : Int64(parts.count) + number
    guard (0..<Int64(parts.count)).contains(index) else { return .text("") }
    return .text(String(decoding: parts[Int(index)], as: UTF8.self))
  }

  private static let overlay: BuiltinBody = { (values, _) throws(EngineFailure) in
    let scalars = Array(try values[0].textValue().unicodeScalars)
    let new = Array(try values[1].textValue().unicodeScalars)
    let start = try values[2].integerValue()
    let length = values.count > 3 ? try values[3].integerValue() : Int64(new.count)
    guard start > 0 else {
      throw .postgres(
        PostgresError(SQLState(rawValue: "22011"), "negative substring length not allowed"))
    }
    guard Int32(exactly: start + length) != nil else {
      throw .postgres(PostgresError(.numericValueOutOfRange, "integer out of range"))
    }
    let head = scalars.prefix(Int(min(start - 1, Int64(scalars.count))))
    let tail = scalars.dropFirst(Int(min(max(0, start - 1 + length), Int64(scalars.count))))
    return text(Array(head) + new + Array(tail))
  }

  /// Source: `text_to_array_internal()`.
  private static func stringToArray(_ values: [SQLValue]) throws(EngineFailure) -> SQLValue {
    guard !values[0].isNull else { return .null }
    let text = try values[0].textValue()
    let null = values.count > 2 && !values[2].isNull ? try values[2].textValue() : nil
    if text.isEmpty { return .array(SQLArray([])) }
    let parts: [String]
    if values[1].isNull {
      parts = text.unicodeScalars.map { String($0) }
    } else {
      let separator = try values[1].textValue()
      parts =
        separator.isEmpty
        ? [text] : text.splitBytes(separator).map { String(decoding: $0, as: UTF8.self) }
    }
    return .array(SQLArray(parts.map { Text($0) == null.map(Text.init) ? .null : .text($0) }))
  }

  private static func arrayToString(
    _ values: [SQLValue], _ call: BuiltinCall
  ) throws(EngineFailure) -> SQLValue {
    guard !values[0].isNull, !values[1].isNull else { return .null }
    let array = try values[0].arrayValue()
    let element = call.builtin.arguments.first?.element ?? .text
    let null = values.count > 2 && !values[2].isNull ? try values[2].textValue() : nil
    let parts = array.elements.compactMap { $0.isNull ? null : $0.output(as: element) }
    return .text(parts.joined(separator: try values[1].textValue()))
  }
}
