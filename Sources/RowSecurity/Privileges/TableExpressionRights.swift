import AccessModel
public import SQLBinding

extension RowSecurityEngine {
  /// EXECUTE on the functions of a table's CHECKs and generated columns, which whoever writes the
  /// row must have. RULES 18.
  ///
  /// Looked at when the first row comes to them. Source: `ExecRelCheck()` in `execMain.c`.
  public func requireExecute(
    in expression: BoundExpression, as role: String
  ) throws(EngineFailure) {
    var checks: [PrivilegeCheck] = []
    expression.forEach {
      guard case .function(let index, _, _) = $0 else { return }
      checks.append(PrivilegeCheck(.execute, on: .function(index), as: role))
    }
    if let error = try privileges.firstFailure(of: checks) { throw .postgres(error) }
  }

  /// The same for an index, whose functions were merged by whoever used the table first in the
  /// session: what that one could call is not looked at again. Undecided where it matters.
  ///
  /// Source: `RelationGetIndexExpressions()` in `src/backend/utils/cache/relcache.c`.
  public func requireExecute(
    inIndex expression: BoundExpression, as role: String
  ) throws(EngineFailure) {
    do throws(EngineFailure) {
      try requireExecute(in: expression, as: role)
    } catch {
      guard case .postgres(let refusal) = error,
        catalog.catalog.functions(refusedBy: refusal).contains(where: {
          $0.language == "sql" && !$0.isSecurityDefiner
        })
      else { throw error }
      throw .undecided(Undecided("who was the first to use an index that calls a function"))
    }
  }
}

extension BoundExpression {
  /// Whether it calls a function that needs EXECUTE.
  public var callsCatalog: Bool {
    if case .function = self { return true }
    return hasOperand(where: \.callsCatalog)
  }
}
