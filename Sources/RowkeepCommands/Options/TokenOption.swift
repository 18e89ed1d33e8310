import AccessModel
import AccessTokens
import ArgumentParser
import Foundation

/// `--jwt`: somebody as their token tells them.
struct TokenOption: ParsableArguments {
  /// What reports call whoever sends the token.
  static let identityName = "jwt"

  @Option(
    help: ArgumentHelp(
      "A token as clients send it; its bearer is the identity 'jwt'. '-' reads standard input.",
      valueName: "token"))
  var jwt: String?

  @Option(
    help: ArgumentHelp("Whom the token must be for.", valueName: "name"))
  var audience: String?

  /// The token given, if any. Throws where it is none.
  func token() throws(CommandFailure) -> AccessToken? {
    guard let jwt else { return nil }
    let text = jwt == "-" ? readLine(strippingNewline: true) ?? "" : jwt
    do throws(TokenProblem) {
      return try AccessToken(text)
    } catch {
      throw .usage("\(error)", help: "without a token a caller is `anon`")
    }
  }

  /// Whom it makes its bearer, at this moment.
  func identity(of token: AccessToken, in catalog: Catalog) throws(CommandFailure) -> Identity {
    do throws(TokenProblem) {
      return try token.identity(Self.identityName, at: Date(), audience: audience, in: catalog)
    } catch {
      throw .usage("\(error)", help: "without a token a caller is `anon`")
    }
  }
}
