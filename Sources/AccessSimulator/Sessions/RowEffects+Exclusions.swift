import AccessModel
import SQLBinding

/// EXCLUDE constraints over rows that are there.
extension RowEffects {
  func requireSound(exclusion name: String, of table: Int) throws(EngineFailure) {
    guard let exclusion = exclusion(name, of: table) else { return }
    try after.requireIndexable(
      parts: exclusion.elements.map(\.expression), condition: exclusion.condition, ofTable: table)
    try after.requireExcludable(exclusion, onTable: table)
  }

  /// Source: `IndexCheckExclusion()` in `src/backend/catalog/index.c`.
  func validate(
    exclusion name: String, of table: Int, _ list: [Row]
  ) throws(EngineFailure) {
    guard let exclusion = exclusion(name, of: table) else { return }
    let model = after.catalog.tables[table]
    try session.restricted { () throws(EngineFailure) in
      let evaluation = session.evaluation(after, database, as: model.owner)
      defer { evaluation.close() }
      let key = try UniqueKey(exclusion, of: table, evaluation)
      var rows: [(place: Int, row: Row)] = []
      for (place, row) in list.enumerated() where try key.values(row) != nil {
        rows.append((place, row))
      }
      let alike = Dictionary(grouping: rows) { key.matchedValues($0.row) }
      for (place, row) in rows {
        let others = alike[key.matchedValues(row)] ?? []
        try session.variables.limits.step(others.count)
        var rivals: [Row] = []
        for (other, rival) in others where other != place {
          if try key.clashes(rival, row) { rivals.append(rival) }
        }
        guard !rivals.isEmpty else { continue }
        let description = description(of: model.name)
        let (shown, other) = (
          try description?.key(key, row), try description?.onlyKey(key, rivals)
        )
        throw .postgres(
          PostgresError(
            .exclusionViolation, "could not create exclusion constraint \"\(name)\"",
            detail: RowDescription.conflict(shown ?? nil, with: other ?? nil, isStored: false)
              ?? "Key conflicts exist."
          ).about(ErrorObjects(model.name, constraint: name)))
      }
    }
  }

  private func exclusion(_ name: String, of table: Int) -> Catalog.Exclusion? {
    after.catalog.tables[table].exclusions.first { $0.name == name }
  }
}
