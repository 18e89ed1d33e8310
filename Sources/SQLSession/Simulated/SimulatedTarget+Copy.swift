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
    guard command.isStandardStream else {
      try session.requireServerCopy(isFrom: command.isFrom, isProgram: command.isProgram)
      if command.isFrom, case .relation(let name, let columns) = command.source {
        _ = try session.columnsToCopy(into: name, columns)
      }
      throw .undecided(Undecided("COPY with a file"))
    }
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
    let names = try session.columnsToCopy(
      into: name, columns, asked: command.condition.map(Self.columns) ?? [])
    if try isReadOnly, !isTemporary(name) { throw Self.readOnly("COPY FROM") }
    try requireOptions(of: command)
    try requireColumns(command, names, of: name)
    let reader = CopyReader(command, table: name.name, columns: names)
    // A line that is none comes to light when it is its turn: those before are looked at first.
    let reading = reader.read(copyData())
    try session.requireTakesRows(name)
    if case .undecided? = reading.failure, let failure = reading.failure { throw failure }
    let records = try lines(reading.records, where: command.condition, into: name, names)
    if command.isFreezing { throw try frozen(name) }
    let before = session.savepoint()
    // Rows that a trigger takes back are not counted.
    let count =
      records.isEmpty ? 0 : try insert(records, into: name, columns, names, reader)
    if let failure = reading.failure {
      session.restore(before)
      defer { session.closeHeaps() }
      if let short = reading.short { try requireInput(of: short, into: name, names, reader) }
      throw failure
    }
    return .done("COPY \(count)")
  }

  /// The fields of a line that lacks others are converted first.
  ///
  /// Source: `NextCopyFrom()` in `src/backend/commands/copyfromparse.c`.
  private func requireInput(
    of record: CopyReader.Record, into name: SQLRelationName, _ names: [String],
    _ reader: CopyReader
  ) throws(EngineFailure) {
    for (column, field) in zip(names, record.fields) {
      let single = CopyReader.Record(fields: [field], line: record.line, text: record.text)
      let failure = session.trying { () -> EngineFailure? in
        do throws(EngineFailure) {
          _ = try session.run(Self.insertion(of: [single], into: name, [column]), isCopying: true)
          return nil
        } catch {
          return error
        }
      }
      switch failure {
      case .postgres(let error)? where Self.isInput(error, of: field):
        throw .postgres(error.inside(reader.context(line: record.line, column: column, field)))
      case .undecided(let construct)?: throw .undecided(construct)
      case .postgres?, nil: break
      }
    }
  }

  private static func isInput(_ error: PostgresError, of field: String?) -> Bool {
    switch error.sqlState {
    case .checkViolation: error.message.hasPrefix("value for domain ")
    case .notNullViolation: error.message.hasPrefix("domain ")
    case .stringDataRightTruncation: true
    default:
      ["22P02", "22007", "22008", "22003"].contains(error.sqlState.rawValue)
        && field.map { error.message.contains("\"\($0)\"") } == true
    }
  }

  private static func insertion(
    of records: some Collection<CopyReader.Record>, into name: SQLRelationName, _ columns: [String]
  ) -> SQLStatement {
    let rows = records.map { record in
      record.fields.map { field -> SQLExpression? in
        field.map { .literal(.string($0)) } ?? .null
      }
    }
    var insert = SQLInsert(into: name, columns: columns, .values(rows: rows))
    // COPY fills identity columns of either kind.
    insert.overriding = .system
    return .insert(insert)
  }

  /// One statement, as COPY is; if it fails, each row alone shows which one it was.
  private func insert(
    _ records: [CopyReader.Record], into name: SQLRelationName, _ columns: [String]?,
    _ names: [String], _ reader: CopyReader
  ) throws(EngineFailure) -> Int {
    func statement(_ records: ArraySlice<CopyReader.Record>) -> SQLStatement {
      Self.insertion(of: records, into: name, columns ?? names)
    }
    do throws(EngineFailure) {
      return try session.run(statement(records[...]), isCopying: true).count
    } catch {
      // Several rows are stored at once, or none of them.
      defer { session.closeHeaps() }
      guard case .postgres(let raised) = error, raised.origin.context.isEmpty,
        records.count <= Self.searchedRecords
      else { throw error }
      let culprit = session.trying { () -> CopyReader.Record? in
        for record in records {
          do throws(EngineFailure) {
            _ = try session.run(statement([record]), isCopying: true)
          } catch let alone {
            return alone == error ? record : nil
          }
        }
        return nil
      }
      guard let culprit else { throw error }
      throw .postgres(raised.inside(context(of: raised, culprit, into: name, names, reader)))
    }
  }

  private static let searchedRecords = 10_000

  /// The line, with the column where its value is what is wrong.
  private func context(
    of error: PostgresError, _ record: CopyReader.Record, into name: SQLRelationName,
    _ names: [String], _ reader: CopyReader
  ) -> String? {
    // Foreign keys and AFTER triggers come when all lines are in.
    if error.sqlState == .foreignKeyViolation { return nil }
    // Indexes come when lines that follow are read already. Source: `CopyMultiInsertBufferFlush()`.
    let isOfIndex = [.uniqueViolation, .exclusionViolation].contains(error.sqlState)
    if isOfIndex, !session.insertsOneByOne(into: name) {
      return reader.context(line: record.line)
    }
    let isInput = ["22P02", "22007", "22008", "22003", "22001"].contains(error.sqlState.rawValue)
    guard isInput else { return reader.context(line: record.line, record.text) }
    let column = zip(names, record.fields).first { _, field in
      field.map { error.message.contains("\"\($0)\"") } ?? false
    }
    guard let column else { return reader.context(line: record.line, record.text) }
    return reader.context(line: record.line, column: column.0, column.1)
  }

  private func requireOptions(of command: CopyCommand) throws(EngineFailure) {
    if let mistake = command.mistake(in: session.version) { throw .postgres(mistake) }
  }

  /// Only what the transaction has made can be filled with frozen rows.
  ///
  /// Source: `CopyFrom()` in `src/backend/commands/copyfrom.c`.
  private func frozen(_ name: SQLRelationName) throws(EngineFailure) -> EngineFailure {
    guard !transaction.isOpen else { return .undecided(Undecided("COPY FREEZE in a transaction")) }
    guard try !session.isPartitioned(name) else {
      return .postgres(
        PostgresError(
          .featureNotSupported, "cannot perform COPY FREEZE on a partitioned table"))
    }
    return .postgres(
      PostgresError(
        .notInPrerequisiteState,
        "cannot perform COPY FREEZE because the table was not created or truncated in the current "
          + "subtransaction"))
  }

  /// Columns of options must be among those copied. Source: `BeginCopyFrom()`.
  private func requireColumns(
    _ command: CopyCommand, _ names: [String], of table: SQLRelationName
  ) throws(EngineFailure) {
    for (option, list) in [
      ("FORCE_NOT_NULL", command.forceNotNull), ("FORCE_NULL", command.forceNull),
    ] where list != ["*"] {
      for column in list where !names.contains(column) {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42P10"), "\(option) column \"\(column)\" not referenced by COPY"))
      }
    }
  }

  private func copyTo(_ command: CopyCommand) throws(EngineFailure) -> StatementResult {
    let completion: Completion
    switch command.source {
    case .statement(let statement):
      try requireOptions(of: command)
      if session.version < .v17, case .merge = statement {
        throw .postgres(PostgresError(.featureNotSupported, "MERGE not supported in COPY"))
      }
      guard statement.returnsRows else {
        throw .postgres(
          PostgresError(.featureNotSupported, "COPY query must have a RETURNING clause"))
      }
      completion = try session.run(statement)
    case .relation(let name, let columns):
      let query = try session.copyQuery(name, columns)
      try requireOptions(of: command)
      completion = try session.run(.query(query))
    }
    let format = CopyFormat(command)
    var lines = completion.rows.map { format.line($0, completion.columns) }
    if command.hasHeader { lines.insert(format.line(completion.columns), at: 0) }
    var result = StatementResult.done("COPY \(completion.rows.count)")
    result.copied = lines
    return result
  }
}

extension SQLStatement {
  fileprivate var returnsRows: Bool {
    switch self {
    case .query: true
    case .insert(let insert): !insert.returning.isEmpty
    case .update(let update): !update.returning.isEmpty
    case .delete(let delete): !delete.returning.isEmpty
    case .merge(let merge): !merge.returning.isEmpty
    case .truncate: false
    }
  }
}
