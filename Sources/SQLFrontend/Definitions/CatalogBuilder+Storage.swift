import AccessModel
import CPgQuery

/// How rows are stored: nothing that the model holds, but not everything goes.
extension CatalogBuilder {
  /// CLUSTER ON. Source: `ATExecClusterOn()` in `src/backend/commands/tablecmds.c`,
  /// `check_index_is_clusterable()` in `src/backend/commands/cluster.c`.
  func requireClusterable(_ index: String, on table: Int) throws(ReadFailure) {
    guard isSession else { return }
    let relation = state.catalog.tables[table]
    guard state.slot(QualifiedName(relation.name.schema, index)) != nil else {
      throw .refused(
        .undefinedObject, "index \"\(index)\" for table \"\(relation.name.name)\" does not exist")
    }
    guard case .index(let found) = state.slot(QualifiedName(relation.name.schema, index)),
      found.table == relation.name
    else {
      throw .refused(
        SQLState(rawValue: "42809"),
        "\"\(index)\" is not an index for table \"\(relation.name.name)\"")
    }
    try requireOrder(index, of: relation)
    try requireOneOrder(table)
  }

  /// What CLUSTER can sort by.
  func requireOrder(_ index: String, of table: Catalog.Table) throws(ReadFailure) {
    let own = table.indexes.first { $0.name == index }
    guard own?.method == nil || own?.method == "gist" else {
      throw .refused(
        .featureNotSupported,
        "cannot cluster on index \"\(index)\" because access method does not support clustering")
    }
    guard own?.condition == nil else {
      throw .refused(.featureNotSupported, "cannot cluster on partial index \"\(index)\"")
    }
    let key = table.keys.first { $0.name == index }
    let isValid =
      own.map { state.catalog.isValid($0, of: table) }
      ?? key.map { state.catalog.isValid($0, of: table) } ?? true
    guard isValid else {
      throw .refused(.featureNotSupported, "cannot cluster on invalid index \"\(index)\"")
    }
  }

  /// Source: `mark_index_clustered()` in `src/backend/commands/cluster.c`.
  func requireOneOrder(_ table: Int) throws(ReadFailure) {
    guard isSession, state.catalog.tables[table].kind == .partitioned else { return }
    throw .refused(.featureNotSupported, "cannot mark index clustered in partitioned table")
  }

  /// REPLICA IDENTITY. Source: `ATExecReplicaIdentity()`.
  mutating func setIdentity(by index: String, _ table: Int) throws(ReadFailure) {
    guard isSession else { return }
    let relation = state.catalog.tables[table]
    guard !index.isEmpty else {
      state.replicaIdentities[relation.name] = nil
      return
    }
    try requireIdentity(by: index, relation)
    state.replicaIdentities[relation.name] = index
  }

  /// A column by which rows are told apart is never null. Source: `ATExecDropNotNull()`.
  func requireOutsideIdentity(
    _ column: String, of relation: QualifiedName
  ) throws(ReadFailure) {
    guard let name = state.replicaIdentities[relation],
      case .index(let index)? = state.slot(QualifiedName(relation.schema, name)),
      index.columns.contains(column)
    else { return }
    throw .refused(
      SQLState(rawValue: "42P16"), "column \"\(column)\" is in index used as replica identity")
  }

  private func requireIdentity(
    by index: String, _ relation: Catalog.Table
  ) throws(ReadFailure) {
    let slot = state.slot(QualifiedName(relation.name.schema, index))
    guard let slot else {
      throw .refused(
        .undefinedObject, "index \"\(index)\" for table \"\(relation.name.name)\" does not exist")
    }
    func refused(
      _ message: String, _ state: SQLState = SQLState(rawValue: "42809")
    ) -> ReadFailure { .refused(state, message) }
    guard case .index(let found) = slot else { throw refused("\"\(index)\" is not an index") }
    guard found.table == relation.name else {
      throw refused("\"\(index)\" is not an index for table \"\(relation.name.name)\"")
    }
    let own = relation.indexes.first { $0.name == index }
    let key = relation.keys.first { $0.name == index }
    func unusable(
      _ kind: String, _ state: SQLState = .featureNotSupported
    ) -> ReadFailure {
      refused("cannot use \(kind) index \"\(index)\" as replica identity", state)
    }
    guard own?.isUnique == true || key != nil else {
      throw unusable("non-unique", SQLState(rawValue: "42809"))
    }
    if key?.isDeferrable == true { throw unusable("non-immediate") }
    if let own, own.parts.contains(where: { if case .column = $0 { false } else { true } }) {
      throw unusable("expression")
    }
    if own?.condition != nil { throw unusable("partial") }
    for column in relation.columns where found.columns.contains(column.name) && column.isNullable {
      throw refused(
        "index \"\(index)\" cannot be used as replica identity because column "
          + "\"\(column.name)\" is nullable")
    }
  }

  /// SET COMPRESSION. Source: `GetAttributeCompression()`.
  func setCompression(
    _ command: PgQuery__AlterTableCmd, of table: Int
  ) throws(ReadFailure) {
    guard isSession, let method = Self.value(command.def) else { return }
    try requireNoSystemColumn(text(command.name), of: table)
    let index = try column(text(command.name), of: table)
    try requireCompression(method, of: state.catalog.tables[table].columns[index].type)
  }

  func requireCompression(_ method: String, of type: TypeName) throws(ReadFailure) {
    guard isSession, !method.isEmpty, method != "default" else { return }
    guard try isToastable(type) else {
      throw .refused(
        .featureNotSupported,
        "column data type \(state.typeText(type)) does not support compression")
    }
    guard ["pglz", "lz4"].contains(method) else {
      throw .refused(SQLState(rawValue: "22023"), "invalid compression method \"\(method)\"")
    }
  }

  /// SET STORAGE. Source: `GetAttributeStorage()`.
  mutating func setStorage(
    _ command: PgQuery__AlterTableCmd, of table: Int, recurses: Bool
  ) throws(ReadFailure) {
    guard isSession, let written = Self.value(command.def) else { return }
    let kind = written.lowercased()
    let known = ["plain", "external", "extended", "main"]
    let isKnown = known.contains(kind) || kind == "default" && state.postgresVersion >= .v16
    let invalid = ReadFailure.refused(
      SQLState(rawValue: "22023"), "invalid storage type \"\(written)\"")
    // Before 16 the word is looked at first.
    guard isKnown || state.postgresVersion >= .v16 else { throw invalid }
    try requireNoSystemColumn(text(command.name), of: table)
    let index = try column(text(command.name), of: table)
    guard isKnown else { throw invalid }
    let type = state.catalog.tables[table].columns[index].type
    if !["plain", "default"].contains(kind) {
      guard try isToastable(type) else {
        throw .refused(
          .featureNotSupported,
          "column data type \(state.typeText(type)) can only have storage PLAIN")
      }
    }
    let column = state.catalog.tables[table].columns[index].name
    let relation = state.catalog.tables[table].name
    for name in [relation] + (recurses ? state.descendants(of: relation) : []) {
      state.change(name) { table in
        for place in table.columns.indices where table.columns[place].name == column {
          table.columns[place].storage = kind == "default" ? nil : kind.uppercased()
        }
      }
    }
  }

  /// How a column is stored. Source: `pg_attribute.attstorage`.
  func storage(of column: Catalog.Column) throws(ReadFailure) -> String {
    if let storage = column.storage { return storage }
    guard try isToastable(column.type) else { return "PLAIN" }
    let isShort = ["numeric", "inet", "cidr"].contains(state.base(of: column.type)?.name)
    return isShort && state.base(of: column.type)?.isArray == false ? "MAIN" : "EXTENDED"
  }

  /// Source: `MergeInheritedAttribute()` in `src/backend/commands/tablecmds.c`.
  func requireSameStorage(
    _ column: Catalog.Column, as old: Catalog.Column, _ kind: String
  ) throws(ReadFailure) {
    guard isSession, column.storage != old.storage else { return }
    let (before, after) = (try storage(of: old), try storage(of: column))
    guard before != after else { return }
    throw .refused(
      PostgresError(
        .datatypeMismatch, "\(kind) \"\(column.name)\" has a storage parameter conflict",
        detail: "\(before) versus \(after)"), location: nil)
  }

  /// Source: `pg_type.typstorage`.
  private func isToastable(_ type: TypeName) throws(ReadFailure) -> Bool {
    if type.isArray { return true }
    guard let base = state.base(of: type) else {
      throw .unsupported("how type `\(type)` is stored")
    }
    if base.isArray { return true }
    if Self.plainTypes.contains(base.name) || base.name.hasPrefix("reg") { return false }
    guard let name = state.customType(ofText: base.name),
      let custom = state.catalog.types.first(where: { $0.name == name })
    else { return true }
    switch custom.kind {
    case .enumeration: return false
    case .composite: return true
    case .domain, .other: throw .unsupported("how type `\(type)` is stored")
    }
  }

  private static let plainTypes: Set = [
    "boolean", "\"char\"", "name", "bigint", "smallint", "integer", "int2vector", "oidvector",
    "oid", "tid", "xid", "cid", "xid8", "point", "lseg", "box", "line", "real", "double precision",
    "circle", "money", "macaddr", "macaddr8", "date", "time without time zone",
    "timestamp without time zone", "timestamp with time zone", "interval", "time with time zone",
    "uuid", "tsquery", "pg_lsn",
  ]
}
