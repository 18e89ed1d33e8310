public import AccessModel

extension Catalog.View {
  /// Rows of materialized views come from their queries alone.
  public var refusalOfChange: PostgresError? {
    guard isMaterialized else { return nil }
    return PostgresError(
      SQLState(rawValue: "42809"), "cannot change materialized view \"\(name.name)\"")
  }

  /// Source: `CheckValidRowMarkRel()` in `src/backend/executor/execMain.c`.
  public var refusalOfLock: PostgresError {
    PostgresError(
      SQLState(rawValue: "42809"), "cannot lock rows in materialized view \"\(name.name)\"")
  }

  /// What opening a materialized view without data raises. RULES 63.
  ///
  /// Source: `ExecOpenScanRelation()` in `src/backend/executor/execUtils.c`.
  public var refusalOfOpening: PostgresError {
    PostgresError(
      .notInPrerequisiteState, "materialized view \"\(name.name)\" has not been populated",
      hint: "Use the REFRESH MATERIALIZED VIEW command.")
  }
}
