import AccessModel
import CPgQuery
import RowSecurity

/// How the rows of a partitioned table are divided.
extension CatalogBuilder {
  /// What PARTITION BY says.
  mutating func partitionKey(
    _ specification: PgQuery__PartitionSpec
  ) throws(ReadFailure) -> Catalog.PartitionKey {
    let strategy = try strategy(of: specification)
    let elements = elements(of: specification)
    guard strategy != .list || elements.count == 1 else {
      throw .refused(
        .invalidObjectDefinition,
        "cannot use \"list\" partition strategy with more than one column")
    }
    var parts: [SQLExpression] = []
    for element in elements {
      if text(element.name).isEmpty, let node = element.expr {
        parts.append(try reader.lenientExpression(node))
      } else {
        parts.append(.column(qualifier: nil, name: text(element.name)))
      }
    }
    return Catalog.PartitionKey(strategy, parts)
  }

  private func elements(of specification: PgQuery__PartitionSpec) -> [PgQuery__PartitionElem] {
    list(specification.n_part_params, specification.part_params)
      .filter { $0.kind == PG_QUERY__NODE__NODE_PARTITION_ELEM }
      .map { $0.pointee.partition_elem.pointee }
  }

  /// PARTITION BY, of a new table.
  ///
  /// Source: `transformPartitionSpec()`, `ComputePartitionAttrs()` in
  /// `src/backend/commands/tablecmds.c`.
  mutating func partition(
    _ table: Int, by specification: PgQuery__PartitionSpec
  ) throws(ReadFailure) {
    var key = try partitionKey(specification)
    let elements = elements(of: specification)
    if isSession {
      for (element, part) in zip(elements, key.parts) where text(element.name).isEmpty {
        _ = try usedColumns(part, of: table, in: "partition key expression")
      }
    }
    key.parts = key.parts.map { kept($0, over: nil) }
    state.catalog.tables[table].partitionKey = key
    let isComputed = key.parts.contains { if case .column = $0 { false } else { true } }
    if isComputed { note(.partitionKey(state.catalog.tables[table].name)) }
    for (element, part) in zip(elements, key.parts) {
      do throws(ReadFailure) {
        try requirePartitionKey(part, element, key.strategy == .hash ? "hash" : "btree", of: table)
      } catch {
        guard isComputed, isSession, case .refused(let answer, _) = error else { throw error }
        return note(.refusedOnceBound(answer))
      }
    }
  }

  /// From 16 on the grammar knows them.
  private func strategy(
    of specification: PgQuery__PartitionSpec
  ) throws(ReadFailure) -> Catalog.PartitionKey.Strategy {
    let word = text(specification.strategy)
    guard let strategy = Catalog.PartitionKey.Strategy(rawValue: word.uppercased()) else {
      throw .refused(
        SQLState(rawValue: "22023"), "unrecognized partitioning strategy \"\(word)\"",
        at: state.postgresVersion >= .v16 ? specification.location : -1)
    }
    return strategy
  }

  /// What the grammar refuses before anything else is looked at.
  func requireStrategy(_ specification: PgQuery__PartitionSpec) throws(ReadFailure) {
    guard isSession, state.postgresVersion >= .v16 else { return }
    _ = try strategy(of: specification)
  }

  private func requirePartitionKey(
    _ part: SQLExpression, _ element: PgQuery__PartitionElem, _ method: String, of table: Int
  ) throws(ReadFailure) {
    let model = state.catalog.tables[table]
    if case .column(_, let column) = part {
      try requireColumn(column, isExpression: text(element.name).isEmpty, of: model)
    } else if isSession, !part.systemColumns.isEmpty {
      throw .refused(
        .invalidObjectDefinition,
        "partition key expressions cannot contain system column references")
    }
    let used = References([part], over: model.name, in: state).columns.map(\.name)
    for column in model.columns where used.contains(column.name) && column.generated != nil {
      throw .refused(
        PostgresError(
          .invalidObjectDefinition, "cannot use generated column in partition key",
          detail: "Column \"\(column.name)\" is a generated column."), location: nil)
    }
    guard isSession else { return }
    let type: TypeName? =
      if case .column(_, let name) = part { model.columns.first { $0.name == name }?.type } else {
        nil
      }
    let collation = strings(list(element.n_collation, element.collation))
    if !collation.isEmpty {
      try state.requireCollation(collation.joined(separator: "."))
      guard let type else { throw .unsupported("a collation of an expression of a partition key") }
      guard isCollatable(type) != false else {
        throw .refused(
          .datatypeMismatch, "collations are not supported by type \(state.typeText(type))")
      }
    }
    let operatorClass = strings(list(element.n_opclass, element.opclass))
    guard operatorClass.isEmpty else {
      return try requireOperatorClass(operatorClass, method, of: type)
    }
    if let type, lacksOperators(type, method) {
      throw .refused(
        .undefinedObject,
        "data type \(state.typeText(type)) has no default operator class for access method "
          + "\"\(method)\"",
        hint: "You must specify a \(method) operator class or define a default \(method) operator "
          + "class for the data type.")
    }
  }

  private func requireColumn(
    _ column: String, isExpression: Bool, of table: Catalog.Table
  ) throws(ReadFailure) {
    if SystemColumns.names.contains(column) {
      throw .refused(
        .invalidObjectDefinition,
        isExpression
          ? "partition key expressions cannot contain system column references"
          : "cannot use system column \"\(column)\" in partition key")
    }
    guard table.columns.contains(where: { $0.name == column }) else {
      throw .refused(
        .undefinedColumn, "column \"\(column)\" named in partition key does not exist")
    }
  }
}
