import AccessModel
import CPgQuery

extension CatalogBuilder {
  /// Whether constraints of a table are kept by triggers, which only superusers may switch off, and
  /// whose names only the server knows.
  ///
  /// Source: `EnableDisableTrigger()` in `src/backend/commands/trigger.c`.
  private func hasSystemTriggers(_ index: Int) -> Bool {
    let table = state.catalog.tables[index]
    let family = [table.name] + state.partitionedAncestors(of: table.name)
    return !table.foreignKeys.isEmpty || table.keys.contains(where: \.isDeferrable)
      || table.exclusions.contains(where: \.isDeferrable)
      || state.catalog.tables.contains { other in
        other.foreignKeys.contains { family.contains($0.references) }
      }
  }

  /// Partitions, parents, triggers and rules; the rest concerns storage, statistics and
  /// replication.
  mutating func alterAttachments(
    _ table: Int, _ command: PgQuery__AlterTableCmd, recurses: Bool
  ) throws(ReadFailure) {
    func enable(_ value: Catalog.Trigger.Enabled) throws(ReadFailure) {
      try self.enable(trigger: text(command.name), value, on: table, recurses: recurses)
    }
    func enableAll(_ value: Catalog.Trigger.Enabled) throws(ReadFailure) {
      try self.enable(trigger: nil, value, on: table, recurses: recurses)
    }
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AttachPartition: try attachPartition(command, to: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DetachPartition: try detachPartition(command, from: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddInherit:
      try requireUntyped(state.catalog.tables[table].name, to: "change inheritance of")
      try addParent(command, to: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropInherit: try dropParent(command, of: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrig: try enable(.origin)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrig: try enable(.disabled)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableAlwaysTrig: try enable(.always)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableReplicaTrig:
      try enable(.replica)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrigUser: try enableAll(.origin)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableTrigAll:
      if isSession, hasSystemTriggers(table), !state.isSuperuser {
        throw .unsupported("ENABLE TRIGGER ALL on a table with constraint triggers")
      }
      try enableAll(.origin)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrigAll:
      guard !isSession || !hasSystemTriggers(table) else {
        throw .unsupported("DISABLE TRIGGER ALL on a table with constraint triggers")
      }
      try enableAll(.disabled)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableTrigUser: try enableAll(.disabled)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRule: try enableRule(command, .origin, on: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DisableRule: try enableRule(command, .disabled, on: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableAlwaysRule:
      try enableRule(command, .always, on: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_EnableReplicaRule:
      try enableRule(command, .replica, on: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_AddOf, PG_QUERY__ALTER_TABLE_TYPE__AT_DropOf:
      throw .unsupported("a typed table")
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetRelOptions:
      try requireParameters(
        command.def?.items ?? [],
        ofPartitioned: state.catalog.tables[table].kind == .partitioned)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetTableSpace: try requireTablespace(text(command.name))
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ClusterOn:
      try requireClusterable(text(command.name), on: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_DropCluster: try requireOneOrder(table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ReplicaIdentity:
      try requireUnpublished(state.catalog.tables[table].name)
      if let definition = command.def, definition.kind == PG_QUERY__NODE__NODE_REPLICA_IDENTITY_STMT
      {
        try setIdentity(by: text(definition.pointee.replica_identity_stmt.pointee.name), table)
      }
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetStatistics: try setStatistics(command, of: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetOptions, PG_QUERY__ALTER_TABLE_TYPE__AT_ResetOptions:
      let model = state.catalog.tables[table]
      try setOptions(command, of: model.name, model.columns.map(\.name))
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetCompression: try setCompression(command, of: table)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetStorage:
      try setStorage(command, of: table, recurses: recurses)
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetLogged, PG_QUERY__ALTER_TABLE_TYPE__AT_SetUnLogged:
      let model = state.catalog.tables[table]
      let isLogged = command.subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_SetLogged
      guard model.kind == .partitioned, state.postgresVersion >= .v18, isSession else {
        try setLogged(isLogged, table)
        break
      }
      throw .refused(
        state.wrongKind(
          "ALTER action SET \(isLogged ? "LOGGED" : "UNLOGGED") cannot be performed on relation "
            + "\"\(model.name.name)\"", model.name), location: nil)
    default: break
    }
  }
}
