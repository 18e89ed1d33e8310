public import AccessFixtures
public import AccessModel
import MigrationPlanner
import SQLText

/// A database small enough to read: a catalog and its rows.
public struct SituationWorld: Hashable, Codable, Sendable {
  /// The rows of one table, as text.
  public struct Rows: Hashable, Codable, Sendable {
    /// The table.
    public var table: QualifiedName
    /// The columns given.
    public var columns: [String]
    /// Values in the order of `columns`; nil is NULL.
    public var rows: [[String?]]
  }

  /// Roles, relations, policies and grants.
  public var catalog: Catalog
  /// By table.
  public var rows: [Rows]

  /// The rows as a simulator loads them.
  public var tableRows: [TableRows] {
    rows.map { rows in
      TableRows(rows.table, columns: rows.columns, rows: rows.rows.map { TableRows.Row($0) })
    }
  }

  var document: PlanDocument { PlanDocument(name: "differential", catalog: catalog) }

  /// A script that makes the world.
  public var sql: String {
    let migration = Migration.platformPrelude(for: document) + Migration(document).statements
    let inserts = rows.flatMap { table in
      table.rows.map { row in
        let columns = table.columns.map(quoteIdentifier).joined(separator: ", ")
        let values = row.map { $0.map(quoteLiteral) ?? "NULL" }.joined(separator: ", ")
        return "INSERT INTO \(sqlText(table.table)) (\(columns)) OVERRIDING SYSTEM VALUE "
          + "VALUES (\(values))"
      }
    }
    return (migration + inserts).map { $0 + ";\n" }.joined()
  }
}

/// One question about a world.
public struct Situation: Hashable, Codable, Sendable {
  /// The database.
  public var world: SituationWorld
  /// Who asks.
  public var identity: Identity
  /// What is asked.
  public var statement: SQLStatement

  /// The question as a script for psql, to run in the world.
  public var sessionSQL: String {
    """
    SET ROLE \(quoteIdentifier(identity.role));
    SELECT set_config('request.jwt.claims', \(quoteLiteral(identity.claims ?? "")), false);
    \(statement.sqlText);

    """
  }
}
