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

  @Option(
    help: ArgumentHelp(
      """
      Verify signatures of HS256 by the secret in a file, up to a line end. Default: the secret in \
      the environment's \(TokenOption.secretVariable), if it is set.
      """, valueName: "file"),
    completion: .file())
  var jwtSecretFile: String?

  @Option(
    help: ArgumentHelp(
      "Verify signatures of RS256 and ES256 by a JSON Web Key Set.", valueName: "file"),
    completion: .file())
  var jwks: String?

  /// Where a secret may stand that no list of processes shows.
  static let secretVariable = "ROWKEEP_JWT_SECRET"
  /// More than any key set has.
  private static let keyLimit = 1 << 20

  /// The keys that signatures are verified with, if any are given.
  func keys(in context: CommandContext) throws(CommandFailure) -> TokenKeys? {
    var secret: String?
    if let jwtSecretFile {
      let text = try TextFile.read(jwtSecretFile, limit: Self.keyLimit)
      secret = String(text.prefix { !$0.isNewline })
    } else if let text = context.environment[Self.secretVariable], !text.isEmpty {
      secret = text
    }
    let keySet = try jwks.map { path throws(CommandFailure) in
      try TextFile.read(path, limit: Self.keyLimit)
    }
    guard secret != nil || keySet != nil else { return nil }
    guard TokenKeys.canVerify else {
      throw .usage(
        "\(TokenProblem.cannotVerify), and keys are given",
        help: "build it with `swift build --traits JWTVerification`; a package that depends on "
          + "Rowkeep says `traits: [\"JWTVerification\"]` there")
    }
    do throws(TokenProblem) {
      return try TokenKeys(secret: secret.map { Data($0.utf8) }, keySet: keySet)
    } catch {
      throw .usage("\(error)")
    }
  }

  /// Says of whom it is not known that the token is theirs.
  func noteUnverified(_ names: [String], in context: CommandContext) {
    let names = names.map { "`\($0)`" }.joined(separator: ", ")
    context.errors.write(
      "note: signature not verified of \(names): give --jwt-secret-file or --jwks\n")
  }

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
  func identity(
    of token: AccessToken, _ keys: TokenKeys?, in catalog: Catalog
  ) throws(CommandFailure) -> Identity {
    do throws(TokenProblem) {
      try keys?.verify(token)
      return try token.identity(Self.identityName, at: Date(), audience: audience, in: catalog)
    } catch {
      throw .usage("\(error)", help: "without a token a caller is `anon`")
    }
  }
}
