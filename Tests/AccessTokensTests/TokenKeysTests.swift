import Foundation
import Testing

@testable import AccessTokens

/// Which key counts for a token, whether or not signatures can be verified.
struct TokenKeysTests {
  private let signed: SignedTokens
  private let secret = Data(SignedTokens.secret.utf8)

  init() throws { signed = try SignedTokens.load() }

  private func problem(_ name: String, _ keys: TokenKeys) throws -> TokenProblem? {
    let token = try signed.token(name)
    do throws(TokenProblem) {
      try keys.verify(token)
      return nil
    } catch { return error }
  }

  @Test func `an algorithm that no key is for is refused`() throws {
    let set = try TokenKeys(secret: nil, keySet: signed.keySetText())
    for name in ["hs256", "confused", "confusedN"] {
      #expect(
        try problem(name, set) == .algorithmRefused("HS256", wanted: ["ES256", "RS256"]))
    }
    let secret = try TokenKeys(secret: secret, keySet: nil)
    #expect(try problem("rs256", secret) == .algorithmRefused("RS256", wanted: ["HS256"]))
    #expect(try problem("hs512", secret) == .algorithmRefused("HS512", wanted: ["HS256"]))
  }

  @Test func `a key of another algorithm, or an unknown one, is refused`() throws {
    let set = try TokenKeys(secret: nil, keySet: signed.keySetText())
    #expect(try problem("rs256askid_ec", set) == .algorithmRefused("RS256", wanted: ["ES256"]))
    #expect(try problem("unknown", set) == .unknownKey("rsa-9"))
    #expect(try problem("rs256nokid", set) == .unknownKey(nil))
    let other = try TokenKeys(secret: nil, keySet: signed.keySetText(["ec-1"]))
    #expect(try problem("rs256", other) == .unknownKey("rsa-1"))
  }

  @Test(arguments: ["", "[]", "{}", #"{"keys": 1}"#, #"{"keys": []}"#, "not json"])
  func `a key set without keys is none`(_ text: String) {
    #expect(throws: TokenProblem.self) { try TokenKeys(secret: nil, keySet: text) }
  }

  @Test func `keys for encryption, and secrets in a key set, are left out`() throws {
    for key in [
      #"{"kty":"RSA","use":"enc","n":"AQ","e":"AQAB"}"#,
      #"{"kty":"RSA","alg":"RS512","n":"AQ","e":"AQAB"}"#,
      #"{"kty":"EC","crv":"P-384","x":"AQ","y":"AQ"}"#, #"{"kty":"oct","k":"c2VjcmV0"}"#,
    ] {
      #expect(throws: TokenProblem.self) {
        try TokenKeys(secret: nil, keySet: #"{"keys": [\#(key)]}"#)
      }
    }
    #expect(throws: TokenProblem.self) { try TokenKeys(secret: Data(), keySet: nil) }
  }

  #if !JWTVerification
    @Test func `without the trait nothing verifies`() throws {
      let keys = try TokenKeys(secret: secret, keySet: signed.keySetText())
      for name in ["hs256", "rs256", "es256"] {
        #expect(try problem(name, keys) == .cannotVerify)
      }
    }
  #endif
}
