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
      let own = state.catalog.tables[table].columns.first { $0.name == name }
      let referenced = target.columns.first { $0.name == other }
      guard let own = own.flatMap({ DataType($0.type) }),
        let referenced = referenced.flatMap({ DataType($0.type) }), own.isPlain, referenced.isPlain,
        own != referenced, !(own.isInteger && referenced.isInteger),
        !(own.isFloat && referenced.isFloat),
        own.conversion(to: referenced.indexed).map({ $0 <= .implicit }) != true
      else { continue }
      throw .refused(
        PostgresError(
          SQLState(rawValue: "42804"),
          "foreign key constraint \"\(key.name)\" cannot be implemented",
          detail: (state.postgresVersion >= .v18
            ? "Key columns \"\(name)\" of the referencing table and \"\(other)\" of the "
              + "referenced table"
            : "Key columns \"\(name)\" and \"\(other)\"")
            + " are of incompatible types: \(own) and \(referenced)."), location: nil)
    }
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
