import AccessModel
import SQLFrontend

/// One row of a query of the system catalogs. What is not there, or is not as it should be, is
/// nil, empty or false: a server may be newer than we are.
struct CatalogRow {
  let values: [String?]

  func text(_ column: Int) -> String? {
    values.indices.contains(column) ? values[column] : nil
  }

  /// As `text`, empty for NULL.
  func name(_ column: Int) -> String { text(column) ?? "" }

  /// An OID or a number; 0 for NULL.
  func number(_ column: Int) -> Int { text(column).flatMap { Int($0) } ?? 0 }

  func isTrue(_ column: Int) -> Bool { text(column) == "t" }

  /// Texts, each on its line.
  func lines(_ column: Int) -> [String] {
    name(column).split(separator: "\n").map(String.init)
  }

  /// Numbers separated by blanks.
  func numbers(_ column: Int) -> [Int] {
    name(column).split(separator: " ").compactMap { Int($0) }
  }
}

/// The rows of every `CatalogQuery`, of one snapshot.
struct CatalogRows {
  private let rows: [CatalogQuery: [CatalogRow]]

  subscript(_ query: CatalogQuery) -> [CatalogRow] { rows[query] ?? [] }

  /// Asks everything at once, in a transaction of its own or in the one that is open, which stays
  /// as it was. `texts` gets the expressions as they come.
  init(from connection: Connection, reading texts: TextsAhead) throws {
    let queries = CatalogQuery.allCases
    let isInside = connection.isInTransaction
    let enter =
      [isInside ? "SAVEPOINT rowkeep_read" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]
      + Self.settings
    let statements = enter + queries.map { $0.sql(connection.serverVersion) }
    try connection.send(statements)
    var answers: [Result<Exchange, PostgresError>] = []
    try connection.answers(to: statements.count) { answer in
      let number = answers.count - enter.count
      answers.append(answer)
      guard queries.indices.contains(number), case .success(let exchange) = answer else { return }
      for column in queries[number].expressionColumns {
        texts.add(
          exchange.result.rows.compactMap { $0.indices.contains(column) ? $0[column] : nil })
      }
    }
    // Going back to the savepoint takes the settings back too.
    try connection.execute(
      isInside ? "ROLLBACK TO rowkeep_read; RELEASE rowkeep_read" : "ROLLBACK")
    var rows: [CatalogQuery: [CatalogRow]] = [:]
    for answer in answers.prefix(enter.count) { _ = try Self.require(answer, connection) }
    for (query, answer) in zip(queries, answers.dropFirst(enter.count)) {
      rows[query] = try Self.require(answer, connection).result.rows.map(CatalogRow.init)
    }
    self.rows = rows
  }

  private static func require(
    _ answer: Result<Exchange, PostgresError>, _ connection: Connection
  ) throws -> Exchange {
    do {
      return try answer.get()
    } catch {
      let isForbidden = error.sqlState == .insufficientPrivilege
      throw LivePostgresError(
        isForbidden ? .notAllowed : .cannotRead,
        "the database's catalog cannot be read: \(error.message) (\(error.sqlState))",
        help: isForbidden
          ? "let `\(connection.user)` read the system catalogs, as every role may from the start"
          : error.hint ?? "", cause: error)
    }
  }

  /// Texts of definitions depend on them, but for the last two: a worker would open every relation
  /// anew, and compiling takes longer than the queries.
  private static let settings = [
    "SET LOCAL search_path = ''", "SET LOCAL quote_all_identifiers = off",
    "SET LOCAL DateStyle = 'ISO, MDY'", "SET LOCAL IntervalStyle = postgres",
    "SET LOCAL TimeZone = 'UTC'", "SET LOCAL extra_float_digits = 1",
    "SET LOCAL bytea_output = hex", "SET LOCAL standard_conforming_strings = on",
    "SET LOCAL max_parallel_workers_per_gather = 0", "SET LOCAL jit = off",
  ]
}
