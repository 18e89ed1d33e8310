import AccessModel
import CPgQuery

/// A token of a function's text, by PostgreSQL's own scanner.
struct PLToken {
  enum Kind: Equatable {
    /// An identifier or key word, as PostgreSQL folds it.
    case word(String, isQuoted: Bool)
    case string(String)
    case number
    /// `$1`.
    case parameter(Int)
    case symbol(String)
    /// Behind the last one.
    case end
  }

  var kind: Kind
  /// Bytes of the text.
  var range: Range<Int>
  /// From 1.
  var line: Int

  /// Whether it is a key word, which quotes would hide.
  func isWord(_ word: String) -> Bool { kind == .word(word, isQuoted: false) }
  func isSymbol(_ symbol: String) -> Bool { kind == .symbol(symbol) }

  var name: String? {
    if case .word(let name, _) = kind { name } else { nil }
  }

  /// `$1`.
  var isParameter: Bool { if case .parameter = kind { true } else { false } }

  /// Whether it is a key word that is no name. Source: `pl_reserved_kwlist.h`.
  var isReserved: Bool {
    if case .word(let word, isQuoted: false) = kind { Self.reserved.contains(word) } else { false }
  }

  private static let reserved: Set = [
    "all", "begin", "by", "case", "declare", "else", "end", "execute", "for", "foreach", "from",
    "if", "in", "into", "loop", "not", "null", "or", "strict", "then", "to", "using", "when",
    "while",
  ]
}

/// The tokens of a function's text.
enum PLScanner {
  /// Comments are left out; the last token is `.end`. Call on a `DeepStack` only.
  static func tokens(of text: [UInt8]) throws(ReadFailure) -> [PLToken] {
    guard !text.contains(0) else {
      throw .refused(
        SQLState(rawValue: "22021"), "invalid byte sequence for encoding \"UTF8\": 0x00")
    }
    let scanned = (text + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { pg_query_scan($0.baseAddress) }
    }
    defer { pg_query_free_scan_result(scanned) }
    if let error = scanned.error?.pointee {
      throw .refused(.syntaxError, error.message.map { String(cString: $0) } ?? "syntax error")
    }
    guard let result = rk_unpack_scan(scanned.pbuf) else {
      throw .refused(.stackDepthExceeded, "out of memory")
    }
    defer { rk_free_scan(result) }
    var lines = LineCounter(text)
    var tokens: [PLToken] = []
    for item in list(result.pointee.n_tokens, result.pointee.tokens) {
      let token = item.pointee
      guard token.token != PG_QUERY__TOKEN__SQL_COMMENT, token.token != PG_QUERY__TOKEN__C_COMMENT
      else { continue }
      let range = min(Int(token.start), text.count)..<min(Int(token.end), text.count)
      tokens.append(
        PLToken(
          kind: kind(of: token, text[range]), range: range, line: lines.line(at: range.lowerBound)))
    }
    tokens.append(
      PLToken(kind: .end, range: text.count..<text.count, line: lines.line(at: text.count)))
    return tokens
  }

  private static func kind(of token: PgQuery__ScanToken, _ bytes: ArraySlice<UInt8>) -> PLToken.Kind
  {
    let text = String(decoding: bytes, as: UTF8.self)
    switch token.token {
    case PG_QUERY__TOKEN__SCONST, PG_QUERY__TOKEN__USCONST:
      // PostgreSQL reads escapes and dollar quotes; a SELECT of the constant has its value.
      return .string(SQLBody.string(of: text) ?? text)
    case PG_QUERY__TOKEN__ICONST, PG_QUERY__TOKEN__FCONST: return .number
    case PG_QUERY__TOKEN__PARAM: return .parameter(Int(text.dropFirst()) ?? 0)
    default: break
    }
    guard let first = bytes.first else { return .symbol("") }
    if first == Ascii.doubleQuote {
      let inner = text.dropFirst().dropLast().replacing("\"\"", with: "\"")
      return .word(String(inner), isQuoted: true)
    }
    if (0x61...0x7A).contains(first | 0x20) || first == UInt8(ascii: "_") || first >= 0x80 {
      return .word(folded(text), isQuoted: false)
    }
    return .symbol(text)
  }

  /// ASCII letters in lower case, as `downcase_identifier()` has them in UTF-8.
  private static func folded(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// Line numbers of ascending positions.
private struct LineCounter {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func line(at offset: Int) -> Int {
    while position < offset, position < bytes.count {
      if bytes[position] == Ascii.newline { line += 1 }
      position += 1
    }
    return line
  }
}

extension SQLBody {
  /// The value of a string constant as written.
  fileprivate static func string(of text: String) -> String? {
    if text.utf8.count > 1, text.hasPrefix("'"), text.hasSuffix("'") {
      return String(text.dropFirst().dropLast().replacing("''", with: "'"))
    }
    guard case .literal(.string(let value))? = expression(of: text) else { return nil }
    return value
  }
}
