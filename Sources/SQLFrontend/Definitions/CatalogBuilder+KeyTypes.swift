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
      let columns = state.catalog.tables[table].columns
      guard let own = columns.first(where: { $0.name == name })?.type,
        let referenced = target.columns.first(where: { $0.name == other })?.type,
        areIncomparable(own, referenced)
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

  /// Nothing is said of types other than the plain ones and those of labels.
  private func areIncomparable(_ own: TypeName, _ referenced: TypeName) -> Bool {
    let isSame = own == referenced
    guard let own = state.base(of: own), let referenced = state.base(of: referenced) else {
      return false
    }
    let (label, otherLabel) = (labelType(own), labelType(referenced))
    if label != nil || otherLabel != nil {
      // A domain over one is not of the same type as that.
      return !isSame && (label != nil || DataType(own)?.isPlain == true)
        && (otherLabel != nil || DataType(referenced)?.isPlain == true)
    }
    guard let own = DataType(own), let referenced = DataType(referenced), own.isPlain,
      referenced.isPlain
    else { return false }
    return own != referenced && !(own.isInteger && referenced.isInteger)
      && !(own.isFloat && referenced.isFloat)
      && own.conversion(to: referenced.indexed).map({ $0 <= .implicit }) != true
  }

  private func labelType(_ type: TypeName) -> QualifiedName? {
    guard !type.isArray, let name = state.customType(ofText: type.name),
      case .enumeration? = state.catalog.types.first(where: { $0.name == name })?.kind
    else { return nil }
    return name
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
