import AccessModel
import LivePostgres
import SQLFrontend

/// What a server shows of the expressions that it keeps, as statements that say the same again.
enum ServerText {
  /// Runs a script statement by statement and gives those that the server takes, and then what it
  /// shows of all that they made.
  static func load(
    _ script: [String], _ connection: Connection
  ) throws -> (taken: [String], shown: [String]) {
    var taken: [String] = []
    try connection.execute("BEGIN")
    for statement in script {
      let word = statement.prefix { !$0.isWhitespace }.uppercased()
      guard definitions.contains(word) else { continue }
      try connection.execute("SAVEPOINT s")
      do {
        try connection.execute(statement)
        taken.append(statement)
      } catch is PostgresError {
        try connection.execute("ROLLBACK TO s")
      }
    }
    try connection.execute("RESET ROLE; SET search_path = ''")
    var shown: [String] = []
    for query in queries {
      shown += try connection.query(query).rows.compactMap { $0.first ?? nil }
    }
    try connection.execute("ROLLBACK")
    return (taken, shown)
  }

  private static let definitions = [
    "CREATE", "ALTER", "DROP", "GRANT", "REVOKE", "COMMENT", "DO", "SET", "RESET",
  ]

  private static let queries = [
    """
    SELECT format('ALTER POLICY %I ON %s', polname, polrelid::regclass)
      || coalesce(' USING (' || pg_get_expr(polqual, polrelid) || ')', '')
      || coalesce(' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')', '')
      FROM pg_policy WHERE polqual IS NOT NULL OR polwithcheck IS NOT NULL
    """,
    """
    SELECT format('CREATE OR REPLACE VIEW %s AS %s', c.oid::regclass,
        rtrim(pg_get_viewdef(c.oid), ';'))
      FROM pg_class c WHERE relkind = 'v' AND c.oid >= 16384
    """,
    """
    SELECT format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', attrelid::regclass, attname,
        pg_get_expr(adbin, adrelid))
      FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
      WHERE attgenerated = '' AND attrelid IN (SELECT oid FROM pg_class WHERE relkind IN ('r', 'p'))
    """,
    """
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
      FROM pg_constraint WHERE contype = 'c' AND conrelid >= 16384 AND conislocal
        AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = conrelid)
        AND coninhcount = 0
    """,
    """
    SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid))
      FROM pg_constraint WHERE contype = 'c' AND conrelid >= 16384 AND conislocal
        AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = conrelid)
        AND coninhcount = 0
    """,
  ]
}
