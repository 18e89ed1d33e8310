import AccessModel
import CPgQuery
import RowSecurity

/// How the rows of a partitioned table are divided.
extension CatalogBuilder {
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
}
