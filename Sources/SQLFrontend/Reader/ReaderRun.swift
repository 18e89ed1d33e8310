import AccessModel
import CPgQuery

/// One reading of files: statements go to the builder, what they meet to the diagnostics.
struct ReaderRun {
  private let platform: SQLReader.Platform
  private let version: PostgresVersion
  private let runner: ComputedStatementRunner?
  private var diagnostics: [Diagnostic] = []
  private var counts = LoadedSQL.Counts()
  /// What has worked on rows so far: the words of what is known, and what is still to be looked at.
  private var data = DataWords()
  private var dataTexts: [(bytes: [UInt8], statement: StatementText)] = []
  /// Tables to which statements that were run have added rows.
  private var filled: Set<String> = []

  /// More would help nobody.
  private static let maxDiagnostics = 1_000

  init(
    platform: SQLReader.Platform, version: PostgresVersion, runner: ComputedStatementRunner? = nil
  ) {
    self.platform = platform
    self.version = version
    self.runner = runner
  }

  mutating func read(_ files: [SQLFile]) -> LoadedSQL {
    let texts = files.map { Array($0.text.utf8) }
    let statements = texts.map(StatementSplitter.split)
    let preset = PlatformDetection.preset(
      platform, version: version, texts: texts, statements: statements)
    var builder = CatalogBuilder(preset.state())
    for (index, file) in files.enumerated() {
      let lines = LineMap(file: file.name, bytes: texts[index])
      let parser = ParseAhead(statements[index], in: texts[index], version: version)
      for (number, statement) in statements[index].enumerated() {
        apply(number, statement, parser, lines, texts[index], to: &builder)
      }
      // Each file is a session of its own.
      builder.endSession()
    }
    builder.finishBodies()
    preset.removeUnused(from: &builder.state.catalog)
    var rows = RowStatements(files, texts: texts, statements, in: builder.state.catalog)
    rows.doubt(filled, "a statement that adds rows as it computes them")
    return LoadedSQL(
      catalog: builder.state.catalog, diagnostics: diagnostics, counts: counts,
      platform: preset.name, rows: rows)
  }

  private mutating func apply(
    _ number: Int, _ statement: StatementText, _ parser: ParseAhead, _ lines: LineMap,
    _ bytes: [UInt8], to builder: inout CatalogBuilder
  ) {
    let start = statement.range.lowerBound
    let place = { (offset: Int) in lines.place(at: start + offset) }
    do throws(ReadFailure) {
      switch statement.kind {
      case .metaCommand, .copyData: return
      case .sql: break
      }
      if statement.isLargeData {
        counts.data += 1
        dataTexts.append((bytes, statement))
        return
      }
      guard let parsed = try parser.statement(number), let node = parsed.node else { return }
      switch try applied(parsed, node, statement, bytes, to: &builder, at: place(0)) {
      case .applied:
        counts.read += 1
        data.note(node)
      case .data:
        counts.data += 1
        dataTexts.append((bytes, statement))
      case .partly(let what):
        counts.unread += 1
        report(.unreadStatement, "not fully read: \(what)", .warning, place(0))
      }
    } catch {
      switch error {
      case .unsupported(let what, let location):
        counts.unread += 1
        report(.unreadStatement, "not read: \(what)", .warning, place(location ?? 0))
      case .refused(let answer, let location):
        counts.refused += 1
        report(
          .refusedStatement, "\(answer.message) (SQLSTATE \(answer.sqlState))", .error,
          place(location ?? 0), help: answer.hint)
      }
    }
  }

  /// Applies a statement; code whose effects the builder can't tell is run, where somebody can.
  private mutating func applied(
    _ parsed: ParsedStatement, _ node: Node, _ statement: StatementText, _ bytes: [UInt8],
    to builder: inout CatalogBuilder, at place: SourcePlace
  ) throws(ReadFailure) -> CatalogBuilder.Effect {
    do throws(ReadFailure) {
      return try builder.apply(parsed, at: place)
    } catch {
      guard let runner, case .unsupported = error,
        node.kind == PG_QUERY__NODE__NODE_DO_STMT || node.kind == PG_QUERY__NODE__NODE_CALL_STMT
      else { throw error }
      let text = String(decoding: bytes[statement.range], as: UTF8.self)
      readDataWords()
      let answer = runner(builder.computed(text, after: data, isComplete: counts.unread == 0))
      switch answer {
      case .completed(let definitions, let filled):
        builder.take(definitions)
        self.filled.formUnion(filled)
        data.adding.formUnion(filled.map { $0.lowercased() })
        return .applied
      case .refused(let answer): throw .refused(answer, location: nil)
      case .undecided(let what):
        data.read(text, addsRows: true)
        let command = node.kind == PG_QUERY__NODE__NODE_CALL_STMT ? "CALL" : "a DO block"
        throw .unsupported("\(command): \(what)")
      }
    }
  }

  /// Of long statements, which are INSERT or COPY, the beginning: it names the table.
  private mutating func readDataWords() {
    for (bytes, statement) in dataTexts {
      let text = String(decoding: bytes[statement.range].prefix(1 << 16), as: UTF8.self)
      let word = statement.head.first ?? ""
      data.read(text, addsRows: !["update", "delete", "truncate"].contains(word))
    }
    dataTexts = []
  }

  private mutating func report(
    _ id: DiagnosticID, _ message: String, _ severity: Diagnostic.Severity, _ place: SourcePlace,
    help: String? = nil
  ) {
    guard diagnostics.count < Self.maxDiagnostics else { return }
    diagnostics.append(Diagnostic(id, message, at: place, help: help, severity: severity))
  }
}
