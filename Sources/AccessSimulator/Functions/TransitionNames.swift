import AccessModel
import SQLBinding

/// The rows that REFERENCING calls tables, in a trigger function's statements: each is a WITH over
/// an array that is a parameter, so it hides tables of its name and no WITH of the statement's own.
///
/// Source: `EphemeralNamedRelation`; `scanNameSpaceForENR()` in `parse_relation.c`.
struct TransitionNames {
  private let tables: [(name: String, rows: SQLValue)]
  private let type: DataType

  /// Nil: the trigger has no such tables.
  init?(_ trigger: Catalog.Trigger, _ rows: TransitionTables, _ rowType: DataType) {
    var tables: [(name: String, rows: SQLValue)] = []
    if let name = trigger.oldTable { tables.append((name, Self.array(rows.old))) }
    if let name = trigger.newTable { tables.append((name, Self.array(rows.new))) }
    guard !tables.isEmpty else { return nil }
    self.tables = tables
    type = .array(rowType)
  }

  private static func array(_ rows: [Row]) -> SQLValue {
    .array(SQLArray(rows.map { .record($0) }))
  }

  var types: [DataType] { tables.map { _ in type } }
  var values: [SQLValue] { tables.map(\.rows) }

  /// `count`: parameters before these.
  func adding(to statement: SQLStatement, after count: Int) -> SQLStatement {
    var with = statement.with ?? SQLWith([])
    let own = Set(with.tables.map(\.name))
    var added: [SQLCommonTable] = []
    for (index, table) in tables.enumerated() where !own.contains(table.name) {
      let call = SQLFunctionCall(
        schema: "pg_catalog", "unnest", [.parameter(number: count + index + 1)])
      added.append(
        SQLCommonTable(
          table.name,
          .query(
            SQLQuery(
              SQLSelect(
                [.star(qualifier: nil)],
                from: [.function(SQLFromFunction(.call(call), alias: nil))])))))
    }
    with.tables = added + with.tables
    var result = statement
    result.with = with
    return result
  }
}

extension SQLStatement {
  /// WITH before the statement.
  fileprivate var with: SQLWith? {
    get {
      switch self {
      case .query(let query): query.with
      case .insert(let insert): insert.with
      case .update(let update): update.with
      case .delete(let delete): delete.with
      case .merge(let merge): merge.with
      case .truncate: nil
      }
    }
    set {
      switch self {
      case .query(var query):
        query.with = newValue
        self = .query(query)
      case .insert(var insert):
        insert.with = newValue
        self = .insert(insert)
      case .update(var update):
        update.with = newValue
        self = .update(update)
      case .delete(var delete):
        delete.with = newValue
        self = .delete(delete)
      case .merge(var merge):
        merge.with = newValue
        self = .merge(merge)
      case .truncate: break
      }
    }
  }
}
