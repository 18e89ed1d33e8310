extension PlantedFault {
  private static let layer = "RowSecurity/Views/ViewLayer.swift"
  private static let path = "RowSecurity/Rewriting/TargetPath.swift"

  /// Views, read and changed.
  static let views: [PlantedFault] = [
    .init(
      "RowSecurity/Rewriting/SecurityRewriter.swift",
      "let inner = «view.securityInvoker ? caller : view.owner»\n    let written", "view.owner",
      "security_invoker is ignored"),
    .init(
      "RowSecurity/Rewriting/SecurityRewriter.swift",
      "if «view.isMaterialized» { return RelationSecurity(checkedAs: role) }", "false",
      "a materialized view's query is run by its reader"),
    .init(
      path, "    role = «inner»", "role", "the table below a view is changed as the caller"),
    .init(
      path, "    if «isRead» {\n      result.append(", "true", "a change always needs SELECT"),
    .init(
      path, "isCascaded = «view.checkOption == .cascaded || viewChecks.first?.isCascaded == true»",
      "view.checkOption == .cascaded", "CASCADED does not reach inner views"),
    .init(
      path,
      "guard «isCascaded || view.checkOption != nil && layer.condition != nil» else { return }",
      "isCascaded", "LOCAL check options are ignored"),
    .init(
      layer, "return «.and(isBarrier ? [condition, outer] : [outer, condition])»", "outer",
      "UPDATE … WHERE through a view forgets the view's WHERE"),
    .init(
      layer, "guard let outer else { return «condition» }", "nil",
      "UPDATE through a view forgets the view's WHERE"),
    .init(
      layer, "let inner = «view.securityInvoker ? caller : view.owner»\n    let writes",
      "caller",
      "changes through a view are the caller's below"),
    .init(
      layer, "if «writes» { path.addCheck(of: view, layer) }", "false",
      "check options are ignored"),
    .init(
      "RowSecurity/Views/ViewUpdatability.swift",
      "if «query.isDistinct || query.distinctOn != nil» {", "false",
      "DISTINCT views can be changed"),
  ]
}
