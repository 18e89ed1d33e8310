import AccessModel
import CPgQuery

/// Indexes of partitions that are parts of an index of the partitioned table.
extension CatalogBuilder {
  /// ALTER INDEX … ATTACH PARTITION.
  ///
  /// Source: `ATExecAttachPartitionIdx()` in `src/backend/commands/tablecmds.c`.
  mutating func attachIndex(
    _ command: PgQuery__AlterTableCmd, to whole: QualifiedName, of parent: QualifiedName
  ) throws(ReadFailure) {
    guard let node = command.def, node.kind == PG_QUERY__NODE__NODE_PARTITION_CMD,
      let range = node.pointee.partition_cmd.pointee.name
    else { return }
    let name = try state.relation(reader.relation(range))
    guard case .index(let index) = state.slot(name) else {
      throw .refused(.invalidObjectDefinition, "\"\(name.name)\" is not an index")
    }
    func refused(
      _ detail: String, _ state: SQLState = .notInPrerequisiteState
    ) -> ReadFailure {
      .refused(
        PostgresError(
          state,
          "cannot attach index \"\(name.name)\" as a partition of index \"\(whole.name)\"",
          detail: detail), location: nil)
    }
    guard let table = state.catalog.table(index.table), table.partitionBound != nil,
      table.parents == [parent]
    else {
      throw refused(
        "Index \"\(name.name)\" is not an index on any partition of table "
          + "\"\(parent.name)\".")
    }
    // Those of constraints go with them.
    guard let model = state.catalog.table(parent)?.indexes.first(where: { $0.name == whole.name }),
      let own = table.indexes.first(where: { $0.name == name.name })
    else { return }
    if state.wholeIndex(of: name) == whole { return }
    if table.indexes.contains(where: {
      state.wholeIndex(of: QualifiedName(table.name.schema, $0.name)) == whole
    }) {
      throw refused("Another index is already attached for partition \"\(table.name.name)\".")
    }
    guard own.isLike(model) else {
      throw refused("The index definitions do not match.", .invalidObjectDefinition)
    }
    state.change(table.name) { table in
      for place in table.indexes.indices where table.indexes[place].name == name.name {
        table.indexes[place].isInherited = true
      }
    }
  }

  /// A part of an index is dropped with the whole only.
  ///
  /// Source: `findDependentObjects()` in `src/backend/catalog/dependency.c`.
  func requireWholeIndexes(_ objects: [ObjectKey]) throws(ReadFailure) {
    for case .relation(let name) in objects {
      guard isSession, let whole = state.wholeIndex(of: name),
        !objects.contains(.relation(whole))
      else { continue }
      let other = state.description(of: .relation(whole))
      throw .refused(
        SQLState(rawValue: "2BP01"),
        "cannot drop \(state.description(of: .relation(name))) because \(other) requires it",
        hint: "You can drop \(other) instead.")
    }
  }
}

extension DatabaseState {
  /// The index of the partitioned table that an index is a part of. Of those that are alike, the
  /// first is the first's.
  func wholeIndex(of name: QualifiedName) -> QualifiedName? {
    guard case .index(let index) = slot(name), let table = catalog.table(index.table),
      table.partitionBound != nil, let parent = table.parents.first.flatMap(catalog.table),
      let own = table.indexes.first(where: { $0.name == name.name }), own.isInherited
    else { return nil }
    let alike = table.indexes.filter { $0.isInherited && $0.isLike(own) }
    let wholes = parent.indexes.filter(own.isLike)
    guard let place = alike.firstIndex(of: own), wholes.indices.contains(place) else { return nil }
    return QualifiedName(parent.name.schema, wholes[place].name)
  }
}
