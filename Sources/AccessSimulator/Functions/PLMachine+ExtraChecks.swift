import AccessModel
import SQLBinding

/// What `plpgsql.extra_warnings` and `plpgsql.extra_errors` look for as a function runs.
extension PLMachine {
  /// `ERROR` or `WARNING`; nil: nobody looks.
  func level(of check: PLExtraCheck) -> String? {
    if variables.extraChecks("plpgsql.extra_errors").contains(check) { return "ERROR" }
    return variables.extraChecks("plpgsql.extra_warnings").contains(check) ? "WARNING" : nil
  }

  func report(_ level: String, _ error: PostgresError) throws(EngineFailure) {
    guard level != "ERROR" else { throw .postgres(error) }
    guard variables.shows(level) else { return }
    variables.notices.append(
      Notice(
        level, error.message, detail: error.detail, hint: error.hint, sqlState: error.sqlState))
  }

  /// Looks whether a row has as many fields as it is assigned to: one report for each field that
  /// gets nothing, and one for all that go nowhere.
  ///
  /// Source: `exec_move_row_from_fields()` in `pl_exec.c`.
  func reportFields(_ given: Int, assignedTo wanted: Int) throws(EngineFailure) {
    guard given != wanted, let level = level(of: .strictMultiAssignment) else { return }
    let setting = level == "ERROR" ? "extra_errors" : "extra_warnings"
    for _ in 0..<max(1, wanted - given) {
      try report(
        level,
        PostgresError(
          .datatypeMismatch, "number of source and target fields in assignment does not match",
          detail: "strict_multi_assignment check of \(setting) is active.",
          hint: "Make sure the query returns the exact list of columns."))
    }
  }
}
