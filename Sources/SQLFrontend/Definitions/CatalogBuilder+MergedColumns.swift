import AccessModel
import CPgQuery

/// Where the values of a column come from, as its definition says.
struct ColumnSource {
  enum Generation { case stored, virtual }

  var hasDefault: Bool
  var generation: Generation?
  var isIdentity: Bool
}

extension ColumnSource {
  init(_ column: Catalog.Column) {
    hasDefault = column.defaultValue != nil
    generation = column.generated == nil ? nil : column.isVirtual ? .virtual : .stored
    isIdentity = column.identity != nil
  }
}

/// Columns that a table and its parents have, or several parents.
///
/// Source: `MergeAttributes()`, of 18 `MergeChildAttribute()`, in `src/backend/commands/tablecmds.c`.
extension CatalogBuilder {
  private static let invalidColumn = SQLState(rawValue: "42611")

  /// A column of the table's own that a parent has too.
  mutating func merge(
    _ column: Catalog.Column, into index: Int, of table: Int, _ source: ColumnSource
  ) throws(ReadFailure) {
    let old = state.catalog.tables[table].columns[index]
    if state.catalog.tables[table].partitionBound == nil {
      // Columns of its own come in the order in which they are written.
      let position = state.catalog.tables[table].columns.count { !$0.isInherited }
      if position == index {
        notice("merging column \"\(column.name)\" with inherited definition")
      } else {
        notice(
          "moving and merging column \"\(column.name)\" with inherited definition",
          detail: "User-specified column moved to the position of the inherited column.")
      }
    }
    try requireSameType(column, as: old, "column")
    // Only LIKE says how a new column is stored.
    if column.storage != nil { try requireSameStorage(column, as: old, "column") }
    try requireSource(source, fits: old)
    var merged = column
    merged.isNullable = column.isNullable && old.isNullable
    merged.defaultValue = column.defaultValue ?? old.defaultValue
    merged.generated = column.generated ?? old.generated
    merged.storage = column.storage ?? old.storage
    merged.isVirtual = column.isVirtual || old.isVirtual
    state.catalog.tables[table].columns[index] = merged
  }

  func requireSameType(
    _ column: Catalog.Column, as old: Catalog.Column, _ kind: String
  ) throws(ReadFailure) {
    guard old.type == column.type else {
      throw .refused(
        PostgresError(
          .datatypeMismatch, "\(kind) \"\(column.name)\" has a type conflict",
          detail:
            "\(state.modifiedTypeText(old.type)) versus \(state.modifiedTypeText(column.type))"),
        location: nil)
    }
    let (own, other) = (old.collation ?? "default", column.collation ?? "default")
    guard own != other else { return }
    throw .refused(
      PostgresError(
        SQLState(rawValue: "42P21"), "\(kind) \"\(column.name)\" has a collation conflict",
        detail: "\"\(own)\" versus \"\(other)\""), location: nil)
  }

  /// A child's column is computed as its parent's is. Before 16 it may be where the parent's is not.
  func requireSource(
    _ source: ColumnSource, fits parent: Catalog.Column
  ) throws(ReadFailure) {
    func conflict(_ what: String) -> ReadFailure {
      .refused(
        Self.invalidColumn,
        "column \"\(parent.name)\" inherits from generated column \(what)")
    }
    let specifies = "child column \"\(parent.name)\" specifies generation expression"
    let isOlder = state.postgresVersion < .v16
    guard let generation = ColumnSource(parent).generation else {
      guard source.generation == nil || isOlder else {
        throw .refused(
          Self.invalidColumn, specifies,
          hint: "A child table column cannot be generated unless its parent column is.")
      }
      return
    }
    if isOlder, source.generation != nil {
      throw .refused(
        Self.invalidColumn, specifies,
        hint: "Omit the generation expression in the definition of the child table column to "
          + "inherit the generation expression from the parent table.")
    }
    if source.hasDefault, source.generation == nil { throw conflict("but specifies default") }
    if source.isIdentity { throw conflict("but specifies identity") }
    guard let own = source.generation, own != generation else { return }
    let (outer, inner) = generation == .stored ? ("STORED", "VIRTUAL") : ("VIRTUAL", "STORED")
    throw .refused(
      PostgresError(
        Self.invalidColumn,
        "column \"\(parent.name)\" inherits from generated column of different kind",
        detail: "Parent column is \(outer), child column is \(inner)."), location: nil)
  }

  /// Where parents say different things the table itself must say what holds.
  func requireOneDefault(
    of conflicts: Set<String>, _ table: Int, _ elements: [Node]
  ) throws(ReadFailure) {
    let own = elements.filter { $0.kind == PG_QUERY__NODE__NODE_COLUMN_DEF }
      .compactMap { $0.pointee.column_def?.pointee }
      .filter { Self.hasDefault($0) || Self.generation(of: $0) != nil }.map { text($0.colname) }
    for column in state.catalog.tables[table].columns
    where conflicts.contains(column.name) && !own.contains(column.name) {
      let values = [column.defaultValue, column.generated].compactMap { $0 }
      guard !values.contains(where: \.hasCast) else {
        throw .unsupported("defaults of several parents that may differ by casts")
      }
      let isGenerated = column.generated != nil
      let hint =
        "To resolve the conflict, specify a \(isGenerated ? "generation expression" : "default") "
        + "explicitly."
      throw .refused(
        Self.invalidColumn,
        "column \"\(column.name)\" inherits conflicting "
          + (isGenerated ? "generation expressions" : "default values"),
        hint: isGenerated && state.postgresVersion < .v16 ? nil : hint)
    }
  }

  static func hasDefault(_ column: PgQuery__ColumnDef) -> Bool {
    let isSerial = column.type_name.map { type in
      strings(list(type.pointee.n_names, type.pointee.names)).last.map { serialTypes[$0] != nil }
        ?? false
    }
    return isSerial == true
      || list(column.n_constraints, column.constraints).contains {
        $0.kind == PG_QUERY__NODE__NODE_CONSTRAINT
          && $0.pointee.constraint.pointee.contype == PG_QUERY__CONSTR_TYPE__CONSTR_DEFAULT
      }
  }
}
