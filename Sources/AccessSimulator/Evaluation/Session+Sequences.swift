import AccessModel
import SQLBinding

extension Session {
  /// The row of a sequence.
  ///
  /// It is read as it stands, whatever the snapshot: where the statement changes it, the plan decides
  /// which comes first.
  func rows(ofSequence name: QualifiedName) -> MaterializedRows {
    MaterializedRows(in: self, isPerRun: true) { () throws(EngineFailure) in
      guard let file = self.variables.sequences.file(.named(name)), file.isKnown, !file.isDoubtful
      else { throw .undecided(Undecided("where the sequence `\(name)` stands")) }
      self.readSequences.insert(name)
      try self.requireUnchangedSequences()
      let row = file.row
      return [[.integer(row.lastValue), Self.logCount(row), .boolean(row.isCalled)]]
    }
  }

  private static func logCount(_ row: SequenceFile.Row) -> SQLValue {
    row.logCount.map { .integer($0) } ?? .undetermined(.unknown("log_cnt after a checkpoint"))
  }

  /// Throws where a sequence that the statement has read was changed since it began.
  func requireUnchangedSequences() throws(EngineFailure) {
    for name in readSequences {
      guard let file = variables.sequences.file(.named(name)), file.changedAt > sequenceChanges
      else { continue }
      throw .undecided(Undecided("a statement that reads and changes the sequence `\(name)`"))
    }
  }
}
