import AccessModel
import Foundation
import SQLBinding
import SQLText

extension BuiltinLibrary {
  /// Quoting, formatting and encodings.
  static let quotingFunctions: [String: BuiltinBody] = [
    "quote_ident(text)": { (values, _) throws(EngineFailure) in
      .text(quoteIdentifier(try values[0].textValue()))
    },
    "quote_literal(text)": { (values, _) throws(EngineFailure) in
      .text(quotedLiteral(try values[0].textValue()))
    },
    "quote_literal(anyelement)": { (values, call) throws(EngineFailure) in
      .text(quotedLiteral(try call.castText(values[0], at: 0)))
    },
    "quote_nullable(text)": { (values, _) throws(EngineFailure) in
      .text(values[0].isNull ? "NULL" : quotedLiteral(try values[0].textValue()))
    },
    "quote_nullable(anyelement)": { (values, call) throws(EngineFailure) in
      .text(values[0].isNull ? "NULL" : quotedLiteral(try call.castText(values[0], at: 0)))
    },
    "format(text)": format, "format(text,any)": format,
    "hashtext(text)": { (values, _) throws(EngineFailure) in
      let hash = JenkinsHash.hash(Array(try values[0].textValue().utf8), 0)
      return .integer(Int64(Int32(truncatingIfNeeded: hash)))
    },
    "hashtextextended(text,int8)": { (values, _) throws(EngineFailure) in
      let seed = UInt64(bitPattern: try values[1].integerValue())
      let hash = JenkinsHash.hash(Array(try values[0].textValue().utf8), seed)
      return .integer(Int64(bitPattern: hash))
    },
    "md5(text)": { (values, _) throws(EngineFailure) in
      .text(MD5.hex(Array(try values[0].textValue().utf8)))
    },
    "md5(bytea)": { (values, _) throws(EngineFailure) in .text(MD5.hex(try values[0].byteValue()))
    },
    "sha256(bytea)": { (values, _) throws(EngineFailure) in
      .bytes(SHA2.sha256.digest(try values[0].byteValue()))
    },
    "encode(bytea,text)": encode, "decode(text,text)": decode,
    "length(bytea)": { (values, _) throws(EngineFailure) in
      .integer(Int64(try values[0].byteValue().count))
    },
    "octet_length(bytea)": { (values, _) throws(EngineFailure) in
      .integer(Int64(try values[0].byteValue().count))
    },
    "byteacat(bytea,bytea)": { (values, _) throws(EngineFailure) in
      .bytes(try values[0].byteValue() + values[1].byteValue())
    },
    "convert_to(text,name)": { (values, _) throws(EngineFailure) in
      guard ["utf8", "utf-8"].contains(try values[1].textValue().lowercased()) else {
        throw .undecided(Undecided("an encoding other than UTF8"))
      }
      return .bytes(Array(try values[0].textValue().utf8))
    },
    "convert_from(bytea,name)": { (values, _) throws(EngineFailure) in
      guard ["utf8", "utf-8"].contains(try values[1].textValue().lowercased()),
        let text = String(validating: try values[0].byteValue(), as: UTF8.self),
        !text.utf8.contains(0)
      else { throw .undecided(Undecided("bytes that are not UTF8")) }
      return .text(text)
    },
  ]

  /// Source: `quote_literal_internal()`: E'…' once there is a backslash.
  static func quotedLiteral(_ text: String) -> String { quoteLiteral(text) }

  /// Source: `text_format()` in `varlena.c`.
  private static let format: BuiltinBody = { (values, call) throws(EngineFailure) in
    guard !values[0].isNull else { return .null }
    var rest = Array(try values[0].textValue().unicodeScalars)[...]
    var result = ""
    var next = 1
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if rest.first == "%" {
        result += "%"
        rest.removeFirst()
        continue
      }
      let number = try position(&rest)
      let width = try width(&rest, values, &next)
      if let number { next = number }
      guard let kind = rest.popFirst() else {
        throw .postgres(
          PostgresError(
            .invalidParameterValue, "unterminated format() type specifier",
            hint: "For a single \"%\" use \"%%\"."))
      }
      guard ["s", "I", "L"].contains(kind) else {
        if kind == "-" || kind == "*" || ("0"..."9").contains(kind) {
          throw .undecided(Undecided("a width of this form in format()"))
        }
        throw .postgres(
          PostgresError(
            .invalidParameterValue, "unrecognized format() type specifier \"\(kind)\"",
            hint: "For a single \"%\" use \"%%\"."))
      }
      guard next < values.count else { throw invalidFormat("too few arguments for format()") }
      result += padded(try formatted(values[next], next, kind, call), width)
      next += 1
    }
    return .text(result)
  }

  private static func number(_ rest: inout ArraySlice<Unicode.Scalar>) -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.count < 5 else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1.value - 0x30) }
  }

  /// `n$`, an argument's number; nil for none.
  private static func position(
    _ rest: inout ArraySlice<Unicode.Scalar>
  ) throws(EngineFailure) -> Int? {
    var after = rest
    guard let number = number(&after), after.popFirst() == "$" else { return nil }
    guard number > 0 else {
      throw invalidFormat("format specifies argument 0, but arguments are numbered from 1")
    }
    rest = after
    return number
  }

  /// `[-]width`, where the width may be an argument: `*`, `*n$`. Negative: to the left.
  /// Source: `text_format_parse_format()`, `text_format()`.
  private static func width(
    _ rest: inout ArraySlice<Unicode.Scalar>, _ values: [SQLValue], _ next: inout Int
  ) throws(EngineFailure) -> Int {
    var isLeft = false
    while rest.first == "-" {
      rest.removeFirst()
      isLeft = true
    }
    var width = 0
    if rest.first == "*" {
      rest.removeFirst()
      let position = try position(&rest) ?? next
      guard position < values.count else {
        throw invalidFormat("too few arguments for format()")
      }
      next = position + 1
      guard !values[position].isNull else { return 0 }
      width = Int(try values[position].integerValue())
    } else {
      width = number(&rest) ?? 0
    }
    guard width.magnitude < 10000 else {
      throw .undecided(Undecided("a width of this size in format()"))
    }
    return isLeft ? -Int(width.magnitude) : width
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let missing = Int(width.magnitude) - text.unicodeScalars.count
    guard missing > 0 else { return text }
    let space = String(repeating: " ", count: missing)
    return width < 0 ? text + space : space + text
  }

  private static func invalidFormat(_ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "22023"), message))
  }

  private static func formatted(
    _ value: SQLValue, _ index: Int, _ kind: Unicode.Scalar, _ call: BuiltinCall
  ) throws(EngineFailure) -> String {
    if value.isNull {
      if kind == "I" {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22004"), "null values cannot be formatted as an SQL identifier"))
      }
      return kind == "L" ? "NULL" : ""
    }
    let text = try call.text(value, at: index)
    return kind == "I" ? quoteIdentifier(text) : kind == "L" ? quotedLiteral(text) : text
  }

  private static let encode: BuiltinBody = { (values, _) throws(EngineFailure) in
    let bytes = try values[0].byteValue()
    switch try values[1].textValue().lowercased() {
    case "hex": return .text(SQLValue.hexText(bytes))
    case "base64":
      // Lines of 76 characters. Source: `pg_base64_encode()`.
      let text = Array(Data(bytes).base64EncodedString().utf8)
      let lines = stride(from: 0, to: text.count, by: 76).map {
        String(decoding: text[$0..<min($0 + 76, text.count)], as: UTF8.self)
      }
      return .text(
        lines.joined(separator: "\n") + (text.count > 0 && text.count % 76 == 0 ? "\n" : ""))
    case "escape":
      var text = ""
      for byte in bytes {
        if byte == 0 || byte > 0x7F {
          let octal = String(byte, radix: 8)
          text += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
        } else if byte == UInt8(ascii: "\\") {
          text += "\\\\"
        } else {
          text.unicodeScalars.append(Unicode.Scalar(byte))
        }
      }
      return .text(text)
    default: throw unknownEncoding(try values[1].textValue())
    }
  }

  private static let decode: BuiltinBody = { (values, _) throws(EngineFailure) in
    let text = try values[0].textValue()
    switch try values[1].textValue().lowercased() {
    case "hex": return try .input("\\x" + text, as: .bytea)
    case "base64":
      let plain = text.filter { !$0.isWhitespace }
      guard let data = Data(base64Encoded: plain) else {
        throw .undecided(Undecided("base64 that does not decode"))
      }
      return .bytes(Array(data))
    case "escape": return .bytes(try unescaped(text))
    default: throw unknownEncoding(try values[1].textValue())
    }
  }

  /// Source: `esc_decode()` in `encode.c`.
  private static func unescaped(_ text: String) throws(EngineFailure) -> [UInt8] {
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(3)
      if rest.first == UInt8(ascii: "\\") {
        rest.removeFirst()
        result.append(byte)
      } else if digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }),
        let first = digits.first, first <= UInt8(ascii: "3")
      {
        result.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
        rest = rest.dropFirst(3)
      } else {
        throw .postgres(
          PostgresError(
            .invalidTextRepresentation, "invalid input syntax for type bytea"))
      }
    }
    return result
  }

  private static func unknownEncoding(_ name: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "22023"), "unrecognized encoding: \"\(name)\""))
  }
}

extension SQLValue {
  func byteValue() throws(EngineFailure) -> [UInt8] {
    guard case .bytes(let bytes) = self else {
      throw .undecided(Undecided("a value that is not bytea"))
    }
    return bytes
  }
}
