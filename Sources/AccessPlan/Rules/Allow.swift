import AccessModel

/// A permissive policy, and the grants that make it work. On a view: grants only.
///
/// ```swift
/// Allow(.select, .insert, .delete, to: .owner)
/// Allow(.update, to: .owner, on: name, phoneNumber)
/// Allow(.select, to: .anon, .authenticated, where: isActive == true)
/// ```
///
/// A command without a policy that allows it reaches nothing. Source: PostgreSQL manual, 5.8 "Row
/// Security Policies".
public struct Allow: Sendable {
  let rule: Rule

  /// - Parameters:
  ///   - first: A command; more may follow.
  ///   - to: Whom; more may follow.
  ///   - condition: Which rows: existing ones, and new ones too unless `check` is given.
  ///   - check: Which new rows, for INSERT and UPDATE. An audience of `.owner` must own them too.
  ///   - columns: Grants these columns instead of the whole row, for all but DELETE.
  ///   - name: The policy's name; by default one like `owner may select`.
  public init(
    _ first: CommandSet, _ more: CommandSet..., to audience: Audience, _ others: Audience...,
    where condition: Condition? = nil, check: Condition? = nil, on columns: any AnyColumn...,
    named name: String? = nil, file: String = #fileID, line: Int = #line
  ) {
    rule = Rule(
      isPermissive: true, [first] + more, [audience] + others, condition, check: check,
      columns: columns, name: name, at: SourcePlace(file: file, line: line))
  }
}

/// A restrictive policy: whatever `Allow` lets through must meet this too. It grants nothing.
///
/// Source: PostgreSQL manual, CREATE POLICY, "AS RESTRICTIVE".
public struct Restrict: Sendable {
  let rule: Rule

  /// Parameters are as for `Allow`; the condition is required.
  public init(
    _ first: CommandSet, _ more: CommandSet..., to audience: Audience, _ others: Audience...,
    where condition: Condition, check: Condition? = nil, named name: String? = nil,
    file: String = #fileID, line: Int = #line
  ) {
    rule = Rule(
      isPermissive: false, [first] + more, [audience] + others, condition, check: check,
      columns: [], name: name, at: SourcePlace(file: file, line: line))
  }
}
