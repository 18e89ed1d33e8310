import AccessModel
import AccessTokens
import Foundation

/// What an identity that is a token has in `cases.yaml`: `jwt`, `at`, `audience`.
struct TokenFields {
  private let token: YAMLValue
  private let date: String?
  private let audience: String?

  /// Nil where there is no `jwt`.
  init?(_ fields: inout CaseFields, _ diagnostics: inout [Diagnostic]) {
    guard let token = fields.take("jwt") else { return nil }
    self.token = token
    date = fields.takeText("at", &diagnostics)
    audience = fields.takeText("audience", &diagnostics)
  }

  /// Whom the token makes its bearer; whatever is wrong with it is a diagnostic, and nobody.
  func identity(
    _ name: String, in catalog: Catalog, keys: TokenKeys?, _ diagnostics: inout [Diagnostic]
  ) -> Identity? {
    guard let text = token.text else {
      diagnostics.append(.wrongKind(token, "jwt", "a token"))
      return nil
    }
    guard let sent = date.map(Date.init(iso:)) ?? Date() else {
      diagnostics.append(
        Diagnostic(
          .malformedCases, "`at` of identity `\(name)` is no moment: `\(date ?? "")`",
          at: token.place, help: "write it as in `2026-01-31T12:00:00Z`"))
      return nil
    }
    do throws(TokenProblem) {
      let token = try AccessToken(text)
      try keys?.verify(token)
      return try token.identity(name, at: sent, audience: audience, in: catalog)
    } catch {
      diagnostics.append(
        Diagnostic(.refusedToken, "identity `\(name)`: \(error)", at: token.place))
      return nil
    }
  }
}
