import AccessDecisions
import AccessModel
import AccessSimulator
import SQLBinding
import SQLFrontend

/// COPY. RULES 38, 42.
extension SimulatedTarget {
  /// `copyData` gives the lines of the script, which only a COPY that begins takes.
  func copy(
    _ command: CopyCommand, _ copyData: () -> [String]
  ) throws(EngineFailure) -> StatementResult {
    guard command.isStandardStream else { throw .undecided(Undecided("COPY with a file")) }
    guard ["text", "csv"].contains(command.format), command.unknownOption == nil else {
      throw .undecided(Undecided("COPY with \(command.unknownOption ?? command.format)"))
    }
    return command.isFrom ? try copyFrom(command, copyData) : try copyTo(command)
  }

  private func copyFrom(
    _ command: CopyCommand, _ copyData: () -> [String]
  ) throws(EngineFailure) -> StatementResult {
    guard case .relation(let name, let columns) = command.source else {
      throw .postgres(PostgresError(.syntaxError, "syntax error at or near \"FROM\""))
    }
    guard command.condition == nil else { throw .undecided(Undecided("COPY … WHERE")) }
    let names = try session.columnsToCopy(into: name, columns)
    let width = names.count
    let lines = copyData()
    var rows: [[SQLExpression?]] = []
    for fields in try CopyFormat(command).rows(command.hasHeader ? Array(lines.dropFirst()) : lines)
    {
      guard fields.count == width else { throw Self.wrongWidth(fields.count, width) }
      rows.append(fields.map { $0.map { .literal(.string($0)) } ?? .null })
    }
    guard !rows.isEmpty else { return .done("COPY 0") }
    var insert = SQLInsert(into: name, columns: columns, .values(rows: rows))
    // COPY fills identity columns of either kind.
    insert.overriding = .system
    _ = try session.run(.insert(insert))
    return .done("COPY \(rows.count)")
  }

  private static func wrongWidth(_ count: Int, _ width: Int) -> EngineFailure {
    // The message names the column; which one takes the table's own list.
    .undecided(Undecided("a line of \(count) fields in COPY of \(width) columns"))
  }

  private func copyTo(_ command: CopyCommand) throws(EngineFailure) -> StatementResult {
    let completion: Completion
    switch command.source {
    case .statement(let statement):
      if session.version < .v17, case .merge = statement {
        throw .postgres(PostgresError(.featureNotSupported, "MERGE not supported in COPY"))
      }
      completion = try session.run(statement)
    case .relation(let name, let columns):
      completion = try session.run(.query(try session.copyQuery(name, columns)))
    }
    let format = CopyFormat(command)
    var lines = completion.rows.map(format.line)
    if command.hasHeader { lines.insert(format.line(completion.columns), at: 0) }
    var result = StatementResult.done("COPY \(completion.rows.count)")
    result.copied = lines
    return result
  }
}
