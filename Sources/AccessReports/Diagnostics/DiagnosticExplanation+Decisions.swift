import AccessModel

extension DiagnosticExplanation {
  /// 3xx: expressions and types.
  static let ofExpressions = [
    DiagnosticExplanation(
      .typeMismatch, "types do not go together",
      """
      An operator, function or assignment is given types that PostgreSQL has no rule for, such \
      as a bigint compared with a uuid.
      """,
      remedy: "compare what belongs together, or cast one side."),
    DiagnosticExplanation(
      .undecidedConstruct, "construct that Rowkeep does not model",
      """
      Decisions that need this construct are undecided: shown as `?`, counted in every summary, \
      never taken for safe.
      """,
      remedy: "express it with modelled constructs, or accept it with `--allow-undecided`."),
    DiagnosticExplanation(
      .ambiguousColumn, "column name fits more than one relation",
      "PostgreSQL would answer 42702 (ambiguous_column).",
      remedy: "qualify the column with its table's name or alias."),
    DiagnosticExplanation(
      .groupingError, "column neither grouped nor aggregated",
      """
      With GROUP BY or an aggregate, each output must be grouped by or aggregated. PostgreSQL \
      would answer 42803 (grouping_error).
      """,
      remedy: "add the column to GROUP BY, or aggregate it."),
  ]

  /// 4xx: fixtures and cases.
  static let ofFixtures = [
    DiagnosticExplanation(
      .malformedRows, "rows that can't be read",
      "A CSV line has more or fewer values than the header, or a value is not of its type.",
      remedy: "correct the line; NULL is an empty value without quotes."),
    DiagnosticExplanation(
      .unknownFixtureColumn, "fixture column the table does not have",
      "The header of a rows file names a column that the plan's table lacks.",
      remedy: "correct the header, or declare the column in the plan."),
    DiagnosticExplanation(
      .missingFixtureValue, "required value is missing",
      "A NOT NULL column without default gets no value in this row.",
      remedy: "give the value in the rows file."),
    DiagnosticExplanation(
      .malformedCases, "cases that can't be read",
      """
      `cases.yaml` is not YAML, or holds a key or value that has no meaning there. A misspelled \
      key would otherwise silently check nothing.
      """,
      remedy: "correct the key or value at the place shown."),
    DiagnosticExplanation(
      .unknownIdentity, "no such identity",
      "A case or option names an identity that `cases.yaml` does not declare.",
      remedy: "declare the identity, or correct the name."),
    DiagnosticExplanation(
      .missingRow, "no such row",
      """
      A case or option names a row that the fixtures do not hold. `filtered` would be true of \
      any missing row, so such a case proves nothing.
      """,
      remedy: "add the row to the fixtures, or correct its key."),
    DiagnosticExplanation(
      .emptyCase, "case that checks nothing",
      "The case has no expectation, or its expectation is true of every plan.",
      remedy: "say what is expected: rows, a decision, or who can."),
    DiagnosticExplanation(
      .refusedToken, "token that makes nobody of whoever sends it",
      """
      It is malformed, unsigned (`alg: none`), expired, not yet valid, issued later than now, for \
      another audience, or \
      names a role that `authenticator` may not become. The API would answer 401; nobody is \
      taken for `anon` by accident.
      """,
      remedy: "take a fresh token; in fixtures, say with `at:` when it is sent."),
  ]

  /// 5xx: intents.
  static let ofIntents = [
    DiagnosticExplanation(
      .intentViolated, "intent does not hold",
      """
      Somebody reaches more, or less, than the plan's intents say: the message names the \
      identity, the command and a row. Grants, all policies together, views and definer rights \
      are counted as PostgreSQL counts them.
      """,
      remedy: "see why with `rowkeep explain`, then narrow the rule or correct the intent."),
    DiagnosticExplanation(
      .intentUnjudged, "intent that could not be judged",
      """
      Something on the way is undecided, or the fixtures hold nothing that could tell: no \
      identity of that kind, no row, or no value that fits a function's argument.
      """,
      remedy: "add identities and rows to the fixtures, or express the construct otherwise."),
  ]

  /// 6xx: findings of the linter.
  static let ofLint = [
    DiagnosticExplanation(
      .trustsUserMetadata, "a claim that its user can write decides access",
      """
      `user_metadata` in a Supabase token is whatever its user wrote there with `updateUser`. A \
      policy, view or function that believes it lets everyone be whom they say, however it reads \
      the claim: by `->`, `->>`, `#>>` or a subscript, by a key that is put together, by looking \
      through all claims as text, through a helper or through a view. So does the condition of a \
      trigger or rule. A note says where that can't be ruled out, as all claims go on at once to \
      where their parts can't be followed, and where a default or trigger copies the claim.
      """,
      remedy: "read `app_metadata`, which only the service role writes, or a table of your own.")
  ]
}
