import AccessModel
import SQLBinding

/// The rows that an INSERT proposes, compiled.
struct InsertedRows {
  private enum Source {
    case values([[Cell]])
    case query(CompiledQuery)
  }

  private enum Cell {
    case defaultValue
    /// Of many rows nearly all cells are constants, and need no closure each.
    case constant(SQLValue)
    case evaluated(Evaluator)
  }

  private let source: Source

  init(_ source: BoundInsert.Source, _ session: Session) throws(EngineFailure) {
    switch source {
    case .query(let query): self.source = .query(try QueryCompiler(session).compile(query))
    case .values(let rows):
      let compiler = ExpressionCompiler(session)
      var compiled: [[Cell]] = []
      compiled.reserveCapacity(rows.count)
      for row in rows {
        var cells: [Cell] = []
        cells.reserveCapacity(row.count)
        for cell in row {
          switch cell {
          case nil: cells.append(.defaultValue)
          case .constant(let value, _)?: cells.append(.constant(value))
          case let expression?: cells.append(.evaluated(try compiler.compile(expression)))
          }
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
      result.reserveCapacity(rows.count)
      for row in rows {
        var values: [SQLValue?] = []
        values.reserveCapacity(row.count)
        for cell in row {
          switch cell {
          case .defaultValue: values.append(nil)
          case .constant(let value): values.append(value)
          case .evaluated(let evaluate): values.append(try evaluate(frame))
          }
        }
        result.append(values)
      }
      return result
    }
  }
}
