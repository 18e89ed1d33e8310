public import AccessModel

/// A column of a table, as `--keep` and `--mask` name it.
public struct ColumnName: Hashable, Comparable, Sendable, CustomStringConvertible {
  public var table: QualifiedName
  public var column: String

  public init(_ table: QualifiedName, _ column: String) {
    self.table = table
    self.column = column
  }

  /// `table.column` or `schema.table.column`; nil where `catalog` has no such column.
  public init?(parsing text: String, in catalog: Catalog) {
    for table in catalog.tables {
      for column in table.columns {
        let name = ColumnName(table.name, column.name)
        if text == name.description || text == "\(table.name.schema).\(name.shortName)" {
          self = name
          return
        }
      }
    }
    return nil
  }

  private var shortName: String { "\(table.name).\(column)" }

  /// For messages only.
  public var description: String { "\(table).\(column)" }

  public static func < (a: Self, b: Self) -> Bool { (a.table, a.column) < (b.table, b.column) }
}
