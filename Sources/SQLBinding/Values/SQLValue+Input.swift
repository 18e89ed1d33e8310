public import AccessModel

extension SQLValue {
  /// A type's input function: text to value, or the error PostgreSQL raises.
  ///
  /// Spellings that PostgreSQL might take but this engine does not read are undecided.
  ///
  /// The type's modifiers matter only where they say what the text means: `interval '1' year`.
  public static func input(
    _ text: String, as column: ColumnType
  ) throws(EngineFailure) -> SQLValue {
    guard column.type == .interval, let range = IntervalRange(modifiers: column.modifiers) else {
      return try input(text, as: column.type)
    }
    return .interval(try IntervalReader.read(text, range))
  }

  /// A type's input function, without modifiers.
  public static func input(_ text: String, as type: DataType) throws(EngineFailure) -> SQLValue {
    switch type {
    case .text, .varchar, .character, .unknown: return .text(Text(text))
    case .name: return .text(Text(String(text.utf8.prefix(63)) ?? text))
    case .boolean: return try boolean(text)
    case .smallint, .integer, .bigint: return .integer(try integer(text, type))
    case .numeric: return .numeric(try numeric(text))
    case .real, .double: return .double(try double(text, type))
    case .uuid: return try uuid(text)
    case .date, .timestamp, .timestamptz: return try timeInput(text, type)
    case .jsonb, .json: return try json(text, type)
    case .void: return .text(Text(""))
    default: return try partsInput(text, as: type)
    }
  }

  private static func json(_ text: String, _ type: DataType) throws(EngineFailure) -> SQLValue {
    guard let value = JSONParser.parse(text) else {
      // PostgreSQL's own limit is that of its stack.
      guard !JSONParser.isDeep(text) else { throw .undecided(Undecided("JSON nested this deep")) }
      guard let mistake = JSONMistake.find(in: text, decoded: type == .jsonb) else {
        // Escapes of no character stay as they are written.
        guard type == .json else { throw .undecided(Undecided("a value of type \(type)")) }
        return .text(Text(text))
      }
      throw .postgres(mistake.error)
    }
    return type == .json ? .text(Text(text)) : .json(value)
  }

  /// Values that are made of others, and the rarer ones.
  private static func partsInput(
    _ text: String, as type: DataType
  ) throws(EngineFailure) -> SQLValue {
    switch type {
    case .bytea: return .bytes(try ByteText.read(text))
    case .byte: return .text(Text(try byte(text)))
    case .inet, .cidr: return try network(text, type)
    case .interval: return .interval(try IntervalReader.read(text))
    case .time, .timetz: return try timeInput(text, type)
    case .oid: return .integer(try integer(text, type))
    case .array(let element):
      return .array(
        try ArrayText.read(text) { (word) throws(EngineFailure) in try input(word, as: element) })
    case .enumeration(let type): return try label(text, type)
    case .composite(let composite): return try RecordText.read(text, composite.fields)
    case .record:
      throw .postgres(
        PostgresError(
          .featureNotSupported, "input of anonymous composite types is not implemented"))
    case .domain(let domain):
      return try .input(text, as: domain.base.type).fitted(to: domain.base)
    default:
      if type == .refcursor { return .text(Text(text)) }
      if type == .jsonpath { return .text(Text(try jsonPath(text))) }
      if type == .tid, let place = RowPlace(text) { return .place(place) }
      if let kind = RangeKind(type) { return .range(try RangeText.read(text, kind)) }
      throw .undecided(Undecided("a value of type \(type)"))
    }
  }

  /// One byte, or `\ooo`. Source: `charin()`.
  private static func byte(_ text: String) throws(EngineFailure) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return "" }
    if bytes.count == 4, first == UInt8(ascii: "\\"),
      bytes.dropFirst().allSatisfy({ (0x30...0x37).contains($0) })
    {
      let value = bytes.dropFirst().reduce(0) { $0 * 8 + Int($1 - 0x30) } & 0xFF
      guard value < 0x80 else { throw .undecided(Undecided("a \"char\" that is no letter")) }
      return value == 0 ? "" : String(UnicodeScalar(UInt8(value)))
    }
    guard first < 0x80 else { throw .undecided(Undecided("a \"char\" that is no letter")) }
    return String(UnicodeScalar(first))
  }

  private static func label(_ text: String, _ type: EnumType) throws(EngineFailure) -> SQLValue {
    guard let position = type.labels.firstIndex(of: text) else {
      throw .postgres(
        PostgresError(
          .invalidTextRepresentation,
          "invalid input value for enum \(DataType.enumeration(type)): \"\(text)\""))
    }
    try type.requireSafe(text)
    return .enumeration(EnumLabel(Text(text), at: position))
  }

  private static func network(_ text: String, _ type: DataType) throws(EngineFailure) -> SQLValue {
    guard let address = NetworkAddress(parsing: text) else {
      if type == .cidr { throw .undecided(Undecided("a cidr in short form")) }
      throw malformed(text, type)
    }
    guard type == .inet || address.isNetwork else {
      throw .postgres(
        PostgresError(
          .invalidTextRepresentation, "invalid cidr value: \"\(text)\"",
          detail: "Value has bits set to right of mask."))
    }
    return .network(address)
  }

  /// As it is printed. Source: `jsonpath_in()`.
  private static func jsonPath(_ text: String) throws(EngineFailure) -> String {
    guard !text.isEmpty else { throw malformed(text, .jsonpath) }
    guard let path = JSONPath.parse(text) else {
      throw .undecided(Undecided("a jsonpath of this form"))
    }
    return path.description
  }

  private static func malformed(_ text: String, _ type: DataType) -> EngineFailure {
    .postgres(
      PostgresError(
        .invalidTextRepresentation, "invalid input syntax for type \(type): \"\(text)\""))
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || (0x09...0x0D).contains($0.value) }
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
    while let last = scalars.last, isSpace(last) { scalars.removeLast() }
    return String(scalars)
  }

  /// Source: `boolin()`: any unambiguous prefix of true, false, yes, no, on, off, or 1 and 0.
  private static func boolean(_ text: String) throws(EngineFailure) -> SQLValue {
    let word = trimmed(text).lowercased()
    if !word.isEmpty {
      if "true".hasPrefix(word) || "yes".hasPrefix(word) || word == "on" || word == "1" {
        return .boolean(true)
      }
      if "false".hasPrefix(word) || "no".hasPrefix(word) || word == "of" || word == "off"
        || word == "0"
      {
        return .boolean(false)
      }
    }
    throw malformed(text, .boolean)
  }

  private static func integer(_ text: String, _ type: DataType) throws(EngineFailure) -> Int64 {
    if let short = shortInteger(text), type.integerRange.contains(short) { return short }
    var digits = trimmed(text)
    if ValueStyle.current.readsOtherBases, let plain = OtherBases.decimal(digits) {
      guard let value = plain, type.integerRange.contains(value) else {
        throw .postgres(
          PostgresError(
            .numericValueOutOfRange, "value \"\(text)\" is out of range for type \(type)"))
      }
      digits = "\(value)"
    }
    let magnitude = digits.first == "-" || digits.first == "+" ? digits.dropFirst() : digits[...]
    guard !magnitude.isEmpty, magnitude.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw malformed(text, type)
    }
    guard let value = Int64(digits), type.integerRange.contains(value) else {
      throw .postgres(
        PostgresError(
          .numericValueOutOfRange,
          "value \"\(text)\" is out of range for type \(type)"))
    }
    return value
  }

  /// The usual spelling: up to 18 digits and nothing else.
  private static func shortInteger(_ text: String) -> Int64? {
    var value: Int64 = 0
    var count = 0
    for digit in text.utf8 {
      guard (0x30...0x39).contains(digit), count < 18 else { return nil }
      value = value &* 10 &+ Int64(digit &- 0x30)
      count += 1
    }
    return count > 0 ? value : nil
  }

  private static func numeric(_ text: String) throws(EngineFailure) -> Numeric {
    var word = trimmed(text)
    if ValueStyle.current.readsOtherBases {
      if let plain = OtherBases.decimal(word) {
        guard let plain else { throw .undecided(Undecided("a numeric of this many digits")) }
        word = "\(plain)"
      } else if let plain = OtherBases.withoutUnderscores(word) {
        word = plain
      }
    }
    if let value = Numeric(text: word) { return value }
    if word.utf8.count > Numeric.maxDigits || word.lowercased().contains("e") {
      let mantissa = word.lowercased().split(separator: "e", omittingEmptySubsequences: false)
      guard mantissa.count < 2 || Numeric(parsing: String(mantissa[0])) == nil else {
        throw .undecided(Undecided("a numeric of this many digits"))
      }
    }
    throw malformed(text, .numeric)
  }

  /// Source: `float4in()`, `float8in()`.
  private static func double(_ text: String, _ type: DataType) throws(EngineFailure) -> Double {
    let word = trimmed(text)
    switch word.lowercased() {
    case "nan": return .nan
    case "infinity", "+infinity", "inf", "+inf": return .infinity
    case "-infinity", "-inf": return -.infinity
    default: break
    }
    let digits = word.drop { $0 == "-" || $0 == "+" }
    let isPlain = digits.utf8.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    // C reads `1.` and `.5`, Swift does not.
    var spelled = String(digits)
    if spelled.hasPrefix(".") { spelled = "0" + spelled }
    if let point = spelled.firstIndex(of: "."),
      spelled[spelled.index(after: point)...].utf8.first.map({ !(0x30...0x39).contains($0) })
        ?? true
    {
      spelled.insert("0", at: spelled.index(after: point))
    }
    guard isPlain, word.utf8.count - digits.utf8.count <= 1,
      digits.utf8.contains(where: { (0x30...0x39).contains($0) }), let size = Double(spelled)
    else {
      if digits.lowercased().hasPrefix("0x") {
        throw .undecided(Undecided("a float in hexadecimal"))
      }
      throw malformed(text, type)
    }
    let isZero = !spelled.prefix { $0 != "e" && $0 != "E" }.utf8.contains {
      (0x31...0x39).contains($0)
    }
    let value = type == .real ? Double(Float(spelled) ?? .infinity) : size
    guard value.isFinite, value != 0 || isZero else {
      throw .postgres(
        PostgresError(.numericValueOutOfRange, "\"\(word)\" is out of range for type \(type)"))
    }
    return word.hasPrefix("-") ? -value : value
  }

  /// Source: `string_to_uuid()`: braces are optional, hyphens after any four digits.
  private static func uuid(_ text: String) throws(EngineFailure) -> SQLValue {
    var text = text
    guard let words = text.withUTF8({ uuidWords(UnsafeRawBufferPointer($0)) }) else {
      throw malformed(text, .uuid)
    }
    return .uuid(words.0, words.1)
  }

  private static func uuidWords(_ text: UnsafeRawBufferPointer) -> (UInt64, UInt64)? {
    var digits = text[...]
    if digits.first == UInt8(ascii: "{") {
      guard digits.last == UInt8(ascii: "}") else { return nil }
      digits = digits.dropFirst().dropLast()
    }
    var words: (UInt64, UInt64) = (0, 0)
    var count = 0
    var previousWasHyphen = false
    for byte in digits {
      if byte == UInt8(ascii: "-") {
        guard count % 4 == 0, count > 0, count < 32, !previousWasHyphen else { return nil }
        previousWasHyphen = true
        continue
      }
      previousWasHyphen = false
      guard count < 32, let digit = byte.hexDigitValue else { return nil }
      if count < 16 {
        words.0 = words.0 << 4 | digit
      } else {
        words.1 = words.1 << 4 | digit
      }
      count += 1
    }
    return count == 32 && !previousWasHyphen ? words : nil
  }
}

extension DataType {
  /// The bytes of an integer type.
  var integerSize: Int {
    switch self {
    case .smallint: 2
    case .integer: 4
    default: 8
    }
  }

  /// The values an integer type holds.
  public var integerRange: ClosedRange<Int64> {
    switch self {
    case .smallint: Int64(Int16.min)...Int64(Int16.max)
    case .integer: Int64(Int32.min)...Int64(Int32.max)
    case .oid: 0...Int64(UInt32.max)
    default: Int64.min...Int64.max
    }
  }
}

/// Why an expression or statement has no value: PostgreSQL's error, or a gap in what we model.
public enum EngineFailure: Error, Hashable, Sendable {
  case postgres(PostgresError)
  case undecided(Undecided)
}

extension UInt8 {
  /// Of an ASCII hexadecimal digit; nil for others.
  fileprivate var hexDigitValue: UInt64? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
