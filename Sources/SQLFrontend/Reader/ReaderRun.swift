import AccessModel

/// One reading of files: statements go to the builder, what they meet to the diagnostics.
struct ReaderRun {
  private let platform: SQLReader.Platform
  private var diagnostics: [Diagnostic] = []
  private var counts = LoadedSQL.Counts()

  /// More would help nobody.
  private static let maxDiagnostics = 1_000

  init(platform: SQLReader.Platform) { self.platform = platform }

  mutating func read(_ files: [SQLFile]) -> LoadedSQL {
    let texts = files.map { Array($0.text.utf8) }
    let statements = texts.map(StatementSplitter.split)
    let preset = PlatformDetection.preset(platform, texts: texts, statements: statements)
    var builder = CatalogBuilder(preset.state())
    for (index, file) in files.enumerated() {
      let lines = LineMap(file: file.name, bytes: texts[index])
      let parser = ParseAhead(statements[index], in: texts[index])
      for (number, statement) in statements[index].enumerated() {
        apply(number, statement, parser, lines, to: &builder)
      }
      // Each file is a session of its own.
      builder.endSession()
    }
    builder.finishBodies()
    preset.removeUnused(from: &builder.state.catalog)
    return LoadedSQL(
      catalog: builder.state.catalog, diagnostics: diagnostics, counts: counts,
      platform: preset.name,
      rows: RowStatements(files, texts: texts, statements, in: builder.state.catalog))
  }

  private mutating func apply(
    _ number: Int, _ statement: StatementText, _ parser: ParseAhead, _ lines: LineMap,
    to builder: inout CatalogBuilder
  ) {
    let start = statement.range.lowerBound
    do throws(ReadFailure) {
      switch statement.kind {
      case .metaCommand, .copyData: return
      case .sql: break
      }
      if statement.isLargeData {
        counts.data += 1
        return
      }
      guard let parsed = try parser.statement(number), parsed.node != nil else { return }
      switch try builder.apply(parsed, at: lines.place(at: start)) {
      case .applied: counts.read += 1
      case .data: counts.data += 1
      case .partly(let what):
        counts.unread += 1
        report(.unreadStatement, "not fully read: \(what)", .warning, lines.place(at: start))
      }
    } catch {
      switch error {
      case .unsupported(let what, let location):
        counts.unread += 1
        report(
          .unreadStatement, "not read: \(what)", .warning,
          lines.place(at: start + (location ?? 0)))
      case .refused(let answer, let location):
        counts.refused += 1
        report(
          .refusedStatement, "\(answer.message) (SQLSTATE \(answer.sqlState))", .error,
          lines.place(at: start + (location ?? 0)), help: answer.hint)
      }
    }
  }

  private mutating func report(
    _ id: DiagnosticID, _ message: String, _ severity: Diagnostic.Severity, _ place: SourcePlace,
    help: String? = nil
  ) {
    guard diagnostics.count < Self.maxDiagnostics else { return }
    diagnostics.append(Diagnostic(id, message, at: place, help: help, severity: severity))
  }
}
