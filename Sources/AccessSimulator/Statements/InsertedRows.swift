import AccessModel
import SQLBinding

/// The rows that an INSERT proposes, compiled.
struct InsertedRows {
  private enum Source {
    case values([[Evaluator?]])
    case query(CompiledQuery)
  }

  private let source: Source

  init(_ source: BoundInsert.Source, _ session: Session) throws(EngineFailure) {
    switch source {
    case .query(let query): self.source = .query(try QueryCompiler(session).compile(query))
    case .values(let rows):
      var compiled: [[Evaluator?]] = []
      for row in rows {
        var cells: [Evaluator?] = []
        for cell in row {
          guard let cell else {
            cells.append(nil)
            continue
          }
          cells.append(try ExpressionCompiler(session).compile(cell))
        }
        compiled.append(cells)
      }
      self.source = .values(compiled)
    }
  }

  /// Nil stands for DEFAULT.
  func rows() throws(EngineFailure) -> [[SQLValue?]] {
    switch source {
    case .query(let query): return try query.rows(in: nil).map { $0.map { $0 } }
    case .values(let rows):
      let frame = Frame(sources: 0, parent: nil)
      var result: [[SQLValue?]] = []
      for row in rows {
        var values: [SQLValue?] = []
        for cell in row { values.append(try cell?(frame)) }
        result.append(values)
      }
      return result
    }
  }
}
