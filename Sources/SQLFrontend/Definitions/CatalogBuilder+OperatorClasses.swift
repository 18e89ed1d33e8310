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
    let hasExtensions = !state.catalog.extensions.isEmpty || state.hasExtensions
    guard let name = names.last, !hasExtensions, names.count == 1 || names.first == "pg_catalog"
    else { throw .unsupported("an operator class of a partition key") }
    guard IndexMethods.operatorClasses[method]?.contains(name) == true else {
      throw .refused(
        .undefinedObject,
        "operator class \"\(name)\" does not exist for access method \"\(method)\"")
    }
    guard let type, !type.isArray, Self.ownClasses[type.name]?.contains(name) == true else {
      throw .unsupported("an operator class of a partition key")
    }
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
    "point", "polygon", "refcursor", "txid_snapshot", "xid", "xml",
  ]
}

/// What the methods of indexes can do.
extension CatalogBuilder {
  /// Source: `DefineIndex()`, `ResolveOpClass()` in `src/backend/commands/indexcmds.c`.
  func requireIndexMethod(
    _ method: String, isUnique: Bool = false, includes: Bool = false, isExclusion: Bool = false,
    _ elements: [PgQuery__IndexElem], _ parts: [SQLExpression], of relation: QualifiedName
  ) throws(ReadFailure) {
    let hasExtensions = !state.catalog.extensions.isEmpty || state.hasExtensions
    guard IndexMethods.operatorClasses[method] != nil else {
      if hasExtensions || method == "rtree" { throw .unsupported("indexes of method `\(method)`") }
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
    guard !hasExtensions else { return }
    for (element, part) in zip(elements, parts) {
      let names = strings(list(element.n_opclass, element.opclass))
      if let name = names.last, names.count == 1 || names.first == "pg_catalog" {
        guard IndexMethods.operatorClasses[method]?.contains(name) == true else {
          throw .refused(
            .undefinedObject,
            "operator class \"\(name)\" does not exist for access method \"\(method)\"")
        }
      } else if names.isEmpty, case .column(_, let column) = part, method == "gin" {
        try requireGIN(column, of: relation)
      }
    }
  }

  private func requireGIN(_ column: String, of relation: QualifiedName) throws(ReadFailure) {
    guard let type = state.columns(of: relation)?.first(where: { $0.name == column })?.type,
      let base = state.base(of: type), !base.isArray,
      base.name != "jsonb", base.name != "tsvector", base.name.hasSuffix("vector") == false
    else { return }
    throw .refused(
      .undefinedObject,
      "data type \(state.typeText(type)) has no default operator class for access method \"gin\"",
      hint: "You must specify an operator class for the index or define a default operator "
        + "class for the data type.")
  }
}

/// The operator classes of each method. Catalog: `pg_opclass`.
private enum IndexMethods {
  static let operatorClasses: [String: Set<String>] = [
    "btree": names(
      """
      array bit bool bpchar bpchar_pattern bytea char cidr date enum float4 float8 inet int2 int4 \
      int8 interval jsonb macaddr8 macaddr money multirange name numeric oid oidvector pg_lsn range \
      record_image record text text_pattern tid time timestamp timestamptz timetz tsquery tsvector \
      uuid varbit varchar varchar_pattern xid8
      """),
    "hash": names(
      """
      aclitem array bool bpchar bpchar_pattern bytea char cid cidr date enum float4 float8 inet \
      int2 int4 int8 interval jsonb macaddr8 macaddr multirange name numeric oid oidvector pg_lsn \
      range record text text_pattern tid time timestamp timestamptz timetz uuid varchar \
      varchar_pattern xid8 xid
      """),
    "gin": names("array jsonb jsonb_path tsvector"),
    "gist": names("box circle inet multirange point poly range tsquery tsvector"),
    "spgist": names("box inet kd_point poly quad_point range text"),
    "brin": brin,
  ]

  private static func names(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map { "\($0)_ops" })
  }

  private static let brin: Set<String> = {
    let ordered = """
      bpchar bytea char date float4 float8 inet int2 int4 int8 interval macaddr8 macaddr name \
      numeric oid pg_lsn text tid time timestamp timestamptz timetz uuid
      """.split(separator: " ")
    let kinds = ["bloom", "minmax", "minmax_multi"]
    return names("bit_minmax varbit_minmax box_inclusion inet_inclusion range_inclusion")
      .union(ordered.flatMap { type in kinds.map { "\(type)_\($0)_ops" } })
  }()
}
