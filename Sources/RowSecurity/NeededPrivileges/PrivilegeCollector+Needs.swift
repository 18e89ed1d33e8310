extension PrivilegeCollector {
  /// Tables to be checked, by where the finished plan has them.
  struct Needs {
    /// In the range table of the query itself.
    var own: [PrivilegeCheck] = []
    /// In that of subqueries in FROM that are planned by themselves.
    var separate: [PrivilegeCheck] = []
    /// The query finds nothing, as its constants alone show.
    var isEmpty = false
    /// Subqueries of its expressions, then of its policies, then of its subqueries in FROM.
    var inExpressions: [PrivilegeCheck] = []
    var inPolicies: [PrivilegeCheck] = []
    var inSubqueries: [PrivilegeCheck] = []

    var subplans: [PrivilegeCheck] { inExpressions + inPolicies + inSubqueries }

    /// In the order of the finished plan.
    var ordered: [PrivilegeCheck] { own + separate + subplans }

    /// As `ordered`, of a subquery of an expression: what is inside of it was finished before it.
    var inside: [PrivilegeCheck] { subplans + own + separate }

    /// Adds those of a subquery in FROM that is planned by itself.
    mutating func append(separate inner: Needs) {
      separate += inner.own + inner.separate
      inSubqueries += inner.subplans
    }

    /// The finished plan has only the subqueries of its expressions.
    mutating func leaveOut() { (own, separate) = ([], []) }

    /// It depends on the planner's way when these are looked at.
    mutating func makeUnordered() { forEach { $0.isOrdered = false } }

    private mutating func forEach(_ change: (inout PrivilegeCheck) -> Void) {
      for index in own.indices { change(&own[index]) }
      for index in separate.indices { change(&separate[index]) }
      for index in inExpressions.indices { change(&inExpressions[index]) }
      for index in inPolicies.indices { change(&inPolicies[index]) }
      for index in inSubqueries.indices { change(&inSubqueries[index]) }
    }
  }
}
