import AccessModel

/// Decides conditions such as `NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'anon')`.
struct ConditionOverCatalog {
  private let state: DatabaseState
  private typealias Row = [String: String]

  init(_ state: DatabaseState) { self.state = state }

  /// Nil where the condition is of another kind.
  func holds(_ text: String) -> Bool? {
    SQLBody.expression(of: text).flatMap { holds($0, on: [:]) }
  }

  private func holds(_ condition: SQLExpression, on row: Row) -> Bool? {
    switch condition {
    case .literal(.boolean(let value)): return value
    case .not(let operand): return holds(operand, on: row).map { !$0 }
    case .and(let operands): return all(operands, on: row, stopAt: false)
    case .or(let operands): return all(operands, on: row, stopAt: true)
    case .exists(let query): return exists(query)
    case .binary(let symbol, .row(let left), .row(let right))
    where left.count == right.count && (symbol == "=" || symbol == "<>"):
      var isEqual = true
      for (a, b) in zip(left, right) {
        guard let a = value(a, on: row), let b = value(b, on: row) else { return nil }
        if a != b { isEqual = false }
      }
      return isEqual == (symbol == "=")
    case .binary(let symbol, let left, let right) where symbol == "=" || symbol == "<>":
      guard let a = value(left, on: row), let b = value(right, on: row) else { return nil }
      return (a == b) == (symbol == "=")
    case .inList(let operand, let list, let negated):
      guard let value = value(operand, on: row) else { return nil }
      let values = list.map { self.value($0, on: row) }
      guard !values.contains(nil) else { return nil }
      return values.contains(value) != negated
    default: return nil
    }
  }

  private func all(_ operands: [SQLExpression], on row: Row, stopAt value: Bool) -> Bool? {
    var result: Bool? = !value
    for operand in operands {
      switch holds(operand, on: row) {
      case value: return value
      case nil: result = nil
      default: break
      }
    }
    return result
  }

  private func value(_ expression: SQLExpression, on row: Row) -> String? {
    switch expression {
    case .literal(.string(let text)): text
    case .literal(.boolean(let value)): String(value)
    case .column(let qualifier?, let name): row["\(qualifier).\(name)"]
    case .column(nil, let name): row[name]
    case .valueFunction(.currentUser), .valueFunction(.currentRole), .valueFunction(.user):
      state.currentRole
    case .cast(let operand, _): value(operand, on: row)
    default: nil
    }
  }

  private func exists(_ query: SQLQuery) -> Bool? {
    guard case .select(let select) = query.body, select.from.count == 1, select.groupBy.isEmpty,
      query.limit == nil || query.limit == .integer(1), let rows = rows(of: select.from[0])
    else { return nil }
    guard let condition = select.condition else { return !rows.isEmpty }
    var isUnknown = false
    for row in rows {
      switch holds(condition, on: row) {
      case true: return true
      case nil: isUnknown = true
      default: break
      }
    }
    return isUnknown ? nil : false
  }

  /// More rows than a join of catalogs that such conditions hold.
  private static let maxRows = 100_000

  /// The rows of an item of FROM, each column with and without its relation's name.
  private func rows(of item: SQLFromItem) -> [Row]? {
    switch item {
    case .relation(let schema, let name, let alias):
      guard [nil, "pg_catalog", "information_schema"].contains(schema) else { return nil }
      return rows(of: name)?.map { row in
        row.merging(row.map { ("\(alias ?? name).\($0.key)", $0.value) }) { a, _ in a }
      }
    case .join(.inner, let left, let right, let condition):
      guard let left = rows(of: left), let right = rows(of: right), let condition,
        left.count * right.count <= Self.maxRows
      else { return nil }
      var result: [Row] = []
      for a in left {
        for b in right {
          let row = a.merging(b) { first, _ in first }
          guard let isJoined = holds(condition, on: row) else { return nil }
          if isJoined { result.append(row) }
        }
      }
      return result
    default: return nil
    }
  }

  /// The rows of a system catalog, by the columns that such conditions name.
  private func rows(of name: String) -> [Row]? {
    let catalog = state.catalog
    switch name {
    case "pg_roles", "pg_authid", "pg_user":
      let prefix = name == "pg_user" ? "use" : "rol"
      return catalog.roles.map { role in
        [
          prefix + "name": role.name, "rolsuper": "\(role.isSuperuser)",
          "rolbypassrls": "\(role.bypassesRowSecurity)", "rolinherit": "\(role.inherits)",
          "rolcanlogin": "\(role.canLogin)",
        ]
      }
    case "pg_namespace", "schemata":
      return catalog.schemas.map { ["oid": $0.name, "nspname": $0.name, "schema_name": $0.name] }
    case "pg_policies":
      return catalog.tables.flatMap { table in
        table.policies.map {
          ["schemaname": table.name.schema, "tablename": table.name.name, "policyname": $0.name]
        }
      }
    case "pg_policy":
      return catalog.tables.flatMap { table in table.policies.map { ["polname": $0.name] } }
    case "pg_tables", "tables":
      return catalog.tables.map { table in
        [
          "schemaname": table.name.schema, "tablename": table.name.name,
          "table_schema": table.name.schema, "table_name": table.name.name,
        ]
      }
    case "columns":
      return catalog.tables.flatMap { table in
        table.columns.map {
          [
            "table_schema": table.name.schema, "table_name": table.name.name,
            "column_name": $0.name,
          ]
        }
      }
    case "pg_type":
      return catalog.types.map { ["typname": $0.name.name, "typnamespace": $0.name.schema] }
    case "pg_proc":
      return catalog.functions.map { ["proname": $0.name.name, "pronamespace": $0.name.schema] }
    case "pg_constraint", "table_constraints":
      return catalog.tables.flatMap { table in
        (table.keys.map(\.name) + table.foreignKeys.map(\.name) + table.checks.map(\.name)).map {
          [
            "conname": $0, "constraint_name": $0, "table_schema": table.name.schema,
            "table_name": table.name.name,
          ]
        }
      }
    default: return nil
    }
  }
}
