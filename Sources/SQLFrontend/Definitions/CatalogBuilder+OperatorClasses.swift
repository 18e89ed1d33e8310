import AccessModel
import CPgQuery

/// Operator classes that indexes need.
extension CatalogBuilder {
  /// Refuses columns of types that an index can't compare unless it is told how.
  ///
  /// Source: `GetIndexOpClass()` in `src/backend/commands/indexcmds.c`.
  func requireOperators(
    of columns: [String], of relation: QualifiedName, _ accessMethod: String = "btree"
  ) throws(ReadFailure) {
    let types = state.columns(of: relation) ?? []
    for name in columns {
      guard let type = types.first(where: { $0.name == name })?.type,
        lacksOperators(type, accessMethod)
      else { continue }
      throw .refused(
        .undefinedObject,
        "data type \(state.typeText(type)) has no default operator class for access method "
          + "\"\(accessMethod)\"",
        hint: "You must specify an operator class for the index or define a default operator "
          + "class for the data type.")
    }
  }

  func lacksOperators(_ type: TypeName, _ accessMethod: String) -> Bool {
    guard let base = state.base(of: type), !base.isArray else { return false }
    return (accessMethod == "hash" ? Self.notHashed : Self.unordered).contains(base.name)
  }

  /// Of those that partitions are divided by, only the type's own keep its order.
  ///
  /// Source: `ResolveOpClass()`.
  func requireOperatorClass(
    _ names: [String], _ method: String, of type: TypeName?
  ) throws(ReadFailure) {
    guard let name = names.last, !mayHaveOtherClasses,
      names.count == 1 || names.first == "pg_catalog"
    else { throw .unsupported("an operator class of a partition key") }
    guard IndexMethods.operatorClasses[method]?.contains(name) == true else {
      throw Self.noOperatorClass(name, method)
    }
    guard let type, !type.isArray, Self.ownClasses[type.name]?.contains(name) == true else {
      throw .unsupported("an operator class of a partition key")
    }
  }

  static func noOperatorClass(_ name: String, _ method: String) -> ReadFailure {
    .refused(
      .undefinedObject,
      "operator class \"\(name)\" does not exist for access method \"\(method)\"")
  }

  private static let ownClasses: [String: [String]] = [
    "smallint": ["int2_ops"], "integer": ["int4_ops"], "bigint": ["int8_ops"],
    "numeric": ["numeric_ops"], "text": ["text_ops"],
    "character varying": ["text_ops", "varchar_ops"], "uuid": ["uuid_ops"], "date": ["date_ops"],
    "boolean": ["bool_ops"], "timestamp with time zone": ["timestamptz_ops"],
    "timestamp without time zone": ["timestamp_ops"],
  ]

  private static let notHashed: Set = [
    "box", "circle", "json", "jsonpath", "line", "lseg", "path", "point", "polygon", "xml",
  ]

  /// Built-in types without one. Source: `pg_opclass.dat`.
  private static let unordered: Set = [
    "aclitem", "box", "cid", "circle", "json", "jsonpath", "line", "lseg", "path", "pg_snapshot",
    "point", "polygon", "refcursor", "txid_snapshot", "unknown", "xid", "xml",
  ]
}

/// What the methods of indexes can do.
extension CatalogBuilder {
  /// Extensions bring methods and operator classes that the model has not.
  var mayHaveOtherClasses: Bool { !state.catalog.extensions.isEmpty || state.hasExtensions }

  /// Source: `DefineIndex()` in `src/backend/commands/indexcmds.c`.
  func requireIndexMethod(
    _ method: String, isUnique: Bool = false, includes: Bool = false, isExclusion: Bool = false,
    _ elements: [PgQuery__IndexElem]
  ) throws(ReadFailure) {
    guard IndexMethods.operatorClasses[method] != nil else {
      if mayHaveOtherClasses || method == "rtree" {
        throw .unsupported("indexes of method `\(method)`")
      }
      throw .refused(.undefinedObject, "access method \"\(method)\" does not exist")
    }
    func refuse(_ what: String) -> ReadFailure {
      .refused(.featureNotSupported, "access method \"\(method)\" does not support \(what)")
    }
    if isUnique, method != "btree" { throw refuse("unique indexes") }
    if includes, !["btree", "gist", "spgist"].contains(method) {
      throw refuse("included columns")
    }
    if elements.count > 1, ["hash", "spgist"].contains(method) {
      throw refuse("multicolumn indexes")
    }
    if isExclusion, ["gin", "brin"].contains(method) { throw refuse("exclusion constraints") }
  }
}
