public import AccessModel

/// The query that a foreign key looks for its row with, as PostgreSQL writes it.
///
/// Source: `RI_FKey_check()` in `src/backend/utils/adt/ri_triggers.c`.
public struct KeyLookup {
  private let columns: [Int]
  private let table: Catalog.Table

  /// `columns`: positions of the columns referred to.
  public init(of columns: [Int], in table: Catalog.Table) {
    self.columns = columns
    self.table = table
  }

  public var sqlText: String {
    let conditions = columns.enumerated().map { place, column in
      "\(quoteAnyIdentifier(table.columns[column].name)) OPERATOR(pg_catalog.=) $\(place + 1)"
    }
    return "SELECT 1 FROM \(table.kind == .partitioned ? "" : "ONLY ")"
      + "\(quoteAnyIdentifier(table.name.schema)).\(quoteAnyIdentifier(table.name.name)) x WHERE "
      + conditions.joined(separator: " AND ") + " FOR KEY SHARE OF x"
  }
}
