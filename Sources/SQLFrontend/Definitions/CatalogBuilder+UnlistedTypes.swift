import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

/// A type that has no place among those of the catalog.
enum UnlistedType {
  /// Of a relation's rows.
  case row(QualifiedName)
  /// PostgreSQL's own, as messages spell it.
  case builtin(String)
}

extension CatalogBuilder {
  /// What a name means that stands for no type of the catalog; nil: nothing of that kind.
  func unlistedType(_ names: [String]) -> UnlistedType? {
    guard isSession, let last = names.last, (try? type(names)) == nil else { return nil }
    let schema = names.count > 1 ? names[names.count - 2] : nil
    if let found = state.find(SQLRelationName(schema: schema, last)), state.hasRow(found) {
      return .row(found)
    }
    guard schema ?? "pg_catalog" == "pg_catalog" else { return nil }
    if let type = DataType(TypeName(last)) { return .builtin("\(type)") }
    return BuiltinTypes.names.contains(last) ? .builtin(last) : nil
  }

  static func notADomain(_ name: String) -> ReadFailure {
    .refused(SQLState(rawValue: "42809"), "\"\(name)\" is not a domain")
  }

  func requireOwner(of type: UnlistedType) throws(ReadFailure) {
    switch type {
    case .row(let relation):
      try require(
        .ownership(
          what: "type \(state.visible(relation))", owner: state.owner(of: relation)))
    case .builtin(let name): try require(.ownership(what: "type \(name)", owner: systemOwner))
    }
  }

  /// What is altered as a table only. Source: `AlterTypeOwner()` in `src/backend/commands/typecmds.c`.
  func requireNoRowType(_ names: [String], asOwner: Bool = false) throws(ReadFailure) {
    guard case .row(let relation)? = unlistedType(names) else { return }
    if names.count > 1 { try state.requireUsage(relationName(names)) }
    if asOwner { try requireOwner(of: .row(relation)) }
    throw .refused(
      SQLState(rawValue: "42809"), "\(state.visible(relation)) is a table's row type",
      hint: "Use ALTER TABLE instead.")
  }

  func requireDroppable(systemSchema name: String) throws(ReadFailure) {
    try require(.ownership(what: "schema \(name)", owner: systemOwner))
    guard name == "pg_catalog" else { throw .unsupported("DROP SCHEMA \(name)") }
    throw .refused(
      SQLState(rawValue: "2BP01"),
      "cannot drop schema \(name) because it is required by the database system")
  }

  /// DROP TYPE: a relation keeps the type of its rows, and the server its own.
  ///
  /// Source: `findDependentObjects()` in `src/backend/catalog/dependency.c`.
  func requireDroppable(_ type: UnlistedType) throws(ReadFailure) {
    let state2BP01 = SQLState(rawValue: "2BP01")
    switch type {
    case .row(let relation):
      try require(
        .ownership(
          what: "type \(state.visible(relation))", owner: state.owner(of: relation),
          schema: relation.schema))
      let holder = state.description(of: .relation(relation))
      throw .refused(
        state2BP01,
        "cannot drop type \(state.visible(relation)) because \(holder) requires it",
        hint: "You can drop \(holder) instead.")
    case .builtin(let name):
      try requireOwner(of: type)
      throw .refused(
        state2BP01,
        "cannot drop type \(name) because it is required by the database system")
    }
  }
}
