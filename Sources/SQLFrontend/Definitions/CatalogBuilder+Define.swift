import AccessModel
import CPgQuery
import RowSecurity

/// What CREATE OPERATOR, CREATE AGGREGATE and their kin have in common: one node of PostgreSQL's.
extension CatalogBuilder {
  /// Nil: nothing that the model keeps.
  mutating func define(_ statement: PgQuery__DefineStmt) throws(ReadFailure) -> Effect? {
    switch statement.kind {
    case PG_QUERY__OBJECT_TYPE__OBJECT_OPERATOR: try createOperator(statement)
    case PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE: try createAggregate(statement)
    default: nil
    }
  }

  /// The name of what is made, in a schema that may be made in.
  mutating func definedName(
    _ statement: PgQuery__DefineStmt
  ) throws(ReadFailure) -> QualifiedName {
    let names = strings(list(statement.n_defnames, statement.defnames))
    guard let name = names.last, names.count <= 2 else {
      throw .unsupported("a name of \(names.count) parts")
    }
    return QualifiedName(try creationSchema(names.count > 1 ? names[0] : nil), name)
  }

  /// The place of the function that a definition names, of just these types.
  func calledFunction(_ name: [String], _ types: [TypeName]) -> Int? {
    let path = name.count > 1 ? [name[0]] : state.functionPath
    return path.lazy.compactMap { schema in
      self.state.catalog.functions.firstIndex {
        $0.name == QualifiedName(schema, name.last ?? "")
          && Self.same($0.arguments.map(\.type), types)
      }
    }.first
  }
}
