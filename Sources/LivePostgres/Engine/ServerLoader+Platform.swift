import AccessModel

extension ServerLoader {
  /// Whether a role, schema or function of the platform is not there.
  func lacksPlatform() throws -> Bool {
    let catalog = contents.catalog
    for role in catalog.roles where role.origin != .plan {
      if try !exists("pg_roles WHERE rolname = $1", [role.name]) { return true }
    }
    for schema in catalog.schemas where schema.origin != .plan {
      if try !exists("pg_namespace WHERE nspname = $1", [schema.name]) { return true }
    }
    for function in catalog.functions where function.origin != .plan {
      let name = function.name
      if try !exists(
        "pg_proc WHERE proname = $1 AND pronamespace = to_regnamespace(quote_ident($2))",
        [name.name, name.schema])
      {
        return true
      }
    }
    // Without a catalog that tells, the prelude is wanted if it was given.
    return catalog.roles.allSatisfy { $0.origin == .plan } && !contents.prelude.isEmpty
  }

  /// Runs the prelude, and leaves alone what is there already.
  func runPrelude() throws {
    for sql in contents.prelude {
      let result: Result<Void, PostgresError> = try connection.undoingErrors {
        try connection.requireNoTransactionControl(sql)
        try connection.query(sql)
      }
      if case .failure(let error) = result, !Self.alreadyExists.contains(error.sqlState.rawValue) {
        throw explained(
          error, "the platform's objects cannot be made: `\(Self.excerpt(of: sql))`",
          .migrationRefused)
      }
    }
  }

  private func exists(_ from: String, _ parameters: [String]) throws -> Bool {
    try connection.query("SELECT EXISTS (SELECT FROM \(from))", parameters: parameters)
      .firstValue == "t"
  }

  /// duplicate_object, _schema, _function, _table and _column.
  private static let alreadyExists: Set<String> = ["42710", "42P06", "42723", "42P07", "42701"]
}

extension Connection {
  /// Refuses what would end our transaction, and so make it last. The protocol takes one statement
  /// at a time here, so its first word tells.
  func requireNoTransactionControl(_ sql: String) throws {
    let word = Self.firstWord(of: sql)
    let words: Set<String> = [
      "begin", "start", "commit", "end", "rollback", "abort", "prepare", "savepoint", "release",
    ]
    guard words.contains(word) else { return }
    throw PostgresError(
      SQLState(rawValue: "25000"), "\(word.uppercased()) is not allowed here",
      hint: "leave transactions to Rowkeep")
  }

  /// In lowercase, after white space, comments and empty statements.
  static func firstWord(of sql: String) -> String {
    var rest = sql.unicodeScalars[...]
    var depth = 0
    while let next = rest.first {
      if rest.starts(with: "/*".unicodeScalars) {
        depth += 1
        rest = rest.dropFirst(2)
      } else if depth > 0 {
        let closes = rest.starts(with: "*/".unicodeScalars)
        depth -= closes ? 1 : 0
        rest = rest.dropFirst(closes ? 2 : 1)
      } else if rest.starts(with: "--".unicodeScalars) {
        rest = rest.drop { $0 != "\n" && $0 != "\r" }
      } else if next.properties.isWhitespace || next == ";" {
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    return String(String.UnicodeScalarView(rest.prefix { $0.properties.isAlphabetic }))
      .lowercased()
  }
}
