import AccessModel
import SQLBinding

/// Types of the columns of foreign keys.
extension CatalogBuilder {
  /// Refuses a foreign key between columns that can't be compared by the referenced key's index.
  ///
  /// Source: `ATAddForeignKeyConstraint()` in `src/backend/commands/tablecmds.c`.
  func requireComparable(
    _ key: Catalog.ForeignKey, in table: Int, _ target: Catalog.Table
  ) throws(ReadFailure) {
    for (name, other) in zip(key.columns, key.referencedColumns) {
      guard
        let own = state.catalog.tables[table].columns.first(where: { $0.name == name })?.type,
        let referenced = target.columns.first(where: { $0.name == other })?.type,
        !areComparable(own, referenced)
      else { continue }
      throw .refused(
        PostgresError(
          SQLState(rawValue: "42804"),
          "foreign key constraint \"\(key.name)\" cannot be implemented",
          detail: (state.postgresVersion >= .v18
            ? "Key columns \"\(name)\" of the referencing table and \"\(other)\" of the "
              + "referenced table"
            : "Key columns \"\(name)\" and \"\(other)\"")
            + " are of incompatible types: \(state.typeText(own)) and "
            + "\(state.typeText(referenced))."), location: nil)
    }
  }

  /// Whether the index of one type looks up values of the other, as far as that is known.
  private func areComparable(_ own: TypeName, _ referenced: TypeName) -> Bool {
    guard let (one, oneKind) = keyKind(of: own), let (two, twoKind) = keyKind(of: referenced)
    else { return true }
    // A domain of enum values is none itself.
    if oneKind == .enumeration, twoKind == .enumeration { return own == referenced }
    guard oneKind == .plain, twoKind == .plain else { return oneKind == twoKind && one == two }
    guard let one = DataType(one), let two = DataType(two), one != two,
      !(one.isInteger && two.isInteger), !(one.isFloat && two.isFloat)
    else { return true }
    return one.conversion(to: two.indexed).map { $0 <= .implicit } == true
  }

  private enum KeyKind { case plain, array, enumeration }

  /// Nil: not known.
  private func keyKind(of type: TypeName) -> (TypeName, KeyKind)? {
    guard let base = state.base(of: type)?.withoutLength else { return nil }
    if base.isArray { return (base, .array) }
    if let name = state.customType(ofText: base.name),
      case .enumeration? = state.catalog.types.first(where: { $0.name == name })?.kind
    {
      return (base, .enumeration)
    }
    guard let known = DataType(base), known.isPlain else { return nil }
    return (base, .plain)
  }

  /// What a foreign key of a partitioned table must be of.
  ///
  /// Source: `ATAddForeignKeyConstraint()`.
  func requireWholeReference(
    to referenced: QualifiedName, _ table: Int, isOnly: Bool, isUnchecked: Bool
  ) throws(ReadFailure) {
    let name = state.catalog.tables[table].name.name
    let about =
      "foreign key on partitioned table \"\(name)\" referencing relation \"\(referenced.name)\""
    let wrong = SQLState(rawValue: "42809")
    if isOnly { throw .refused(wrong, "cannot use ONLY for \(about)") }
    guard isUnchecked else { return }
    throw .refused(
      PostgresError(
        wrong, "cannot add NOT VALID \(about)",
        detail: "This feature is not yet supported on partitioned tables."), location: nil)
  }
}

extension DataType {
  /// The type that its index compares.
  fileprivate var indexed: DataType {
    switch self {
    case .varchar: .text
    case .cidr: .inet
    default: self
    }
  }

  /// Types whose indexes compare values of the same type, or of one that converts to it.
  fileprivate var isPlain: Bool {
    switch self {
    case .boolean, .smallint, .integer, .bigint, .numeric, .real, .double, .text, .varchar,
      .character, .name, .uuid, .inet, .cidr, .bytea:
      true
    default: false
    }
  }
}

extension TypeName {
  fileprivate var withoutLength: TypeName { TypeName(name, isArray: isArray) }
}
