import AccessModel
import SQLText

/// Puts the sequences of identity and serial columns behind the values that rows already have.
///
/// ALTER SEQUENCE RESTART comes first: unlike setval and nextval it is undone with its transaction,
/// as it gives the sequence new storage, which everything after it changes. So a sequence that was
/// there before keeps its place.
struct SequenceRestart {
  let connection: Connection
  let tables: SharedList<Catalog.Table>

  /// Gives the SQL to be run again whenever sequences must go back, or nil without any.
  func restart() throws -> String? {
    var highest: [String: (values: [String], start: String)] = [:]
    for table in tables {
      for row in try connection.query(Self.sequences, parameters: [sqlText(table.name)]).rows {
        guard row.count == 3, let sequence = row[0], let column = row[1], let start = row[2] else {
          continue
        }
        let value = try connection.query("SELECT max(\(column)) FROM \(sqlText(table.name))")
        let known = highest[sequence]?.values ?? []
        highest[sequence] = (known + [value.firstValue].compactMap { $0 }, start)
      }
    }
    guard !highest.isEmpty else { return nil }
    var calls: [String] = []
    for (sequence, state) in highest.sorted(by: { $0.key < $1.key }) {
      try connection.execute("ALTER SEQUENCE \(sequence) RESTART")
      let values = state.values.compactMap { Int64($0) }
      let name = quoteLiteral(sequence)
      if let highest = values.max(), let start = Int64(state.start), highest >= start {
        calls.append("setval(\(name), \(highest))")
      } else {
        calls.append("setval(\(name), \(state.start), false)")
      }
    }
    let sql = "SELECT \(calls.joined(separator: ", "))"
    try connection.execute(sql)
    return sql
  }

  /// Those a column owns, and those its default names.
  private static let sequences = """
    SELECT DISTINCT format('%I.%I', n.nspname, s.relname), quote_ident(a.attname), q.seqstart
    FROM pg_attribute a
      LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
      JOIN pg_depend d ON
        (d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
          AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum AND d.deptype IN ('a', 'i'))
        OR (d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
          AND d.refclassid = 'pg_class'::regclass)
      JOIN pg_class s ON s.relkind = 'S' AND s.oid =
        CASE WHEN d.classid = 'pg_class'::regclass THEN d.objid ELSE d.refobjid END
      JOIN pg_sequence q ON q.seqrelid = s.oid
      JOIN pg_namespace n ON n.oid = s.relnamespace
    WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
    """
}
