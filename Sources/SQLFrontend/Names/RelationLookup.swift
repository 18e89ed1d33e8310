import AccessModel
import RowSecurity
import SQLBinding

extension DatabaseState {
  /// A name as it is written in a statement, for messages.
  static func written(_ name: SQLRelationName) -> String {
    name.schema.map { "\($0).\(name.name)" } ?? name.name
  }

  /// The relation that a name means, by the search path; nil if there is none.
  func find(_ name: SQLRelationName, in path: [String]? = nil) -> QualifiedName? {
    for schema in name.schema.map({ [$0] }) ?? withTemporary(path ?? searchPath) {
      let candidate = QualifiedName(schema, name.name)
      if slot(candidate) != nil { return candidate }
    }
    return nil
  }

  /// Temporary objects come first, unless the path says where.
  private func withTemporary(_ path: [String]) -> [String] {
    let isThere = catalog.schemas.last?.name == Self.temporarySchema || hasTemporarySchema
    return isThere && !path.contains(Self.temporarySchema) ? [Self.temporarySchema] + path : path
  }

  /// As `find`, or 42P01; unsupported where the schema's contents are not known.
  ///
  /// `isInQuery`: where a query names it, a missing schema is no error of its own.
  /// Source: `parserOpenTable()` in `src/backend/parser/parse_relation.c`.
  func relation(
    _ name: SQLRelationName, isInQuery: Bool = false
  ) throws(ReadFailure) -> QualifiedName {
    try requireUsage(name)
    if let found = find(name) { return found }
    try requireKnown(name)
    if !isInQuery { try requireSchema(name) }
    throw .refused(.undefinedTable, "relation \"\(Self.written(name))\" does not exist")
  }

  /// USAGE on a schema that is written. RULES 17. Source: `LookupExplicitNamespace()`.
  func requireUsage(_ name: SQLRelationName) throws(ReadFailure) {
    guard checksRights, let schema = name.schema, catalog.schema(schema) != nil, !isSuperuser
    else { return }
    do throws(PostgresError) {
      try DefinitionAuthority(catalog, as: currentRole, version: postgresVersion)
        .require(.usage(schema: schema))
    } catch {
      throw .refused(error, location: nil)
    }
  }

  /// Throws where a name may stand for something that is not modelled, or its schema is not there.
  func requireKnown(_ name: SQLRelationName) throws(ReadFailure) {
    if catalog.hasIdentitySequence(named: name.name) || identitySequenceNames.contains(name.name) {
      throw .unsupported("`\(name.name)`, the sequence of an identity column")
    }
    if let schema = name.schema {
      if opaqueSchemas.contains(schema) {
        throw .unsupported("`\(Self.written(name))`, which is not modelled")
      }
    } else if name.name.hasPrefix("pg_") {
      throw .unsupported("`\(name.name)`, which is not modelled")
    }
  }

  /// Where a new object goes that names no schema.
  var firstSchema: String? {
    searchPath.first { catalog.schema($0) != nil || Catalog.systemSchemas.contains($0) }
  }

  /// Whether PostgreSQL has a relation of its own that is called so.
  func isSystemRelation(_ name: QualifiedName) -> Bool {
    SystemRelation.kind(of: name, in: postgresVersion) != nil
  }

  /// The schema of a new object.
  func schemaForCreation(_ schema: String?) throws(ReadFailure) -> String {
    if let schema {
      guard catalog.schema(schema) != nil else {
        if opaqueSchemas.contains(schema) {
          throw .unsupported("an object in schema `\(schema)`, which is not modelled")
        }
        throw .refused(SQLState(rawValue: "3F000"), "schema \"\(schema)\" does not exist")
      }
      return schema
    }
    guard let found = searchPath.first(where: { catalog.schema($0) != nil }) else {
      throw .refused(
        SQLState(rawValue: "3F000"), "no schema has been selected to create in")
    }
    return found
  }

  /// Columns of a relation, with their types; nil where they are not known.
  func columns(of name: QualifiedName) -> [(name: String, type: TypeName)]? {
    switch slot(name) {
    case .table(let index): catalog.tables[index].columns.map { ($0.name, $0.type) }
    case .view(let index): catalog.views[index].columns.map { ($0.name, $0.type) }
    // Source: `SEQ_COL_LASTVAL` and its kin in `src/include/commands/sequence.h`.
    case .sequence:
      [("last_value", .bigint), ("log_cnt", .bigint), ("is_called", .boolean)]
    default: nil
    }
  }

  /// A role, or 42704.
  func requireRole(_ name: String) throws(ReadFailure) {
    // A catalog need not hold the predefined roles of its version.
    guard
      catalog.role(name) != nil || PredefinedRole.names(in: postgresVersion).contains(name)
    else {
      throw .refused(.undefinedObject, "role \"\(name)\" does not exist")
    }
  }

  /// The type with its schema, if it is one of the database's own, or a relation's row.
  func resolved(_ type: TypeName) -> TypeName {
    let parts = SearchPath.dotted(type.name)
    guard parts.count == 1 else { return type }
    let isBuiltin = BuiltinTypes.names.contains(type.name) || DataType(type) != nil
    for schema in withTemporary(searchPath) {
      let name = QualifiedName(schema, parts[0])
      if catalog.types.contains(where: { $0.name == name }) || !isBuiltin && hasRow(name) {
        var result = type
        result.name = SyntaxReader.dotted(schema, parts[0])
        return result
      }
    }
    return type
  }

  /// Whether it is a relation whose rows have a type of its name.
  func hasRow(_ name: QualifiedName) -> Bool {
    switch slot(name) {
    case .table, .view, .opaque: true
    default: false
    }
  }
}
