import AccessModel
import CPgQuery
import SQLBinding

/// Types and collations of columns.
extension CatalogBuilder {
  /// The type of a column, which must be there. `isPlaced`: errors tell where it stands.
  ///
  /// Source: `transformColumnType()` in `src/backend/parser/parse_utilcmd.c`.
  func columnType(
    _ node: UnsafeMutablePointer<PgQuery__TypeName>?, allowsSerial: Bool = true,
    isPlaced: Bool = false
  ) throws(ReadFailure) -> TypeName {
    let type = state.resolved(try reader.typeName(node))
    let place = isPlaced ? node?.pointee.location ?? -1 : -1
    if Self.serialTypes[type.name] != nil {
      guard !type.isArray else {
        throw .refused(.featureNotSupported, "array of serial is not implemented", at: place)
      }
      guard allowsSerial || !isSession else {
        throw .refused(.undefinedObject, "type \"\(type.name)\" does not exist", at: place)
      }
      return type
    }
    try requireType(type, at: place)
    let names = node.map { strings(list($0.pointee.n_names, $0.pointee.names)) } ?? []
    if let error = TypeModifiers.error(of: type, written: names.last ?? type.name) {
      throw .refused(error, location: place >= 0 ? Int(place) : nil)
    }
    if isSession, TypeModifiers.reducesPrecision(of: type) {
      throw .unsupported("the warnings about a precision that is reduced")
    }
    return type
  }

  static let serialTypes: [String: TypeName] = [
    "serial": .integer, "serial4": .integer, "bigserial": .bigint, "serial8": .bigint,
    "smallserial": .smallint, "serial2": .smallint,
  ]

  /// The collation of a column, which its type must have.
  func requireCollation(
    _ node: UnsafeMutablePointer<PgQuery__CollateClause>?, of type: TypeName, isPlaced: Bool
  ) throws(ReadFailure) {
    guard let clause = node?.pointee else { return }
    let names = strings(list(clause.n_collname, clause.collname))
    let place = isPlaced ? clause.location : -1
    if names.count > 1 {
      do throws(ReadFailure) {
        try state.requireSchema(relationName(names))
      } catch {
        guard case .refused(let answer, _) = error else { throw error }
        throw .refused(answer, location: place >= 0 ? Int(place) : nil)
      }
    }
    try state.requireCollation(names.joined(separator: "."))
    guard let isCollatable = isCollatable(type), !isCollatable else { return }
    throw .refused(
      .datatypeMismatch, "collations are not supported by type \(state.typeText(type))",
      at: place)
  }

  /// Nil: not known. Source: `pg_type.typcollation`.
  func isCollatable(_ type: TypeName) -> Bool? {
    if BuiltinTypes.names.contains(type.name) {
      return ["text", "character varying", "character", "name"].contains(type.name)
    }
    guard let name = state.customType(ofText: type.name),
      let custom = state.catalog.types.first(where: { $0.name == name })
    else { return nil }
    switch custom.kind {
    case .domain: return type.isArray ? nil : state.base(of: type).flatMap(isCollatable)
    case .enumeration, .composite: return false
    case .other: return nil
    }
  }

  /// Refuses columns of pseudo-types and of sets.
  ///
  /// Source: `BuildDescForRelation()` in `tablecmds.c`, `CheckAttributeType()` in `heap.c`.
  func requireStorable(
    _ type: TypeName, isSet: Bool, column: String
  ) throws(ReadFailure) {
    let invalid = SQLState(rawValue: "42P16")
    guard !isSet else {
      throw .refused(invalid, "column \"\(column)\" cannot be declared SETOF")
    }
    guard Self.pseudoTypes.contains(type.name) else { return }
    let hasArrays = type.name == "record" || type.name == "cstring"
    if type.isArray, !hasArrays {
      throw .refused(.undefinedObject, "type \"\(type.name)[]\" does not exist")
    }
    let shown = type.isArray && type.name == "record" ? "record[]" : type.name
    throw .refused(invalid, "column \"\(column)\" has pseudo-type \(shown)")
  }

  /// Refuses a type whose values would hold rows that hold them.
  ///
  /// `row`: the composite type or relation that a member is added to. Source: `CheckAttributeType()`.
  func requireNotWithin(_ type: TypeName, row: QualifiedName) throws(ReadFailure) {
    var pending = [type]
    var seen: Set<QualifiedName> = []
    while let next = pending.popLast() {
      guard let name = state.customType(ofText: next.name) ?? state.relationOfRowType(next) else {
        continue
      }
      guard name != row else {
        throw .refused(
          SQLState(rawValue: "42P16"),
          "composite type \(state.visibleType(row)) cannot be made a member of itself")
      }
      guard seen.insert(name).inserted else { continue }
      switch state.catalog.types.first(where: { $0.name == name })?.kind {
      case .domain(let base, _): pending.append(base)
      case .composite(let fields): pending += fields.map(\.type)
      case .enumeration, .other: continue
      case nil:
        pending += state.catalog.table(name)?.columns.map(\.type) ?? []
        pending += state.catalog.view(name)?.columns.map(\.type) ?? []
      }
    }
  }

  /// Refuses types of somebody's own for a column that is computed as it is read.
  ///
  /// Source: `CheckAttributeType()` in `src/backend/catalog/heap.c`, 18.
  func requireBuiltin(_ type: TypeName, ofVirtual column: String) throws(ReadFailure) {
    guard isSession, let name = state.customType(ofText: state.resolved(type).name) else { return }
    func refusal(_ what: String, detail: String? = nil) -> ReadFailure {
      .refused(
        PostgresError(
          .featureNotSupported, "virtual generated column \"\(column)\" cannot have a \(what) type",
          detail: detail), location: nil)
    }
    switch state.catalog.types.first(where: { $0.name == name })?.kind {
    case .domain: throw refusal("domain")
    case .composite(let fields):
      for field in fields { try requireBuiltin(field.type, ofVirtual: field.name) }
    default: break
    }
    throw refusal(
      "user-defined",
      detail: "Virtual generated columns that make use of user-defined types are not yet supported."
    )
  }

  /// Source: `pg_type.typtype`.
  static let pseudoTypes: Set = [
    "unknown", "record", "cstring", "any", "anyarray", "void", "trigger", "event_trigger",
    "language_handler", "internal", "anyelement", "anynonarray", "anyenum", "fdw_handler",
    "index_am_handler", "tsm_handler", "table_am_handler", "anyrange", "anycompatible",
    "anycompatiblearray", "anycompatiblenonarray", "anycompatiblerange", "anymultirange",
    "anycompatiblemultirange",
  ]
}

extension DatabaseState {
  /// Of collations a session knows those of every server.
  func requireCollation(_ name: String) throws(ReadFailure) {
    let known: Set = ["default", "C", "POSIX", "ucs_basic"]
    let last = SearchPath.dotted(name).last ?? name
    guard known.contains(last) || !checksRights else {
      throw .unsupported("the collation `\(name)`")
    }
  }

  func isDomain(_ type: TypeName) -> Bool {
    guard !type.isArray, let name = customType(ofText: type.name),
      case .domain? = catalog.types.first(where: { $0.name == name })?.kind
    else { return false }
    return true
  }

  /// The type that a domain is over in the end; any other type is its own. Nil: not known.
  func base(of type: TypeName) -> TypeName? {
    var type = type
    var left = 100
    while left > 0, !type.isArray, let name = customType(ofText: type.name),
      let custom = catalog.types.first(where: { $0.name == name }),
      case .domain(let below, _) = custom.kind
    {
      type = resolved(below)
      left -= 1
    }
    return left > 0 ? type : nil
  }
}
