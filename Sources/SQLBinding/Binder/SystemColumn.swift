import AccessModel

/// The columns that every table has, by their number: `ColumnPosition.column` is negative for them.
///
/// Source: `src/include/access/sysattr.h`.
public enum SystemColumn: Int, CaseIterable, Sendable {
  case ctid = -1
  case xmin = -2
  case cmin = -3
  case xmax = -4
  case cmax = -5
  case tableoid = -6

  public init?(name: String) {
    switch name {
    case "ctid": self = .ctid
    case "xmin": self = .xmin
    case "cmin": self = .cmin
    case "xmax": self = .xmax
    case "cmax": self = .cmax
    case "tableoid": self = .tableoid
    default: return nil
    }
  }

  public var name: String { "\(self)" }

  public var type: DataType {
    switch self {
    case .ctid: .tid
    case .xmin, .xmax: .other("xid")
    case .cmin, .cmax: .other("cid")
    case .tableoid: .oid
    }
  }
}

extension Scope {
  /// The system column of an item that is a table. Source: `scanRTEForColumn()`.
  func systemColumn(
    _ name: String, of item: NamespaceItem
  ) throws(EngineFailure) -> NamespaceColumn? {
    guard let column = SystemColumn(name: name), item.hasSystemColumns, let source = item.source
    else { return nil }
    switch item.relation(in: self) {
    case nil:
      if case .system = sources[source].kind {
        throw .undecided(Undecided("the system column `\(name)` of a system catalog"))
      }
      return nil
    case .view(let index):
      // Views have none; materialized views do.
      guard names.catalog.views[index].isMaterialized else { return nil }
      throw .undecided(Undecided("the system column `\(name)` of a materialized view"))
    case .table, .sequence:
      try requireAllowed(column)
      return NamespaceColumn(
        name: name, meaning: .column(source: source, column: column.rawValue))
    }
  }

  private func requireAllowed(_ column: SystemColumn) throws(EngineFailure) {
    guard column != .tableoid else { return }
    let message: String
    switch clause {
    case .check:
      message = "system column \"\(column.name)\" reference in check constraint is invalid"
    case .generated:
      message = "cannot use system column \"\(column.name)\" in column generation expression"
    case .mergeWhen:
      message = "cannot use system column \"\(column.name)\" in MERGE WHEN condition"
    default: return
    }
    throw .postgres(PostgresError(SQLState(rawValue: "42P10"), message))
  }
}
