import AccessLinter
import AccessModel
import AccessReports
import AccessTokens
import ArgumentParser
import Foundation

/// `whoami`: whom the database sees when a token is sent.
struct WhoamiCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "whoami", abstract: "Show whom the database sees when a token is sent.",
      discussion: """
        Without --jwt a caller is 'anon'. A token that is malformed, unsigned, expired, not yet \
        valid, for another audience, or of a role that 'authenticator' may not become, is refused; \
        so is one that no key given has signed.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var variant: VariantOption
  @OptionGroup var token: TokenOption

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let document = try source.document(of: source.entry(variant.variant), in: context)
    let token = try self.token.token()
    let keys = try self.token.keys(in: context)
    let identity =
      try token.map { try self.token.identity(of: $0, keys, in: document.catalog) }
      ?? Identity(TokenOption.identityName, role: "anon")
    var lines = ["role       \(identity.role)"]
    if let role = document.catalog.role(identity.role), role.bypassesRowSecurity {
      lines.append("           no policy applies: it bypasses row security")
    }
    if let token {
      lines.append(
        "user       \(token.subject.map { "\($0) (sub)" } ?? "none: the token has no sub")")
      lines.append("until      \(token.expires?.iso ?? "for ever: the token has no exp")")
      lines.append(
        "signature  \(keys == nil ? "not verified" : "verified") (\(token.algorithm))")
    } else {
      lines.append("user       none: no token was sent")
    }
    lines += claims(of: document.catalog, in: token)
    context.output.write(lines.map { "\($0.printable)\n" }.joined())
    return .clean
  }

  /// What policies read of the token, and what it says there.
  private func claims(of catalog: Catalog, in token: AccessToken?) -> [String] {
    let uses = ClaimUse.all(in: catalog)
    guard !uses.isEmpty else { return ["claims     no policy reads any"] }
    return uses.enumerated().map { index, use in
      let value = token.map { $0.value(at: use.path) ?? "missing" } ?? "missing"
      let count = use.readers.count
      return (index == 0 ? "claims     " : "           ") + "\(use.name) = \(value): read by "
        + (count == 1 ? use.readers[0] : "\(count) policies")
    }
  }
}
