import AccessModel
import RowSecurity
import SQLBinding

/// A new row that row security let through.
struct ObservedRow {
  let table: Int
  let row: Row
  /// It takes the place of one that is there, by ON CONFLICT or MERGE, or comes of MERGE.
  let isOther: Bool
}

/// The row that a statement was refused for, with what refused it.
struct RowRefusal {
  enum Reason {
    /// A new row failed a policy.
    case new(SecurityFilter)
    /// A row that is there may not be changed: ON CONFLICT and MERGE.
    case existing(SecurityFilter)
    /// The check option of a view.
    case viewCheck(QualifiedName)
    /// NOT NULL, CHECK, or a unique key.
    case constraint
    case missingReference(ForeignKeys.Constraint)
    case stillReferenced(ForeignKeys.Constraint)
  }

  /// Laid out as the rows of this table.
  let table: Int
  let row: Row
  let reason: Reason
}
