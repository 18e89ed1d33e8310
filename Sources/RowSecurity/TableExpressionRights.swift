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
}

extension BoundExpression {
  /// Whether it calls a function that needs EXECUTE.
  public var callsCatalog: Bool {
    if case .function = self { return true }
    return hasOperand(where: \.callsCatalog)
  }
}
