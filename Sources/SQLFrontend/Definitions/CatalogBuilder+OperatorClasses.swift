import AccessModel

/// Operator classes that indexes need.
extension CatalogBuilder {
  /// Refuses columns of types that an index can't compare unless it is told how.
  ///
  /// Source: `GetIndexOpClass()` in `src/backend/commands/indexcmds.c`.
  func requireOperators(
    of columns: [String], of relation: QualifiedName, _ accessMethod: String = "btree"
  ) throws(ReadFailure) {
    let without = accessMethod == "hash" ? Self.notHashed : Self.unordered
    let types = state.columns(of: relation) ?? []
    for name in columns {
      guard let type = types.first(where: { $0.name == name })?.type,
        let base = state.base(of: type), !base.isArray, without.contains(base.name)
      else { continue }
      throw .refused(
        .undefinedObject,
        "data type \(state.typeText(type)) has no default operator class for access method "
          + "\"\(accessMethod)\"",
        hint: "You must specify an operator class for the index or define a default operator "
          + "class for the data type.")
    }
  }

  private static let notHashed: Set = [
    "box", "circle", "json", "jsonpath", "line", "lseg", "path", "point", "polygon", "xml",
  ]

  /// Built-in types without one. Source: `pg_opclass.dat`.
  private static let unordered: Set = [
    "aclitem", "box", "cid", "circle", "json", "jsonpath", "line", "lseg", "path", "pg_snapshot",
    "point", "polygon", "refcursor", "txid_snapshot", "xid", "xml",
  ]
}
