/// A database's objects as sorted lines of text, to be compared before and after.
///
/// Says everything that matters to access and everything a migration makes: roles, schemas,
/// relations with owners, options and row security, columns, constraints, indexes, policies, views,
/// functions, triggers, sequences, types, grants, default privileges and comments. System schemas
/// are left out, as are rows and the places of sequences.
///
/// ```
/// policy public.saved "read" PERMISSIVE r TO {authenticated} USING (...) CHECK -
/// relation public.saved r owner postgres rls on forced off options - acl default
/// ```
public struct CatalogSnapshot: Hashable, Sendable {
  /// One for each object, sorted bytewise.
  public let lines: [String]

  /// Reads the catalog of the database `connection` is in, within its transaction if one is open.
  public init(of connection: Connection) throws {
    let path = try connection.query("SELECT current_setting('search_path')").firstValue ?? ""
    // With nothing in the path, definitions name the schema of everything.
    try connection.query("SELECT set_config('search_path', '', false)")
    var lines: [String] = []
    for query in Self.queries {
      lines += try connection.query(query).rows.compactMap { $0.first ?? nil }
    }
    try connection.query("SELECT set_config('search_path', $1, false)", parameters: [path])
    self.lines = lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The lines only one of both has, `-` for those of `self` and `+` for those of `other`.
  public func difference(to other: CatalogSnapshot) -> [String] {
    let mine = Set(lines), theirs = Set(other.lines)
    return lines.filter { !theirs.contains($0) }.map { "- \($0)" }
      + other.lines.filter { !mine.contains($0) }.map { "+ \($0)" }
  }
}
