import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// What texts are made of and how they compare. Source: `varlena.c`, `oracle_compat.c`.
  static let textFunctions: [String: BuiltinBody] = [
    "lower(text)": mapCase(\.lowercasedASCII) { $0.lowercased() },
    "upper(text)": mapCase(\.uppercasedASCII) { $0.uppercased() },
    "initcap(text)": mapCase(\.capitalizedASCII) { $0.capitalized },
    "length(text)": length, "char_length(text)": length, "character_length(text)": length,
    "length(bpchar)": bpcharLength, "char_length(bpchar)": bpcharLength,
    "character_length(bpchar)": bpcharLength,
    "octet_length(text)": { (values, _) throws(EngineFailure) in
      .integer(Int64(try values[0].textValue().utf8.count))
    },
    "bit_length(text)": { (values, _) throws(EngineFailure) in
      .integer(Int64(try values[0].textValue().utf8.count) * 8)
    },
    "textcat(text,text)": { (values, _) throws(EngineFailure) in
      .text(try values[0].textValue() + values[1].textValue())
    },
    "textanycat(text,anynonarray)": { (values, call) throws(EngineFailure) in
      .text(try values[0].textValue() + call.castText(values[1], at: 1))
    },
    "anytextcat(anynonarray,text)": { (values, call) throws(EngineFailure) in
      .text(try call.castText(values[0], at: 0) + values[1].textValue())
    },
    "concat(any)": { (values, call) throws(EngineFailure) in
      var result = ""
      for (index, value) in values.enumerated() where !value.isNull {
        result += try call.text(value, at: index)
      }
      return .text(result)
    },
    "concat_ws(text,any)": { (values, call) throws(EngineFailure) in
      guard !values[0].isNull else { return .null }
      var parts: [String] = []
      for (index, value) in values.enumerated().dropFirst() where !value.isNull {
        parts.append(try call.text(value, at: index))
      }
      return .text(parts.joined(separator: try values[0].textValue()))
    },
    "repeat(text,int4)": { (values, _) throws(EngineFailure) in
      let (text, count) = (try values[0].textValue(), max(0, try values[1].integerValue()))
      guard count * Int64(text.utf8.count) <= longestText else { throw tooLong }
      return .text(String(repeating: text, count: Int(count)))
    },
    "reverse(text)": { (values, _) throws(EngineFailure) in
      .text(String(String.UnicodeScalarView(try values[0].textValue().unicodeScalars.reversed())))
    },
    "replace(text,text,text)": { (values, _) throws(EngineFailure) in
      let (text, old) = (try values[0].textValue(), try values[1].textValue())
      return .text(text.replacingBytes(old, with: try values[2].textValue()))
    },
    "translate(text,text,text)": { (values, _) throws(EngineFailure) in
      let from = Array(try values[1].textValue().unicodeScalars)
      let to = Array(try values[2].textValue().unicodeScalars)
      var result = String.UnicodeScalarView()
      for scalar in try values[0].textValue().unicodeScalars {
        guard let index = from.firstIndex(of: scalar) else {
          result.append(scalar)
          continue
        }
        if index < to.count { result.append(to[index]) }
      }
      return .text(String(result))
    },
    "ascii(text)": { (values, _) throws(EngineFailure) in
      .integer(Int64(try values[0].textValue().unicodeScalars.first?.value ?? 0))
    },
    "chr(int4)": character,
    "starts_with(text,text)": { (values, _) throws(EngineFailure) in
      .boolean(try values[0].textValue().utf8.starts(with: values[1].textValue().utf8))
    },
    "text_starts_with(text,text)": { (values, _) throws(EngineFailure) in
      .boolean(try values[0].textValue().utf8.starts(with: values[1].textValue().utf8))
    },
    "to_hex(int4)": { (values, _) throws(EngineFailure) in
      .text(String(UInt32(truncatingIfNeeded: try values[0].integerValue()), radix: 16))
    },
    "to_hex(int8)": { (values, _) throws(EngineFailure) in
      .text(String(UInt64(bitPattern: try values[0].integerValue()), radix: 16))
    },
  ]

  /// Texts longer than this are not made: nobody's policy needs them.
  static let longestText: Int64 = 1 << 22
  static let tooLong = EngineFailure.undecided(Undecided("a text of many megabytes"))

  /// Case mapping depends on the collation: decided where C, which knows the letters of ASCII alone,
  /// and Unicode agree.
  private static func mapCase(
    _ ascii: @escaping @Sendable (String) -> String,
    _ unicode: @escaping @Sendable (String) -> String
  ) -> BuiltinBody {
    { (values, _) throws(EngineFailure) in
      let text = try values[0].textValue()
      let result = ascii(text)
      guard text.utf8.allSatisfy({ $0 < 0x80 }) || Array(result.utf8) == Array(unicode(text).utf8)
      else { throw .undecided(Undecided("letter case beyond ASCII")) }
      return .text(result)
    }
  }

  private static let length: BuiltinBody = { (values, _) throws(EngineFailure) in
    .integer(Int64(try values[0].textValue().unicodeScalars.count))
  }

  private static let bpcharLength: BuiltinBody = { (values, _) throws(EngineFailure) in
    .integer(Int64(try values[0].textValue().withoutTrailingSpaces.unicodeScalars.count))
  }

  private static let character: BuiltinBody = { (values, _) throws(EngineFailure) in
    let code = try values[0].integerValue()
    if code == 0 {
      throw .postgres(PostgresError(SQLState(rawValue: "54000"), "null character not permitted"))
    }
    if code < 0 {
      throw .postgres(
        PostgresError(SQLState(rawValue: "22023"), "character number must be positive"))
    }
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
      let isTooLarge = code > 0x10FFFF
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "54000"),
          isTooLarge
            ? "requested character too large for encoding: \(code)"
            : "requested character not valid for encoding: \(code)"))
    }
    return .text(String(scalar))
  }
}

extension BuiltinCall {
  /// An argument's value as a cast to text gives it: words for booleans.
  func castText(_ value: SQLValue, at index: Int) throws(EngineFailure) -> String {
    try session.named(value, builtin.arguments[index]).cast(
      from: builtin.arguments[index], to: .text
    ).textValue()
  }

  /// An argument's value as its type prints it.
  func text(_ value: SQLValue, at index: Int) throws(EngineFailure) -> String {
    let type = builtin.arguments.indices.contains(index) ? builtin.arguments[index] : .text
    return try session.named(value, type).output(as: type) ?? ""
  }
}

extension String {
  /// Every occurrence replaced, byte by byte: to PostgreSQL no two spellings are the same.
  func replacingBytes(_ old: String, with new: String) -> String {
    guard !old.isEmpty else { return self }
    return splitBytes(old).map { String(decoding: $0, as: UTF8.self) }.joined(separator: new)
  }

  /// The parts between occurrences of `separator`, which is not empty.
  func splitBytes(_ separator: String) -> [ArraySlice<UInt8>] {
    let (bytes, wanted) = (Array(utf8), Array(separator.utf8))
    var parts: [ArraySlice<UInt8>] = []
    var (start, position) = (0, 0)
    while position + wanted.count <= bytes.count {
      if bytes[position] == wanted[0],
        bytes[position..<position + wanted.count].elementsEqual(wanted)
      {
        parts.append(bytes[start..<position])
        position += wanted.count
        start = position
      } else {
        position += 1
      }
    }
    parts.append(bytes[start...])
    return parts
  }
}

extension String {
  /// As the collation C maps letters.
  fileprivate var lowercasedASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  fileprivate var uppercasedASCII: String {
    String(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }

  fileprivate var capitalizedASCII: String {
    var wasInside = false
    var bytes: [UInt8] = []
    for byte in utf8 {
      let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      if isLetter {
        bytes.append(wasInside ? byte | 0x20 : byte & 0xDF)
      } else {
        bytes.append(byte)
      }
      wasInside = isLetter || (0x30...0x39).contains(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// As Unicode says, by words as PostgreSQL finds them.
  fileprivate var capitalized: String {
    var wasInside = false
    var result = ""
    for character in unicodeScalars {
      let isInside = character.properties.isAlphabetic || ("0"..."9").contains(character)
      let properties = character.properties
      result += wasInside ? properties.lowercaseMapping : properties.titlecaseMapping
      wasInside = isInside
    }
    return result
  }
}
