#if JWTVerification
  import Foundation
  import Testing

  @testable import AccessTokens

  /// Signatures of HS256, RS256 and ES256, where the program can verify them.
  struct TokenSignatureTests {
    private let signed: SignedTokens
    private let keys: TokenKeys

    init() throws {
      signed = try SignedTokens.load()
      keys = try TokenKeys(
        secret: Data(SignedTokens.secret.utf8), keySet: signed.keySetText())
    }

    @Test(arguments: ["hs256", "rs256", "es256"])
    func `what the key signed verifies`(_ name: String) throws {
      try keys.verify(signed.token(name))
    }

    @Test func `a token without a key's name is the only key's`() throws {
      try TokenKeys(secret: nil, keySet: signed.keySetText(["rsa-1"]))
        .verify(signed.token("rs256nokid"))
    }

    @Test(arguments: ["hs256", "rs256", "es256"])
    func `other claims, another header or another signature do not`(_ name: String) throws {
      let parts = try signed.token(name).text.split(separator: ".").map(String.init)
      let claims = try #require(AccessToken.decoded(parts[1]))
      let text = String(decoding: claims, as: UTF8.self)
      let forged = text.replacing("2e3f01", with: "2e3f02")
      #expect(forged != text)
      let payload = Data(forged.utf8).base64EncodedString().replacing("=", with: "")
        .replacing("+", with: "-").replacing("/", with: "_")
      let flipped = (parts[2].first == "A" ? "B" : "A") + parts[2].dropFirst()
      for bad in [
        [parts[0], payload, parts[2]], [parts[0], parts[1], flipped],
        [parts[0], parts[1], String(parts[2].dropLast(4))], [parts[0], parts[1], "AAAA"],
      ] {
        expectForeign(try AccessToken(bad.joined(separator: ".")))
      }
    }

    @Test(arguments: ["confused", "confusedN"])
    func `a public key is no secret`(_ name: String) throws {
      expectForeign(try signed.token(name))
    }

    @Test func `another secret does not`() throws {
      let other = try TokenKeys(
        secret: Data("another secret of at least 32 characters".utf8), keySet: nil)
      #expect(throws: TokenProblem.notSignedBy("the secret")) {
        try other.verify(signed.token("hs256"))
      }
    }

    @Test func `a key that is none is said to be unusable`() throws {
      let keys = try TokenKeys(
        secret: nil,
        keySet: #"{"keys": [{"kty":"EC","crv":"P-256","kid":"ec-1","x":"AQ","y":"AQ"}]}"#)
      #expect(throws: TokenProblem.self) { try keys.verify(signed.token("es256")) }
    }

    private func expectForeign(_ token: AccessToken) {
      #expect {
        try keys.verify(token)
      } throws: { error in
        if case .notSignedBy? = error as? TokenProblem { true } else { false }
      }
    }
  }
#endif
