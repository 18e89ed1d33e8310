public import AccessModel

/// The query that a foreign key looks for a row with, as PostgreSQL writes it.
///
/// Source: `RI_FKey_check()` and `ri_restrict()` in `src/backend/utils/adt/ri_triggers.c`.
public struct KeyLookup {
  private let columns: [Int]
  private let table: Catalog.Table
  private let isReferring: Bool

  /// `columns`: positions of the columns referred to, or, if `isReferring`, of those that refer.
  public init(of columns: [Int], in table: Catalog.Table, isReferring: Bool = false) {
    self.columns = columns
    self.table = table
    self.isReferring = isReferring
  }

  public var sqlText: String {
    let conditions = columns.enumerated().map { place, column in
      let sides = [quoteAnyIdentifier(table.columns[column].name), "$\(place + 1)"]
      return (isReferring ? sides.reversed() : sides).joined(separator: " OPERATOR(pg_catalog.=) ")
    }
    return "SELECT 1 FROM \(table.kind == .partitioned ? "" : "ONLY ")"
      + "\(quoteAnyIdentifier(table.name.schema)).\(quoteAnyIdentifier(table.name.name)) x WHERE "
      + conditions.joined(separator: " AND ") + " FOR KEY SHARE OF x"
  }
}

/// The statement by which a foreign key changes the rows that refer to one, as PostgreSQL writes it.
///
/// Source: `RI_FKey_cascade_del()`, `RI_FKey_cascade_upd()` and `ri_set()` in
/// `src/backend/utils/adt/ri_triggers.c`.
public struct ReferringRowsChange {
  private let columns: [Int]
  private let assigned: [Int]
  private let action: Catalog.ForeignKey.Action
  private let isRemoval: Bool
  private let table: Catalog.Table

  /// `columns`: positions of those that refer; `assigned`: of those that are changed; `isRemoval`: the
  /// row that they refer to is gone.
  public init(
    _ action: Catalog.ForeignKey.Action, of columns: [Int], assigned: [Int], isRemoval: Bool,
    in table: Catalog.Table
  ) {
    (self.action, self.columns, self.assigned) = (action, columns, assigned)
    (self.isRemoval, self.table) = (isRemoval, table)
  }

  public var sqlText: String {
    let name =
      (table.kind == .partitioned ? "" : "ONLY ")
      + "\(quoteAnyIdentifier(table.name.schema)).\(quoteAnyIdentifier(table.name.name))"
    // What is assigned is numbered first.
    let first = action == .cascade && !isRemoval ? columns.count : 0
    let conditions = columns.enumerated().map { place, column in
      "$\(first + place + 1) OPERATOR(pg_catalog.=) \(quoted(column))"
    }
    let condition = " WHERE " + conditions.joined(separator: " AND ")
    if isRemoval, action == .cascade { return "DELETE FROM \(name)" + condition }
    let values = assigned.enumerated().map { place, column in
      let value =
        switch action {
        case .cascade: "$\(place + 1)"
        case .setDefault: "DEFAULT"
        default: "NULL"
        }
      return "\(quoted(column)) = \(value)"
    }
    return "UPDATE \(name) SET " + values.joined(separator: ", ") + condition
  }

  private func quoted(_ column: Int) -> String { quoteAnyIdentifier(table.columns[column].name) }
}
