import AccessModel
import CPgQuery
import RowSecurity
import SQLBinding

/// Where new objects go, and who may make them.
extension CatalogBuilder {
  /// The name of a new relation, in a schema that the current role may create in.
  /// Source: `RangeVarGetAndCheckCreationNamespace()` in `src/backend/catalog/namespace.c`.
  mutating func newRelation(
    _ range: UnsafeMutablePointer<PgQuery__RangeVar>
  ) throws(ReadFailure) -> QualifiedName {
    let written = try reader.relation(range)
    let isTemporary = text(range.pointee.relpersistence) == "t"
    if isTemporary, written.schema != nil, written.schema != DatabaseState.temporarySchema {
      if isSession { _ = try creationSchema(written.schema, ofRelation: true) }
      throw Self.temporaryElsewhere
    }
    if isTemporary || written.schema == DatabaseState.temporarySchema {
      if isRestricted {
        throw .refused(
          .insufficientPrivilege,
          "cannot create temporary table within security-restricted operation")
      }
      let schema = try temporarySchema()
      guard text(range.pointee.relpersistence) != "u" else {
        throw .refused(
          SQLState(rawValue: "42P16"),
          "only temporary relations may be created in temporary schemas")
      }
      return QualifiedName(schema, written.name)
    }
    return QualifiedName(try creationSchema(written.schema, ofRelation: true), written.name)
  }

  static var temporaryElsewhere: ReadFailure {
    .refused(
      SQLState(rawValue: "42P16"), "cannot create temporary relation in non-temporary schema")
  }

  func isTemporary(_ name: QualifiedName) -> Bool { name.schema == DatabaseState.temporarySchema }

  /// The schema of temporary objects, made when the first of them is.
  mutating func temporarySchema() throws(ReadFailure) -> String {
    guard isSession else { throw .unsupported("a temporary table") }
    let name = DatabaseState.temporarySchema
    do throws(ReadFailure) {
      try require(.temporary)
    } catch {
      guard state.hasTemporarySchema else { throw error }
      throw .refused(
        .insufficientPrivilege,
        "permission denied for schema \(DatabaseState.numberedTemporarySchema)")
    }
    if !state.hasTemporarySchema {
      // Everyone may do with it what they like: nobody else sees it.
      state.catalog.schemas.append(
        Catalog.Schema(
          name, owner: "postgres",
          acl: .builtIn(
            owner: "postgres", all: Privilege.allOnSchema, everyone: Privilege.allOnSchema)))
    }
    return name
  }

  /// The schema of a new object that is not temporary.
  func creationSchema(
    _ written: String?, ofRelation isRelation: Bool = false
  ) throws(ReadFailure) -> String {
    if isSession, let schema = written ?? state.firstSchema,
      Catalog.systemSchemas.contains(schema)
    {
      try require(.create(schema: schema))
      guard isRelation, schema == "pg_catalog" else {
        throw .unsupported("an object in schema `\(schema)`, which is not modelled")
      }
      return schema
    }
    if isSession, written == DatabaseState.temporarySchema, !state.hasTemporarySchema {
      throw .unsupported("an object of this kind in the temporary schema")
    }
    let schema = try state.schemaForCreation(written)
    try require(.create(schema: schema))
    return schema
  }

  /// Whether a name is taken and the statement says IF NOT EXISTS, which is told.
  mutating func skips(_ name: QualifiedName, if isSkipping: Bool) -> Bool {
    guard isSkipping,
      state.slot(name) != nil || state.compositeType(name) != nil || state.isSystemRelation(name)
    else { return false }
    notice("relation \"\(name.name)\" already exists, skipping", sqlState: "42P07")
    return true
  }

  /// Refuses anyone but the owner. `table t`, by what the relation is.
  func requireOwner(of name: QualifiedName) throws(ReadFailure) {
    try require(
      .ownership(what: "\(state.kindWord(name)) \(name.name)", owner: state.owner(of: name)))
  }

  /// Whether what a query defines may have a name; if not, the refusal waits for what is wrong with
  /// the query.
  mutating func isFree(_ name: QualifiedName, for query: SQLQuery) throws(ReadFailure) -> Bool {
    do throws(ReadFailure) {
      try requireFreeName(name)
      return true
    } catch {
      guard isSession, case .refused(let refusal, _) = error else { throw error }
      note(.refused(refusal, query: query, as: state.currentRole, runs: false))
      return false
    }
  }

  /// Refuses a name that a relation or type of the schema has, and what nobody makes.
  func requireFreeRelation(_ name: QualifiedName) throws(ReadFailure) {
    try requireFreeName(name)
    if let refusal = systemRefusal(of: name) { throw .refused(refusal, location: nil) }
  }

  /// No relation is made beside PostgreSQL's own, whoever asks for it.
  ///
  /// Source: `heap_create()` in `src/backend/catalog/heap.c`.
  func systemRefusal(of name: QualifiedName) -> PostgresError? {
    guard isSession, name.schema == "pg_catalog" else { return nil }
    return PostgresError(
      .insufficientPrivilege, "permission denied to create \"pg_catalog.\(name.name)\"",
      detail: "System catalog modifications are currently disallowed.")
  }

  func requireFreeName(_ name: QualifiedName) throws(ReadFailure) {
    try requireFree(name)
    guard !state.hasType(name), !isSystemType(name) else {
      throw .refused(
        PostgresError(
          SQLState(rawValue: "42710"), "type \"\(name.name)\" already exists",
          hint: "A relation has an associated type of the same name, so you must use a name that "
            + "doesn't conflict with any existing type."), location: nil)
    }
  }

  private func isSystemType(_ name: QualifiedName) -> Bool {
    name.schema == "pg_catalog" && TypeNames.contains(name.name, in: state.postgresVersion)
  }
}
