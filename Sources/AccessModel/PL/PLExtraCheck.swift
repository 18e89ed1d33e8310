/// What PL/pgSQL looks for where `plpgsql.extra_warnings` or `plpgsql.extra_errors` names it.
///
/// Source: `plpgsql_extra_checks_check_hook()` in `src/pl/plpgsql/src/pl_handler.c`.
public enum PLExtraCheck: String, CaseIterable, Hashable, Sendable {
  case shadowedVariables = "shadowed_variables"
  case tooManyRows = "too_many_rows"
  case strictMultiAssignment = "strict_multi_assignment"

  /// Those that a setting names; nil: it is no list of them.
  public static func checks(in setting: String) -> Set<PLExtraCheck>? {
    switch setting.lowercased() {
    case "all": return Set(allCases)
    case "none", "": return []
    default: break
    }
    var result: Set<PLExtraCheck> = []
    for word in setting.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let name = word.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
      guard let check = PLExtraCheck(rawValue: String(name)) else { return nil }
      result.insert(check)
    }
    return result
  }
}
