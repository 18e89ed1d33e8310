public import AccessFixtures
public import AccessModel
import SQLText

/// Asks a server whether rows that it has not stored would pass the CHECKs of their tables and of
/// their columns' domains.
///
/// Of a sample whose values were replaced, only those constraints are asked that the replaced
/// columns have a part in.
public struct ConstraintCheck {
  /// A constraint that some row would break.
  public struct Broken: Hashable, Sendable {
    /// `users_email_check`, or the type of a column's domain.
    public var constraint: String
    /// The replaced columns that it speaks of.
    public var columns: [ColumnName]
  }

  private let catalog: Catalog
  private let connection: Connection
  private let replaced: Set<ColumnName>

  /// A check in the open transaction, which is left as it is.
  public init(_ catalog: Catalog, replaced: Set<ColumnName>, on connection: Connection) {
    self.catalog = catalog
    self.replaced = replaced
    self.connection = connection
  }

  /// The constraints that `rows` would break, in the catalog's order.
  public func broken(by rows: [TableRows]) throws -> [Broken] {
    var broken: [Broken] = []
    for rows in rows {
      guard let table = catalog.table(rows.table) else { continue }
      for check in table.checks {
        let columns = rows.columns.filter(check.expression.columnNames.contains)
        let names = columns.map { ColumnName(table.name, $0) }.filter(replaced.contains)
        guard !names.isEmpty else { continue }
        let parameters = columns.enumerated().map { index, name in
          "$\(index + 1)::\(type(of: name, table)) AS \(quoteIdentifier(name))"
        }
        let sql =
          "SELECT FROM (SELECT \(parameters.joined(separator: ", "))) AS "
          + "\(quoteIdentifier(table.name.name)) WHERE NOT (\(check.expression.sqlText))"
        if try gives(sql, rows, columns) {
          broken.append(Broken(constraint: check.name, columns: names))
        }
      }
      for column in table.columns where rows.columns.contains(column.name) {
        let name = ColumnName(table.name, column.name)
        guard replaced.contains(name), isDomain(column.type) else { continue }
        let type = sqlText(column.type)
        if try gives("SELECT FROM (SELECT $1::\(type)) AS v WHERE false", rows, [column.name]) {
          broken.append(Broken(constraint: type, columns: [name]))
        }
      }
    }
    return broken
  }

  private func type(of name: String, _ table: Catalog.Table) -> String {
    sqlText(table.columns.first { $0.name == name }?.type ?? .text)
  }

  private func isDomain(_ type: TypeName) -> Bool {
    catalog.types.contains { custom in
      guard case .domain = custom.kind else { return false }
      return sqlText(custom.name) == type.name || custom.name.description == type.name
    }
  }

  /// Whether a row's values of `columns` make `sql` give a row, or fail.
  private func gives(_ sql: String, _ rows: TableRows, _ columns: [String]) throws -> Bool {
    guard let indices = rows.indices(of: columns) else { return false }
    let values = Set(rows.rows.map { row in indices.map { row.values[$0] } })
    try connection.execute("SAVEPOINT rowkeep_check")
    defer { _ = try? connection.execute("ROLLBACK TO rowkeep_check; RELEASE rowkeep_check") }
    for answer in try connection.run(values.map { .query(sql, parameters: $0) }) {
      switch answer {
      case .success(let exchange): if exchange.result.count > 0 { return true }
      case .failure: return true
      }
    }
    return false
  }
}

extension SQLExpression {
  fileprivate var columnNames: Set<String> {
    Set(
      SQLNode.expression(self).descendants.compactMap { node in
        if case .expression(.column(_, let name)) = node { name } else { nil }
      })
  }
}
