import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Source: `varlena.c`, `cryptohashfuncs.c`.
  static let moreTexts: [String: BuiltinBody] = [
    "sha224(bytea)": { (values, _) throws(EngineFailure) in
      .bytes(SHA2.sha224.digest(try values[0].byteValue()))
    },
    "sha384(bytea)": { (values, _) throws(EngineFailure) in
      .bytes(SHA2.sha384.digest(try values[0].byteValue()))
    },
    "sha512(bytea)": { (values, _) throws(EngineFailure) in
      .bytes(SHA2.sha512.digest(try values[0].byteValue()))
    },
    "unistr(text)": { (values, _) throws(EngineFailure) in
      .text(try unescapedUnicode(try values[0].textValue()))
    },
    "get_byte(bytea,int4)": { (values, _) throws(EngineFailure) in
      let bytes = try values[0].byteValue()
      return .integer(Int64(bytes[try index(values[1], bytes)]))
    },
    "set_byte(bytea,int4,int4)": { (values, _) throws(EngineFailure) in
      var bytes = try values[0].byteValue()
      bytes[try index(values[1], bytes)] = UInt8(
        truncatingIfNeeded: try values[2].integerValue())
      return .bytes(bytes)
    },
    "bit_count(bytea)": { (values, _) throws(EngineFailure) in
      .integer(Int64(try values[0].byteValue().reduce(0) { $0 + $1.nonzeroBitCount }))
    },
    "position(bytea,bytea)": { (values, _) throws(EngineFailure) in
      let (bytes, wanted) = (try values[0].byteValue(), try values[1].byteValue())
      guard bytes.count >= wanted.count else { return .integer(0) }
      let found = (0...(bytes.count - wanted.count)).first {
        bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
      }
      return .integer(found.map { Int64($0) + 1 } ?? 0)
    },
  ]

  private static func index(
    _ value: SQLValue, _ bytes: [UInt8]
  ) throws(EngineFailure) -> Int {
    let index = try value.integerValue()
    guard (0..<Int64(bytes.count)).contains(index) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "2202E"),
          "index \(index) out of valid range, 0..\(bytes.count - 1)"))
    }
    return Int(index)
  }

  /// Source: `unistr()`.
  private static func unescapedUnicode(_ text: String) throws(EngineFailure) -> String {
    var rest = Array(text.unicodeScalars)[...]
    var (result, high) = ("", UInt32?.none)
    let pair = EngineFailure.postgres(
      PostgresError(SQLState(rawValue: "42601"), "invalid Unicode surrogate pair"))
    while let scalar = rest.popFirst() {
      guard scalar == "\\", rest.first != "\\" else {
        if scalar == "\\" { rest.removeFirst() }
        guard high == nil else { throw pair }
        result.unicodeScalars.append(scalar)
        continue
      }
      let code = try unicodeEscape(&rest)
      if let first = high {
        guard (0xDC00...0xDFFF).contains(code),
          let whole = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + code & 0x3FF)
        else { throw pair }
        result.unicodeScalars.append(whole)
        high = nil
      } else if (0xD800...0xDBFF).contains(code) {
        high = code
      } else if (0xDC00...0xDFFF).contains(code) {
        throw pair
      } else if code > 0, let whole = Unicode.Scalar(code) {
        result.unicodeScalars.append(whole)
      } else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42601"), "invalid Unicode code point: \(hex(code))"))
      }
    }
    guard high == nil else { throw pair }
    return result
  }

  private static func hex(_ code: UInt32) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// `XXXX`, `uXXXX`, `+XXXXXX`, `UXXXXXXXX`.
  private static func unicodeEscape(
    _ rest: inout ArraySlice<Unicode.Scalar>
  ) throws(EngineFailure) -> UInt32 {
    for (mark, length) in [(nil, 4), ("u", 4), ("+", 6), ("U", 8)] as [(Unicode.Scalar?, Int)] {
      let digits = (mark == nil || rest.first == mark ? rest.dropFirst(mark == nil ? 0 : 1) : [])
        .prefix(length)
      guard digits.count == length, digits.allSatisfy(\.properties.isASCIIHexDigit) else {
        continue
      }
      rest = rest.dropFirst(length + (mark == nil ? 0 : 1))
      return UInt32(String(String.UnicodeScalarView(digits)), radix: 16) ?? 0
    }
    throw .postgres(
      PostgresError(
        SQLState(rawValue: "42601"), "invalid Unicode escape",
        hint: "Unicode escapes must be \\XXXX, \\+XXXXXX, \\uXXXX, or \\UXXXXXXXX."))
  }
}
