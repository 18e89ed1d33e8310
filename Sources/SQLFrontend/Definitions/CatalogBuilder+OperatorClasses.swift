import AccessModel

/// Operator classes that indexes need.
extension CatalogBuilder {
  /// Refuses columns of types that a btree can't order, and names no class for.
  ///
  /// Source: `GetIndexOpClass()` in `src/backend/commands/indexcmds.c`.
  func requireOrdered(_ columns: [String], of relation: QualifiedName) throws(ReadFailure) {
    let types = state.columns(of: relation) ?? []
    for name in columns {
      guard let type = types.first(where: { $0.name == name })?.type,
        let base = state.base(of: type), !base.isArray, Self.unordered.contains(base.name)
      else { continue }
      throw .refused(
        .undefinedObject,
        "data type \(state.typeText(type)) has no default operator class for access method "
          + "\"btree\"",
        hint: "You must specify an operator class for the index or define a default operator "
          + "class for the data type.")
    }
  }

  /// Built-in types without one. Source: `pg_opclass.dat`.
  private static let unordered: Set = [
    "aclitem", "box", "cid", "circle", "json", "jsonpath", "line", "lseg", "path", "pg_snapshot",
    "point", "polygon", "refcursor", "txid_snapshot", "xid", "xml",
  ]
}
