import AccessModel
import CPgQuery

/// Tables whose rows go with a session, or with a crash.
extension CatalogBuilder {
  private enum Persistence: String {
    case permanent, unlogged, temporary
  }

  private func persistence(of table: Catalog.Table) -> Persistence {
    table.isTemporary
      ? .temporary : state.unloggedTables.contains(table.name) ? .unlogged : .permanent
  }

  /// Says that a table is made UNLOGGED.
  mutating func notePersistence(
    _ range: UnsafeMutablePointer<PgQuery__RangeVar>, of table: QualifiedName
  ) {
    if text(range.pointee.relpersistence) == "u" { state.unloggedTables.insert(table) }
  }

  /// What a foreign key refers to must be there as long as its own table.
  ///
  /// Source: `ATAddForeignKeyConstraint()` in `src/backend/commands/tablecmds.c`.
  func referencedTable(
    _ range: UnsafeMutablePointer<PgQuery__RangeVar>, by table: Int
  ) throws(ReadFailure) -> Catalog.Table {
    let written = try reader.relation(range)
    let found = try state.relation(written)
    let isView = if case .view? = state.slot(found) { true } else { false }
    if isView || isForeign(found), isSession {
      throw .refused(
        SQLState(rawValue: "42809"), "referenced relation \"\(written.name)\" is not a table")
    }
    let target = state.catalog.tables[try self.table(written)]
    let own = persistence(of: state.catalog.tables[table])
    let others: [Persistence] =
      switch own {
      case .permanent, .temporary: [own]
      case .unlogged: [.permanent, .unlogged]
      }
    guard others.contains(persistence(of: target)) else {
      throw .refused(
        SQLState(rawValue: "42P16"),
        "constraints on \(own) tables may reference only "
          + "\(others.map(\.rawValue).joined(separator: " or ")) tables")
    }
    return target
  }

  /// SET LOGGED and SET UNLOGGED. Source: `ATPrepChangePersistence()`.
  mutating func setLogged(_ isLogged: Bool, _ table: Int) throws(ReadFailure) {
    guard isSession else { return }
    let model = state.catalog.tables[table]
    let name = model.name.name
    let invalid = SQLState(rawValue: "42P16")
    let old = persistence(of: model)
    guard old != .temporary else {
      throw .refused(
        invalid, "cannot change logged status of table \"\(name)\" because it is temporary")
    }
    guard (old == .permanent) != isLogged else { return }
    if !isLogged, state.publications.contains(where: { $0.value.contains(model.name) }) {
      throw .refused(
        PostgresError(
          .notInPrerequisiteState,
          "cannot change table \"\(name)\" to unlogged because it is part of a publication",
          detail: "Unlogged relations cannot be replicated."), location: nil)
    }
    let others =
      isLogged
      ? model.foreignKeys.compactMap { state.catalog.table($0.references) }
      : state.catalog.tables.filter { other in
        other.foreignKeys.contains { $0.references == model.name }
      }
    let conflict = others.first {
      $0.name != model.name && (persistence(of: $0) == .permanent) != isLogged
    }
    if let conflict {
      let (new, other) = isLogged ? ("logged", "unlogged") : ("unlogged", "logged")
      throw .refused(
        invalid,
        "could not change table \"\(name)\" to \(new) because it references \(other) table "
          + "\"\(conflict.name.name)\"")
    }
    if isLogged {
      state.unloggedTables.remove(model.name)
    } else {
      state.unloggedTables.insert(model.name)
    }
  }
}
