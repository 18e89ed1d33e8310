public import AccessModel

/// Whether ON CONFLICT DO UPDATE asks its WHERE or row security first, which minor versions of 2026
/// have changed: 15.18 and its like, then 15.20. RULES 44.
///
/// Source: `ExecOnConflictUpdate()` in `src/backend/executor/nodeModifyTable.c`.
public enum ConflictOrder: Sendable {
  case whereFirst, securityFirst
  /// Of a minor version that was not observed.
  case unknown

  /// `serverNumber`: `server_version_num`.
  public init(_ version: PostgresVersion, serverNumber: Int) {
    self =
      switch serverNumber {
      case ...version.servedNumber: .whereFirst
      case 150_020: .securityFirst
      default: .unknown
      }
  }
}
