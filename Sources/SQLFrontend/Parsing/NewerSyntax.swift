import AccessModel

/// What PostgreSQL 16 to 18 add to the grammar of 15, as it was taken out of a statement.
///
/// libpg_query has the grammar of 15. Where that refuses a statement of a later version, the parts
/// that are new are replaced by what 15 has, by tokens alone (`NewerSyntaxReader`), and kept here
/// under the byte of the rewritten text that the tree gives for the place they belong to.
///
/// | since | construct | what the parser gets |
/// |---|---|---|
/// | 16 | `GRANT r TO m WITH INHERIT FALSE, SET TRUE`, `REVOKE SET OPTION FOR` | no options |
/// | 16 | `FROM (SELECT …)` without an alias | an alias that nobody writes |
/// | 17 | `MERGE … RETURNING list` | no RETURNING; the list by itself, as `SELECT list` |
/// | 17 | `WHEN NOT MATCHED BY SOURCE`, `BY TARGET` | `WHEN MATCHED`, `WHEN NOT MATCHED` |
/// | 18 | `RETURNING WITH (OLD AS o, NEW AS n)` | `RETURNING` |
/// | 18 | `GENERATED ALWAYS AS (…)` with `VIRTUAL` or nothing | `STORED` |
struct NewerSyntax {
  struct Merge {
    /// `SELECT list`.
    var returning: ParsedStatement?
    var returnedNames: SQLReturnedNames?
    /// Which of the WHEN clauses are BY SOURCE.
    var bySource: Set<Int> = []
  }

  /// Those that are written.
  struct RoleOptions {
    var admin: Bool?
    var inherit: Bool?
    var set: Bool?
  }

  /// Whether places in the tree are those of another text than the one written.
  var isRewritten = false
  /// By the place of the target's name.
  var merges: [Int: Merge] = [:]
  /// By the place of the first item of RETURNING.
  var returnedNames: [Int: SQLReturnedNames] = [:]
  /// By the place of GENERATED.
  var virtualColumns: Set<Int> = []
  /// Of the GRANT or REVOKE that the statement is.
  var roleOptions: RoleOptions?
  /// GRANTED BY of a REVOKE of roles, which 15 reads and forgets.
  var revokedGrantor: String?

  /// Moves what stands behind a byte.
  mutating func shift(after byte: Int, by count: Int) {
    guard count != 0 else { return }
    let moved = { (place: Int) in place > byte ? place + count : place }
    merges = Dictionary(uniqueKeysWithValues: merges.map { (moved($0.key), $0.value) })
    returnedNames = Dictionary(
      uniqueKeysWithValues: returnedNames.map { (moved($0.key), $0.value) })
    virtualColumns = Set(virtualColumns.map(moved))
  }
}
