extension PlantedFault {
  private static let changes = "RowSecurity/Rewriting/SecurityRewriter+Changes.swift"
  private static let insert = "RowSecurity/Rewriting/SecurityRewriter+Insert.swift"
  private static let merge = "RowSecurity/Rewriting/SecurityRewriter+Merge.swift"
  private static let path = "RowSecurity/Rewriting/TargetPath.swift"

  /// What each command meets.
  static let commands: [PlantedFault] = [
    .init(
      changes, "if «isRead» {\n        selected.filters?.append", "false",
      "UPDATE … WHERE forgets SELECT policies"),
    .init(
      changes, "if «isRead» { selected.filters?.append(try policies.filters(for: .select)) }",
      "false",
      "DELETE … WHERE forgets SELECT policies"),
    .init(
      changes, "selected.filters = try policies.filters(for: «.update»)", ".select",
      "UPDATE is filtered by SELECT policies alone"),
    .init(
      changes, "selected.checks = try policies.checks(for: «.update»)", ".insert",
      "UPDATE is checked by INSERT policies"),
    .init(
      changes, "selected.filters = try policies.filters(for: «.delete»)", ".update",
      "DELETE is filtered by UPDATE policies"),
    .init(
      insert, "selected.checks = try policies.checks(for: «.insert»)", ".update",
      "INSERT is checked by UPDATE policies"),
    .init(
      insert, "if «isRead» { selected.checks?.append", "false",
      "INSERT … RETURNING forgets SELECT policies"),
    .init(
      insert, "    guard «updates» else { return selected }", "false",
      "DO UPDATE meets no UPDATE policies"),
    .init(
      insert, "if «isRead» {\n        selected.existing?.append", "false",
      "DO UPDATE forgets SELECT policies"),
    .init(
      insert, "selected.updated = try policies.checks(for: «.update»)", ".insert",
      "DO UPDATE is checked by INSERT policies"),
    .init(
      insert, "[.init(.insert, «Set(insert.columns)»)]", "nil",
      "INSERT needs its privilege on the whole table"),
    .init(
      insert, "result.append(.init(.update, «Set(assignments.map(\\.column))»))", "[]",
      "DO UPDATE needs UPDATE on any column"),
    .init(
      merge, "selected.filters = «isRead» ? try policies.filters(for: .select) : nil",
      "false", "MERGE matches hidden rows"),
    .init(
      merge, "selected.existing = try policies.checks(for: «.update», usingOnly: true)", ".select",
      "MERGE's UPDATE forgets USING of UPDATE policies"),
    .init(
      merge, "selected.deletable = try policies.checks(for: «.delete», usingOnly: true)", ".update",
      "MERGE's DELETE meets UPDATE policies"),
    .init(
      merge, "selected.checks = try policies.checks(for: «.insert»)", ".update",
      "MERGE's INSERT meets UPDATE policies"),
    .init(
      merge, "branches.contains { «$0.action == .nothing» }", "false",
      "MERGE … DO NOTHING reads nothing"),
    .init(
      path, "isRead = «!target.readColumns.isEmpty || readsWhole»", "false",
      "no target is ever read"),
    .init(
      path, "guard let columns = conflict?.excludedColumns, «!columns.isEmpty» else", "false",
      "EXCLUDED needs no SELECT"),
  ]
}
