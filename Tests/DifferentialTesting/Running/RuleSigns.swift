import AccessModel
import SQLSession

/// Which rules of PostgreSQL a decision shows, as far as its statement and outcome tell. The
/// numbers are those that comments in `RowSecurity` name.
enum RuleSigns {
  private struct Sign: Sendable {
    let rules: [Int]
    let holds: @Sendable (Comparison.Question) -> Bool
  }

  static func rules(_ question: Comparison.Question) -> [Int] {
    signs.flatMap { $0.holds(question) ? $0.rules : [] }
  }

  private static func error(_ state: String, _ words: String, _ rules: Int...) -> Sign {
    Sign(rules: rules) { question in
      guard let error = question.theirs.error else { return false }
      return error.sqlState.rawValue == state && (words.isEmpty || error.message.contains(words))
    }
  }

  private static func done(_ features: Set<String>, _ rules: Int...) -> Sign {
    Sign(rules: rules) { question in
      question.theirs.error == nil && features.isSubset(of: question.features)
    }
  }

  private static func any(_ feature: String, _ rules: Int...) -> Sign {
    Sign(rules: rules) { $0.features.contains(feature) }
  }

  private static let signs: [Sign] = [
    error("42501", "permission denied to set role", 4),
    error("42501", "permission denied for table", 9, 10, 16),
    error("42501", "permission denied for view", 55),
    error("42501", "permission denied for schema", 17),
    error("42501", "permission denied for function", 18),
    error("42501", "permission denied for sequence", 19),
    error("42501", "query would be affected by row-level security", 24),
    error("42501", "new row violates row-level security policy for table", 29, 30, 33, 40, 42),
    error("42501", "new row violates row-level security policy \"", 34),
    error("42501", "target row violates row-level security policy", 47),
    error("42501", "(USING expression)", 44),
    error("42501", "must be owner", 84),
    error("42P17", "infinite recursion", 65),
    error("54001", "", 69),
    error("44000", "", 57),
    error("55000", "", 62),
    error("0A000", "COPY FROM not supported with row-level security", 38),
    error("23505", "", 78), error("23503", "", 79), error("23502", "", 75), error("23514", "", 75),
    error("42704", "unrecognized configuration parameter", 73),
    done(["row locking"], 15, 39), any("claim", 73),
    done(["MERGE"], 46), done(["TRUNCATE"], 20), done(["ON CONFLICT"], 43),
    done(["DO UPDATE"], 44, 45), done(["COPY TO"], 38), done(["LOCK"], 20),
    done(["DELETE", "RETURNING"], 41), done(["INSERT", "RETURNING"], 42),
    done(["UPDATE", "RETURNING"], 40), done(["whole row"], 12), done(["WITH"], 50),
    done(["FROM or USING"], 50), done(["INSERT … SELECT"], 50), any("REFRESH", 63),
    any("security_invoker", 52), any("security_barrier", 61), any("view of a view", 52, 53),
    any("INSTEAD OF trigger", 60), any("rule", 60), any("INHERITS", 81), any("PARTITION OF", 82),
    any("SECURITY DEFINER", 71), any("SQL function", 72), any("FORCE ROW LEVEL SECURITY", 23),
    any("row_security off", 24), any("privilege function", 5, 25), any("BEFORE ROW trigger", 75),
    any("AFTER ROW trigger", 74), any("FETCH", 26), any("EXECUTE", 26),
    any("SET SESSION AUTHORIZATION", 1), any("ALTER ROLE", 3), any("restrictive ALL", 29, 31, 83),
    any("unqualified correlation", 37), any("GRANT columns", 9, 12),
  ]
}

extension Answer {
  fileprivate var error: PostgresError? {
    switch self {
    case .failed(let error): error
    case .statement(let result): result.error
    default: nil
    }
  }
}
