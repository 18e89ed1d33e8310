import AccessModel

/// The statements of one file as syntax trees.
struct ScriptParser {
  private let file: SQLFile
  private let bytes: [UInt8]
  private let version: PostgresVersion

  init(_ file: SQLFile, version: PostgresVersion) {
    self.file = file
    self.version = version
    bytes = Array(file.text.utf8)
  }

  func statements() -> [SQLReader.ParsedScriptStatement] {
    let lines = LineMap(file: file.name, bytes: bytes)
    return StatementSplitter.split(bytes).map { statement in
      SQLReader.ParsedScriptStatement(
        text: String(decoding: bytes[statement.range], as: UTF8.self),
        place: lines.place(at: statement.range.lowerBound), outcome: outcome(of: statement))
    }
  }

  private func outcome(
    of statement: StatementText
  ) -> SQLReader.ParsedScriptStatement.Outcome {
    switch statement.kind {
    case .metaCommand: return .metaCommand
    case .copyData: return .copyData
    case .sql: break
    }
    do throws(ReadFailure) {
      let parsed = try ParsedStatement.parse(statement, in: bytes, version: version)
      var reader = SyntaxReader(parsed.newer)
      guard let node = parsed.node, let tree = try reader.statement(node) else { return .other }
      return .statement(tree)
    } catch {
      switch error {
      case .unsupported(let what, _): return .undecided(what)
      case .refused(let answer, _): return .refused(answer)
      }
    }
  }
}

extension ParsedStatement {
  /// The tree of one statement of a script, as a version of PostgreSQL reads it.
  static func parse(
    _ statement: StatementText, in bytes: [UInt8], version: PostgresVersion = .v15
  ) throws(ReadFailure) -> ParsedStatement {
    let text = bytes[statement.range]
    guard !text.contains(0) else {
      throw .refused(
        PostgresError(
          SQLState(rawValue: "22021"), "invalid byte sequence for encoding \"UTF8\": 0x00"),
        location: text.firstIndex(of: 0).map { $0 - statement.range.lowerBound })
    }
    guard statement.depth < surelyTooDeep || hasLongJunction(text) else {
      throw .refused(
        PostgresError(.stackDepthExceeded, "stack depth limit exceeded"), location: nil)
    }
    guard statement.depth <= maxDepth else { throw .unsupported("a statement this deep") }
    guard text.count <= maxBytes else { throw .unsupported("a statement of over 4 MiB") }
    do throws(ParsedStatement.Failure) {
      let parsed = try ParsedStatement(text)
      guard version > .v15,
        let newer = NewerSyntaxReader.overlooked(in: Array(text), parsed, version: version)
      else { return parsed }
      return try ParsedStatement(text, newer: newer)
    } catch {
      if version > .v15,
        let parsed = try NewerSyntaxReader.parse(Array(text), version: version)
      {
        return parsed
      }
      // How much of the junk is shown depends on the minor version.
      if error.error.message.hasPrefix("trailing junk after") {
        throw .unsupported("a number with letters behind it")
      }
      throw .refused(error.error, location: error.offset)
    }
  }
}

/// Whether AND or OR may be what makes it long: PostgreSQL's parser makes one list of their operands.
///
/// Source: `makeAndExpr()` in `src/backend/parser/gram.y`.
private func hasLongJunction(_ text: some Sequence<UInt8>) -> Bool {
  let words = String(decoding: Array(text), as: UTF8.self).lowercased().split(separator: " ")
  return words.count { $0 == "and" || $0 == "or" } >= 1_000
}
