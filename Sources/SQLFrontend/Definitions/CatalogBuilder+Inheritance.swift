import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

extension CatalogBuilder {
  /// INHERITS, or PARTITION OF: the parents' columns and checks.
  mutating func inherit(_ parents: [Node], _ name: QualifiedName) throws(ReadFailure) {
    guard !parents.isEmpty, case .table(let index) = state.slot(name) else { return }
    let isPartition = state.catalog.tables[index].partitionBound != nil
    for node in parents where node.kind == PG_QUERY__NODE__NODE_RANGE_VAR {
      let parent = try inheritable(reader.relation(node.pointee.range_var), isPartition)
      let known = state.catalog.tables[index].parents
      guard !known.contains(parent.name) else {
        throw .refused(
          SQLState(rawValue: "42P07"),
          "relation \"\(parent.name.name)\" would be inherited from more than once")
      }
      state.catalog.tables[index].parents.append(parent.name)
      for column in parent.columns { try inherit(column, index) }
      for check in parent.checks where !check.isNotInherited {
        let isKnown = state.catalog.tables[index].checks.contains { $0.name == check.name }
        guard !isKnown else { continue }
        var copy = check
        copy.isInherited = true
        state.catalog.tables[index].checks.append(copy)
        state.stamp(.constraint(check.name, on: name))
      }
    }
  }

  private func inheritable(
    _ written: SQLRelationName, _ isPartition: Bool
  ) throws(ReadFailure) -> Catalog.Table {
    if isSession, case .composite(let type, owner: _)? = state.unlisted(written) {
      try state.requireUsage(written)
      throw .refused(.compositeType(type.name, state.postgresVersion), location: nil)
    }
    let found = try state.relation(written)
    guard case .table(let index) = state.slot(found) else {
      throw .refused(
        SQLState(rawValue: "42809"),
        "inherited relation \"\(found.name)\" is not a table or foreign table")
    }
    let parent = state.catalog.tables[index]
    if !isPartition, parent.kind == .partitioned {
      throw .refused(
        SQLState(rawValue: "42809"),
        "cannot inherit from partitioned table \"\(found.name)\"")
    }
    if !isPartition, parent.partitionBound != nil {
      throw .refused(
        SQLState(rawValue: "42809"), "cannot inherit from partition \"\(found.name)\"")
    }
    try require(.ownership(what: "table \(found.name)", owner: parent.owner))
    if isPartition, parent.kind != .partitioned {
      throw .refused(.invalidObjectDefinition, "\"\(found.name)\" is not partitioned")
    }
    return parent
  }

  private mutating func inherit(
    _ column: Catalog.Column, _ table: Int
  ) throws(ReadFailure) {
    if let known = state.catalog.tables[table].columns.firstIndex(where: {
      $0.name == column.name
    }) {
      let old = state.catalog.tables[table].columns[known]
      notice("merging multiple inherited definitions of column \"\(column.name)\"")
      guard old.type == column.type else {
        throw .refused(
          PostgresError(
            .datatypeMismatch, "inherited column \"\(column.name)\" has a type conflict",
            detail: "\(old.type) versus \(column.type)"), location: nil)
      }
      if !column.isNullable { state.catalog.tables[table].columns[known].isNullable = false }
      return
    }
    state.catalog.tables[table].columns.append(Self.inherited(column))
    shareIdentity(of: column, with: table)
  }

  /// From 17 on a partition's rows are numbered with its parent's.
  func sharesIdentity(_ table: Int) -> Bool {
    isSession && state.postgresVersion >= .v17
      && state.catalog.tables[table].partitionBound != nil
  }

  mutating func shareIdentity(of column: Catalog.Column, with partition: Int) {
    guard sharesIdentity(partition),
      let own = state.catalog.tables[partition].columns.firstIndex(where: {
        $0.name == column.name
      })
    else { return }
    state.catalog.tables[partition].columns[own].identity = column.identity
    state.catalog.tables[partition].columns[own].identitySequence = column.identitySequence
  }

  /// A child's column like its parent's.
  static func inherited(_ column: Catalog.Column) -> Catalog.Column {
    var copy = Catalog.Column(
      column.name, column.type, isNullable: column.isNullable, defaultValue: column.defaultValue,
      generated: column.generated, place: column.place)
    copy.collation = column.collation
    copy.isVirtual = column.isVirtual
    copy.isInherited = true
    return copy
  }

  /// PARTITION BY.
  mutating func partitionKey(
    _ specification: PgQuery__PartitionSpec
  ) throws(ReadFailure) -> Catalog.PartitionKey {
    let word = text(specification.strategy).uppercased()
    guard let strategy = Catalog.PartitionKey.Strategy(rawValue: word) else {
      throw .refused(
        SQLState(rawValue: "22023"),
        "unrecognized partitioning strategy \"\(text(specification.strategy))\"")
    }
    var parts: [SQLExpression] = []
    for item in list(specification.n_part_params, specification.part_params)
    where item.kind == PG_QUERY__NODE__NODE_PARTITION_ELEM {
      let element = item.pointee.partition_elem.pointee
      let name = text(element.name)
      if name.isEmpty, let node = element.expr {
        parts.append(kept(try reader.lenientExpression(node), over: nil))
      } else {
        parts.append(.column(qualifier: nil, name: name))
      }
    }
    guard strategy != .list || parts.count == 1 else {
      throw .refused(
        .invalidObjectDefinition,
        "cannot use \"list\" partition strategy with more than one column")
    }
    return Catalog.PartitionKey(strategy, parts)
  }

  /// Source: `ComputePartitionAttrs()` in `src/backend/commands/tablecmds.c`.
  func checkPartitionKey(of table: Int) throws(ReadFailure) {
    let columns = state.catalog.tables[table].columns
    let name = state.catalog.tables[table].name
    for part in state.catalog.tables[table].partitionKey?.parts ?? [] {
      let used = References([part], over: name, in: state).columns.map(\.name)
      if case .column(_, let column) = part {
        if SystemColumns.names.contains(column) {
          throw .refused(
            SQLState(rawValue: "42P17"),
            "cannot use system column \"\(column)\" in partition key")
        }
        guard columns.contains(where: { $0.name == column }) else {
          throw .refused(
            .undefinedColumn, "column \"\(column)\" named in partition key does not exist")
        }
      }
      for column in columns where used.contains(column.name) && column.generated != nil {
        throw .refused(
          PostgresError(
            SQLState(rawValue: "42P17"), "cannot use generated column in partition key",
            detail: "Column \"\(column.name)\" is a generated column."), location: nil)
      }
    }
  }

  /// Gives a partition its parent's keys, indexes, references and row triggers, and checks that no
  /// other partition holds the same rows. Source: `DefineRelation()`, `check_new_partition_bound()`.
  mutating func becomePartition(_ index: Int) throws(ReadFailure) {
    let table = state.catalog.tables[index]
    guard let parent = table.parents.first.flatMap(state.catalog.table),
      let bound = table.partitionBound
    else { return }
    for sibling in state.catalog.tables
    where sibling.parents == [parent.name] && sibling.name != table.name {
      guard let other = sibling.partitionBound else { continue }
      if bound == .otherwise, other == .otherwise {
        throw .refused(
          SQLState(rawValue: "42P17"),
          "partition \"\(table.name.name)\" conflicts with existing default partition "
            + "\"\(sibling.name.name)\"")
      }
      if overlap(bound, other, in: parent) {
        throw .refused(
          SQLState(rawValue: "42P17"),
          "partition \"\(table.name.name)\" would overlap partition \"\(sibling.name.name)\"")
      }
      if other == .otherwise {
        note(.validate(sibling.name, .defaultPartition(newSibling: table.name)))
      }
    }
    // What it has already becomes a part of its parent's.
    for key in parent.keys {
      if let own = table.keys.firstIndex(where: { $0.isPart(of: key) }) {
        state.catalog.tables[index].keys[own].isInherited = true
        continue
      }
      try addKey(nil, like: key, to: index, named: table.name, isInherited: true)
    }
    for theirs in parent.indexes {
      let own = state.catalog.tables[index].indexes.firstIndex {
        !$0.isInherited && $0.isLike(theirs)
      }
      if let own {
        state.catalog.tables[index].indexes[own].isInherited = true
      } else {
        try addIndex(copyOf: theirs, to: index, isInherited: true)
      }
    }
    for reference in parent.foreignKeys { inherit(reference, index) }
    for trigger in parent.triggers where trigger.isForEachRow {
      try copy(
        trigger, to: [table.name] + state.partitions(below: table.name), isReplacing: false)
    }
  }
}

extension Catalog.ForeignKey {
  /// Whether they differ by name at most.
  func isLike(_ other: Self) -> Bool {
    var copy = self
    (copy.name, copy.isInherited) = (other.name, other.isInherited)
    return copy == other
  }
}
