import AccessModel
import SQLBinding

/// What a table can be partitioned by.
///
/// Source: `ComputePartitionAttrs()` in `src/backend/commands/tablecmds.c`.
extension RowEffects {
  func requireSoundPartitionKey(of name: QualifiedName) throws(EngineFailure) {
    guard case .table(let table)? = after.names.relation(name) else { return }
    let expressions = try after.partitionExpressions(ofTable: table)
    let evaluation = session.evaluation(after, database)
    defer { evaluation.close() }
    func refuse(_ message: String) -> EngineFailure {
      .postgres(PostgresError(.invalidObjectDefinition, message))
    }
    for (place, value) in expressions {
      try requireStorable(value.type, part: place + 1)
      switch value.isMutable(after.catalog) {
      case true?:
        throw refuse("functions in partition key expression must be marked IMMUTABLE")
      case nil: throw .undecided(Undecided("whether a partition key is immutable"))
      case false?: break
      }
      let folded = try ConstantFolder(session: evaluation).fold(value)
      if case .constant = folded {
        throw refuse("cannot use constant expression as partition key")
      }
    }
  }

  private func requireStorable(_ type: DataType, part: Int) throws(EngineFailure) {
    let shown: String
    switch type {
    case .unknown: shown = "unknown"
    case .record: shown = "record"
    case .json, .object, .pseudo, .void, .other:
      throw .undecided(Undecided("a partition key of type \(type)"))
    default: return
    }
    throw .postgres(
      PostgresError(
        SQLState(rawValue: "42P16"), "partition key column \(part) has pseudo-type \(shown)"))
  }
}
