import AccessModel
import CPgQuery

/// DEFERRABLE and INITIALLY DEFERRED, which stand after a column's constraint as nodes of their own.
///
/// Source: `transformConstraintAttrs()` in `src/backend/parser/parse_utilcmd.c`.
enum ConstraintAttributes {
  /// Gives them to the constraints that they stand after.
  static func spread(_ items: [Node]) throws(ReadFailure) {
    var last: UnsafeMutablePointer<PgQuery__Constraint>?
    var (sawDeferrability, sawInitially) = (false, false)
    for item in items where item.kind == PG_QUERY__NODE__NODE_CONSTRAINT {
      guard let constraint = item.pointee.constraint else { continue }
      let place = constraint.pointee.location
      let isDeferrability: Bool
      let clause: String
      switch constraint.pointee.contype {
      case PG_QUERY__CONSTR_TYPE__CONSTR_ATTR_DEFERRABLE:
        (isDeferrability, clause) = (true, "DEFERRABLE")
      case PG_QUERY__CONSTR_TYPE__CONSTR_ATTR_NOT_DEFERRABLE:
        (isDeferrability, clause) = (true, "NOT DEFERRABLE")
      case PG_QUERY__CONSTR_TYPE__CONSTR_ATTR_DEFERRED:
        (isDeferrability, clause) = (false, "INITIALLY DEFERRED")
      case PG_QUERY__CONSTR_TYPE__CONSTR_ATTR_IMMEDIATE:
        (isDeferrability, clause) = (false, "INITIALLY IMMEDIATE")
      default:
        last = mayBeDeferred(constraint.pointee.contype) ? constraint : nil
        (sawDeferrability, sawInitially) = (false, false)
        continue
      }
      guard let last else {
        throw .refused(.syntaxError, "misplaced \(clause) clause", at: place)
      }
      guard !(isDeferrability ? sawDeferrability : sawInitially) else {
        let both = isDeferrability ? "DEFERRABLE/NOT DEFERRABLE" : "INITIALLY IMMEDIATE/DEFERRED"
        throw .refused(.syntaxError, "multiple \(both) clauses not allowed", at: place)
      }
      if isDeferrability {
        sawDeferrability = true
        last.pointee.deferrable = clause == "DEFERRABLE" ? 1 : 0
      } else {
        sawInitially = true
        last.pointee.initdeferred = clause == "INITIALLY DEFERRED" ? 1 : 0
        if last.pointee.initdeferred != 0, !sawDeferrability { last.pointee.deferrable = 1 }
      }
      guard !(sawInitially && last.pointee.initdeferred != 0 && last.pointee.deferrable == 0)
      else {
        throw .refused(
          .syntaxError, "constraint declared INITIALLY DEFERRED must be DEFERRABLE", at: place)
      }
    }
  }

  private static func mayBeDeferred(_ type: PgQuery__ConstrType) -> Bool {
    switch type {
    case PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY, PG_QUERY__CONSTR_TYPE__CONSTR_UNIQUE,
      PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION, PG_QUERY__CONSTR_TYPE__CONSTR_FOREIGN:
      true
    default: false
    }
  }
}
