public import AccessModel

/// One policy as CREATE POLICY has it, without the grants that it needs: those are `Grant`s.
///
/// For databases that keep policies and grants apart; `Allow` is shorter where it says the same.
///
/// ```swift
/// Policy("own rows", for: .update, to: .authenticated, using: authorID == auth.uid)
/// ```
public struct Policy: Sendable {
  let rule: Rule

  /// - Parameters:
  ///   - name: The policy's name.
  ///   - command: What it is for.
  ///   - kind: Permissive policies are joined by OR; a restrictive one must hold besides them.
  ///   - audience: Whom it is for; more may follow.
  ///   - using: Which rows that are there. Nil: no USING.
  ///   - check: Which new rows. Nil: no WITH CHECK.
  public init(
    _ name: String, for command: Catalog.Policy.Command, _ kind: Kind = .permissive,
    to audience: Audience, _ others: Audience..., using: Condition? = nil,
    check: Condition? = nil, file: String = #fileID, line: Int = #line
  ) {
    var rule = Rule(
      isPermissive: kind == .permissive, [], [audience] + others, nil, check: nil, columns: [],
      name: name, at: SourcePlace(file: file, line: line))
    rule.kind = .policy(command, using: using, check: check)
    self.rule = rule
  }

  /// How a policy is joined with others.
  public enum Kind: Sendable {
    /// Lets rows through.
    case permissive
    /// Keeps rows back that others let through.
    case restrictive
  }
}

/// Privileges on a table or view, or on some of its columns, without a policy.
///
/// ```swift
/// Grant(.select, .truncate, to: .role(auditor))
/// Grant(.update, to: .authenticated, on: name, phoneNumber)
/// ```
public struct Grant: Sendable {
  let rule: Rule

  /// GRANT privileges TO audience; with columns, on these only.
  public init(
    _ first: Privilege, _ more: Privilege..., to audience: Audience, _ others: Audience...,
    on columns: any AnyColumn..., file: String = #fileID, line: Int = #line
  ) {
    var rule = Rule(
      isPermissive: true, [], [audience] + others, nil, check: nil, columns: columns, name: nil,
      at: SourcePlace(file: file, line: line))
    rule.kind = .grants([first] + more)
    self.rule = rule
  }
}
