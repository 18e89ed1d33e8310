import AccessModel
import CPgQuery

/// PostgreSQL's own tree of one statement.
///
/// A class, since the tree is C memory to be freed once.
final class ParsedStatement {
  private let memory: UnsafeMutablePointer<rk_arena>
  /// The statement; nil for text that holds none.
  let node: Node?
  /// What of later versions the text held besides.
  let newer: NewerSyntax

  /// What is wrong with a text, and at which of its bytes.
  struct Failure: Error {
    var error: PostgresError
    var offset: Int?
  }

  /// Deeper statements might not fit on the stack.
  static let maxDepth = 5_000
  /// What PostgreSQL refuses too: 2 MB of stack, its default, hold less than half of it.
  static let surelyTooDeep = 10_000
  /// The grammar's own errors about what is not there, and about names of roles, are no errors of
  /// syntax.
  ///
  /// Source: `ERRCODE_FEATURE_NOT_SUPPORTED`, `ERRCODE_RESERVED_NAME` in
  /// `src/backend/parser/gram.y`.
  private static func state(of message: String) -> SQLState {
    if message.hasPrefix("role name \"") && message.hasSuffix("is reserved")
      || message.hasSuffix(" cannot be used as a role name here")
    {
      return SQLState(rawValue: "42939")
    }
    if message.hasPrefix("precision for type float ") { return SQLState(rawValue: "22023") }
    if message.hasPrefix("frame ") { return SQLState(rawValue: "42P20") }
    if message.contains(" constraints cannot be marked ") { return .featureNotSupported }
    let words = [
      "not supported", "only supported", "not implemented", "not yet implemented",
      "cannot include schema elements",
    ]
    return words.contains { message.contains($0) } ? .featureNotSupported : .syntaxError
  }

  /// Larger statements are data, and their trees a hundred times as large.
  static let maxBytes = 4 << 20

  /// Parses one statement of at most `maxDepth`; call on a `DeepStack` only.
  init(_ bytes: ArraySlice<UInt8>, newer: NewerSyntax = NewerSyntax()) throws(Failure) {
    self.newer = newer
    var text = Array(bytes)
    text.append(0)
    let parsed = text.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { pg_query_parse_protobuf($0.baseAddress) }
    }
    defer { pg_query_free_protobuf_parse_result(parsed) }
    if let error = parsed.error?.pointee {
      // As later releases of 15 call what ALTER CONSTRAINT is for.
      let message = (error.message.map { String(cString: $0) } ?? "syntax error")
        .replacing("ALTER CONSTRAINT statement constraints", with: "FOREIGN KEY constraints")
      let offset =
        error.cursorpos > 0 ? Self.offset(ofCharacter: Int(error.cursorpos) - 1, in: bytes) : nil
      if message == "invalid Unicode escape", let offset {
        throw Failure(error: Self.invalidEscape(at: offset, in: bytes), offset: offset)
      }
      throw Failure(error: PostgresError(Self.state(of: message), message), offset: offset)
    }
    var memory: UnsafeMutablePointer<rk_arena>?
    guard let result = rk_unpack(parsed.parse_tree, &memory), let memory else {
      throw Failure(error: PostgresError(.stackDepthExceeded, "out of memory"), offset: nil)
    }
    self.memory = memory
    node = list(result.pointee.n_stmts, result.pointee.stmts).first?.pointee.stmt
  }

  deinit { rk_free(memory) }

  /// An escape of `E''` is the scanner's own matter, one of `U&''` the grammar's.
  ///
  /// Source: `src/backend/parser/scan.l`; `str_udeescape()` in `parser.c`.
  private static func invalidEscape(at offset: Int, in bytes: ArraySlice<UInt8>) -> PostgresError {
    let (quote, backslash) = (UInt8(ascii: "'"), UInt8(ascii: "\\"))
    var before = bytes.prefix(offset)
    while let last = before.popLast() {
      guard last == quote else { continue }
      guard before.last == quote || before.last == backslash else { break }
      before.removeLast()
    }
    let isOfScanner = before.last.map { $0 | 0x20 == UInt8(ascii: "e") } == true
    return PostgresError(
      isOfScanner ? SQLState(rawValue: "22025") : .syntaxError, "invalid Unicode escape",
      hint: "Unicode escapes must be "
        + (isOfScanner ? "\\uXXXX or \\UXXXXXXXX." : "\\XXXX or \\+XXXXXX."))
  }

  private static func offset(ofCharacter number: Int, in bytes: ArraySlice<UInt8>) -> Int {
    var characters = 0
    for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      if characters == number { return offset }
      characters += 1
    }
    return bytes.count
  }
}
