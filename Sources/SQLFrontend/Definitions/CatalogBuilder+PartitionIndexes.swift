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
    // Source: `transformPartitionCmd()` in `src/backend/parser/parse_utilcmd.c`.
    guard node.pointee.partition_cmd.pointee.bound == nil else {
      throw .refused(
        .invalidObjectDefinition, "\"\(whole.name)\" is not a partitioned table")
    }
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
    if state.wholeIndex(of: name) == whole { return }
    let parts = table.indexes.map(\.name) + table.keys.map(\.name)
    if parts.contains(where: {
      state.wholeIndex(of: QualifiedName(table.name.schema, $0)) == whole
    }) {
      throw refused("Another index is already attached for partition \"\(table.name.name)\".")
    }
    let differs = refused("The index definitions do not match.", .invalidObjectDefinition)
    let model = state.catalog.table(parent)?.indexes.first { $0.name == whole.name }
    let own = table.indexes.first { $0.name == name.name }
    let key = state.catalog.table(parent)?.keys.first { $0.name == whole.name }
    let ownKey = table.keys.first { $0.name == name.name }
    if let key {
      guard let ownKey else {
        guard own?.isUnique == true, index.columns == key.columns else { throw differs }
        throw refused(
          "The index \"\(whole.name)\" belongs to a constraint in table \"\(parent.name)\" but no "
            + "constraint exists for index \"\(name.name)\".", .invalidObjectDefinition)
      }
      guard ownKey.isPart(of: key) else { throw differs }
    } else if let model, let own {
      guard own.isLike(model) else { throw differs }
    } else {
      throw .unsupported("the index of a constraint as a part of another")
    }
    state.change(table.name) { table in
      for place in table.indexes.indices where table.indexes[place].name == name.name {
        table.indexes[place].isInherited = true
      }
      for place in table.keys.indices where table.keys[place].name == name.name {
        table.keys[place].isInherited = true
      }
    }
  }

  /// Source: `RemoveRelations()` in `src/backend/commands/tablecmds.c`.
  func requireNoPartitionedIndex(_ objects: [ObjectKey]) throws(ReadFailure) {
    for case .relation(let name) in objects {
      guard isSession, case .index(let index) = state.slot(name),
        let table = state.catalog.table(index.table), table.kind == .partitioned,
        !table.isTemporary
      else { continue }
      throw .refused(
        .featureNotSupported, "cannot drop partitioned index \"\(name.name)\" concurrently")
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
      table.partitionBound != nil, let parent = table.parents.first.flatMap(catalog.table)
    else { return nil }
    if let key = table.keys.first(where: { $0.name == name.name }) {
      guard key.isInherited else { return nil }
      return parent.keys.first(where: key.isPart).map { QualifiedName(parent.name.schema, $0.name) }
    }
    guard let own = table.indexes.first(where: { $0.name == name.name }), own.isInherited
    else { return nil }
    let alike = table.indexes.filter { $0.isInherited && $0.isLike(own) }
    let wholes = parent.indexes.filter(own.isLike)
    guard let place = alike.firstIndex(of: own), wholes.indices.contains(place) else { return nil }
    return QualifiedName(parent.name.schema, wholes[place].name)
  }
}

extension DatabaseState {
  /// What partitions have of a key of another name.
  func parts(ofKey name: String, of table: Catalog.Table) -> [ObjectKey] {
    guard table.kind == .partitioned, table.keys.contains(where: { $0.name == name }) else {
      return []
    }
    let whole = QualifiedName(table.name.schema, name)
    return catalog.tables.filter { $0.parents == [table.name] }.flatMap { partition in
      partition.keys.filter {
        wholeIndex(of: QualifiedName(partition.name.schema, $0.name)) == whole
      }.flatMap { key in
        (key.name == name ? [] : [.constraint(key.name, on: partition.name)])
          + parts(ofKey: key.name, of: partition)
      }
    }
  }
}
