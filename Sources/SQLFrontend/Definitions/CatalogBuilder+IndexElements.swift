import AccessModel
import CPgQuery
import SQLBinding

/// Collations, operator classes and orders of what an index is made of.
extension CatalogBuilder {
  /// Source: `ComputeIndexAttrs()` in `src/backend/commands/indexcmds.c`.
  func requireIndexable(
    _ element: PgQuery__IndexElem, _ part: SQLExpression, _ method: String,
    of relation: QualifiedName
  ) throws(ReadFailure) {
    guard isSession || element.n_opclass == 0 else { return }
    let type = indexedType(part, of: relation)
    if isSession { try requireCollation(of: element, on: type) }
    try requireOperatorClass(of: element, method, on: type)
    guard isSession, method != "btree" else { return }
    try requireNoOrder(element) { "access method \"\(method)\" does not support \($0) options" }
  }

  /// What is only included has nothing of that.
  func requirePlain(_ element: PgQuery__IndexElem) throws(ReadFailure) {
    guard isSession else { return }
    func refuse(_ what: String) -> ReadFailure {
      .refused(.invalidObjectDefinition, "including column does not support \(what)")
    }
    if element.n_collation > 0 { throw refuse("a collation") }
    if element.n_opclass > 0 { throw refuse("an operator class") }
    try requireNoOrder(element, .invalidObjectDefinition) {
      "including column does not support \($0) options"
    }
  }

  private func requireNoOrder(
    _ element: PgQuery__IndexElem, _ code: SQLState = .featureNotSupported,
    message: (String) -> String
  ) throws(ReadFailure) {
    if element.ordering != PG_QUERY__SORT_BY_DIR__SORTBY_DEFAULT {
      throw .refused(code, message("ASC/DESC"))
    }
    if element.nulls_ordering != PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_DEFAULT {
      throw .refused(code, message("NULLS FIRST/LAST"))
    }
  }

  /// Nil: not known.
  func indexedType(_ part: SQLExpression, of relation: QualifiedName) -> TypeName? {
    if case .column(_, let name) = part {
      return state.columns(of: relation)?.first { $0.name == name }?.type
        ?? SystemColumns.types[name].map { TypeName($0) }
    }
    if case .literal(let value) = part, value == .null || part.isString {
      return TypeName("unknown")
    }
    let type = ViewTyper(state).type(of: part, over: relation)
    return type?.name == "unknown" ? nil : type
  }

  private func requireCollation(
    of element: PgQuery__IndexElem, on type: TypeName?
  ) throws(ReadFailure) {
    let names = strings(list(element.n_collation, element.collation))
    guard !names.isEmpty else { return }
    if names.count > 1 { try state.requireSchema(relationName(names)) }
    try state.requireCollation(names.joined(separator: "."))
    guard let type, let isCollatable = type.name == "unknown" ? false : isCollatable(type) else {
      throw .unsupported("a collation of a type that is not known")
    }
    guard !isCollatable else { return }
    // From 17 on names are shown as without a search path here.
    // Source: `RestrictSearchPath()` in `src/backend/utils/misc/guc.c`.
    var shown = state
    if state.postgresVersion >= .v17 { shown.searchPath = [] }
    throw .refused(
      .datatypeMismatch, "collations are not supported by type \(shown.typeText(type))")
  }

  /// Source: `ResolveOpClass()`.
  private func requireOperatorClass(
    of element: PgQuery__IndexElem, _ method: String, on type: TypeName?
  ) throws(ReadFailure) {
    let names = strings(list(element.n_opclass, element.opclass))
    let types = type.flatMap(operandTypes)
    guard let name = names.last else {
      // Of extensions' types there is nothing in the list, but they may bring their own.
      guard let type, let types, !mayHaveOtherClasses || ["btree", "hash"].contains(method),
        !IndexMethods.hasDefault(method, for: types)
      else { return }
      throw Self.noDefaultClass(state.typeText(type), method)
    }
    guard !mayHaveOtherClasses else { return }
    if names.count > 1, names[0] != "pg_catalog" { try state.requireSchema(relationName(names)) }
    let written = names.joined(separator: ".")
    guard names.count == 1 || names[0] == "pg_catalog",
      IndexMethods.operatorClasses[method]?.contains(name) == true
    else {
      throw Self.noOperatorClass(written, method)
    }
    guard let type, let types else {
      throw .unsupported("an operator class for a type that is not known")
    }
    guard types.contains(IndexMethods.input(of: name)) else {
      throw .refused(
        .datatypeMismatch,
        "operator class \"\(written)\" does not accept data type \(state.typeText(type))")
    }
    if element.n_opclassopts > 0 { throw .unsupported("parameters of an operator class") }
  }

  static func noDefaultClass(_ type: String, _ method: String) -> ReadFailure {
    .refused(
      .undefinedObject,
      "data type \(type) has no default operator class for access method \"\(method)\"",
      hint: "You must specify an operator class for the index or define a default operator "
        + "class for the data type.")
  }

  /// What operators may be made for that take values of a type as they are; nil: not known.
  ///
  /// Source: `IsBinaryCoercible()` in `src/backend/parser/parse_coerce.c`.
  private func operandTypes(_ type: TypeName) -> Set<String>? {
    guard let base = state.base(of: type) else { return nil }
    if base.isArray { return ["anyarray"] }
    if let name = state.customType(ofText: base.name) {
      switch state.catalog.types.first(where: { $0.name == name })?.kind {
      case .enumeration: return ["anyenum"]
      case .composite: return ["record"]
      case .domain, .other, nil: return nil
      }
    }
    if state.relationOfRowType(base) != nil { return ["record"] }
    guard BuiltinTypes.names.contains(base.name) else { return nil }
    var result: Set = [base.name]
    switch base.name {
    case "text": result.insert("character")
    case "character varying": result.formUnion(["text", "character"])
    case "cidr": result.insert("inet")
    case "bit": result.insert("bit varying")
    case "bit varying": result.insert("bit")
    case "integer": result.insert("oid")
    case "int2vector", "oidvector": result.insert("anyarray")
    case let name where name.hasPrefix("reg"): result.insert("oid")
    case let name where name.hasSuffix("multirange"): result.insert("anymultirange")
    case let name where name.hasSuffix("range"): result.insert("anyrange")
    default: break
    }
    return result
  }
}
