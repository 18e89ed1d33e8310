import AccessModel
import CPgQuery
import RowSecurity

/// CREATE TABLE … OF, and what it forbids.
extension CatalogBuilder {
  private static let wrongKind = SQLState(rawValue: "42809")

  /// The composite type whose fields are the table's columns; nil: the table has its own.
  ///
  /// Source: `transformOfType()` in `src/backend/parser/parse_utilcmd.c`, `check_of_type()` and
  /// `DefineRelation()` in `src/backend/commands/tablecmds.c`.
  func typeOfRows(_ statement: PgQuery__CreateStmt) throws(ReadFailure) -> QualifiedName? {
    guard let node = statement.of_typename else { return nil }
    let options = list(statement.n_table_elts, statement.table_elts).filter {
      $0.kind == PG_QUERY__NODE__NODE_COLUMN_DEF
    }
    guard isSession, statement.partbound == nil, statement.partspec == nil,
      options.allSatisfy(Self.isPlain)
    else { throw .unsupported("a typed table") }
    let written = state.resolved(try reader.typeName(node))
    guard let name = state.customType(ofText: written.name),
      let type = state.catalog.types.first(where: { $0.name == name })
    else {
      if !state.isBuiltin(written), state.relationOfRowType(written) == nil {
        try requireType(written)
      }
      guard state.postgresVersion >= .v18, state.relationOfRowType(written) != nil else {
        throw notComposite(written)
      }
      throw .refused(
        PostgresError(
          Self.wrongKind, "type \(state.typeText(written)) is the row type of another table",
          detail: "A typed table must use a stand-alone composite type created with CREATE TYPE."),
        location: nil)
    }
    guard case .composite = type.kind, !written.isArray else { throw notComposite(written) }
    try requireType(written)
    var known: Set<String> = []
    for option in options {
      let column = text(option.pointee.column_def.pointee.colname)
      guard known.insert(column).inserted else {
        throw .refused(
          SQLState(rawValue: "42701"), "column \"\(column)\" specified more than once")
      }
    }
    return name
  }

  /// Says nothing of values that are computed.
  private static func isPlain(_ column: Node) -> Bool {
    let definition = column.pointee.column_def.pointee
    return list(definition.n_constraints, definition.constraints).allSatisfy {
      guard $0.kind == PG_QUERY__NODE__NODE_CONSTRAINT else { return true }
      let kind = $0.pointee.constraint.pointee.contype
      return kind != PG_QUERY__CONSTR_TYPE__CONSTR_IDENTITY
        && kind != PG_QUERY__CONSTR_TYPE__CONSTR_GENERATED
    }
  }

  private func notComposite(_ type: TypeName) -> ReadFailure {
    .refused(Self.wrongKind, "type \(state.typeText(type)) is not a composite type")
  }

  /// The columns of a table of a type.
  func columns(ofType name: QualifiedName) -> [Catalog.Column] {
    guard let type = state.catalog.types.first(where: { $0.name == name }),
      case .composite(let fields) = type.kind
    else { return [] }
    return fields.map { Catalog.Column($0.name, $0.type, place: place) }
  }

  /// Refuses a change that only the type of the table can have: `add column to`, `drop column from`.
  func requireUntyped(_ table: QualifiedName, to change: String) throws(ReadFailure) {
    guard state.catalog.table(table)?.rowType != nil else { return }
    throw .refused(Self.wrongKind, "cannot \(change) typed table")
  }

  /// Refuses a change of the fields of a type that tables are of.
  ///
  /// Source: `find_typed_table_dependencies()` in `src/backend/commands/tablecmds.c`.
  func requireNoTables(of type: QualifiedName, isCascading: Bool) throws(ReadFailure) {
    guard state.catalog.tables.contains(where: { $0.rowType == type }) else { return }
    guard !isCascading else { throw .unsupported("a change of typed tables") }
    throw .refused(
      SQLState(rawValue: "2BP01"),
      "cannot alter type \"\(type.name)\" because it is the type of a typed table",
      hint: "Use ALTER ... CASCADE to alter the typed tables too.")
  }
}
