import AccessModel

extension DiagnosticExplanation {
  /// 2xx: plans and names.
  static let ofPlans = [
    DiagnosticExplanation(
      .duplicateName, "declared twice",
      """
      Two things of one kind share a name that PostgreSQL wants unique: relations of a schema, \
      columns of a relation, policies of a table, roles.
      """,
      remedy: "rename or remove one of them."),
    DiagnosticExplanation(
      .unknownRole, "no such role",
      """
      A rule, owner, membership or identity names a role that the plan does not declare and its \
      platform does not bring. PostgreSQL would refuse the grant or policy.
      """,
      remedy: "declare the role in the plan, or correct the name."),
    DiagnosticExplanation(
      .unknownColumn, "no such column",
      "A key, rule, view or intent names a column that its relation does not have.",
      remedy: "correct the name, or declare the column."),
    DiagnosticExplanation(
      .unknownRelation, "no such relation",
      """
      A query, key, rule or intent names a table or view that the plan does not hold. A relation \
      declared as a struct counts only once the plan lists it.
      """,
      remedy: "list the relation in the plan, or correct the name."),
    DiagnosticExplanation(
      .unknownFunction, "no such function",
      """
      No function of that name takes arguments of these types. PostgreSQL would answer 42883 \
      (undefined_function).
      """,
      remedy: "declare the function, correct its name, or cast the arguments."),
    DiagnosticExplanation(
      .nameTooLong, "name over 63 bytes",
      """
      PostgreSQL cuts names at 63 bytes without an error, so that two long names may become one \
      and a policy may land on another object than was meant.
      """,
      remedy: "choose a shorter name; letters outside ASCII count as two bytes or more."),
    DiagnosticExplanation(
      .emptyName, "empty name", "PostgreSQL has no objects with an empty name.",
      remedy: "give it a name."),
    DiagnosticExplanation(
      .viewColumnMissing, "view declares a column its query does not give",
      "The view's query has no output of that name, so the view could not be created.",
      remedy: "select the column in the query, or remove it from the view."),
    DiagnosticExplanation(
      .viewColumnSurplus, "view's query gives a column the view does not declare",
      """
      The query's output holds more than the declaration says. What a view shows must be read \
      off its declaration, most of all where it runs with its owner's rights.
      """,
      remedy: "declare the column in the view, or leave it out of the query."),
    DiagnosticExplanation(
      .columnOutOfScope, "column of a relation that is not in the query",
      "An expression uses a column whose relation is neither the rule's own nor in a FROM.",
      remedy: "join the relation, or wrap the condition in `exists`."),
    DiagnosticExplanation(
      .invalidRule, "rule that PostgreSQL does not accept",
      """
      The combination has no meaning in PostgreSQL: a USING for INSERT, a check for SELECT or \
      DELETE, DELETE limited to columns, a policy on a view.
      """,
      remedy: "split the rule by command, or remove the part that does not apply."),
    DiagnosticExplanation(
      .missingOwner, "`.owner` where the relation has no owner",
      """
      A rule or intent speaks of the row's owner, but the relation does not say whose its rows \
      are.
      """,
      remedy: "give the relation an `owner` condition, or name a role."),
    DiagnosticExplanation(
      .nameSpoilt, "name that PostgreSQL can't hold",
      "Names hold any character but NUL.",
      remedy: "remove the character."),
    DiagnosticExplanation(
      .dependencyCycle, "depends on itself",
      """
      Views that read each other, or roles that are members of each other, can't be created in \
      any order.
      """,
      remedy: "break the circle."),
    DiagnosticExplanation(
      .unknownSchema, "no such schema",
      "An object is placed in a schema that neither the plan nor its platform declares.",
      remedy: "declare the schema, or correct the name."),
    DiagnosticExplanation(
      .invalidReference, "reference that PostgreSQL does not accept",
      """
      A foreign key names columns that are no primary key or unique constraint of the other \
      table, or of other types, or not as many.
      """,
      remedy: "refer to a key's columns, all of them and in their order."),
  ]
}
