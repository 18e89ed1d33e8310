import Foundation

@testable import AccessTokens

/// Tokens that another library (PyJWT) signed, for a person, until 2200; the private keys are gone.
///
/// `confused` is HS256 with the RSA key's public PEM text as secret, `confusedN` with its modulus.
struct SignedTokens: Decodable {
  var keySet: KeySet
  var tokens: [String: String]

  struct KeySet: Codable { var keys: [[String: String]] }

  /// What `hs256` and `hs512` are signed with.
  static let secret = "a-secret-of-at-least-thirty-two-characters"

  static func load() throws -> SignedTokens {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Tokens/tokens.json")
    return try JSONDecoder().decode(SignedTokens.self, from: Data(contentsOf: file))
  }

  func token(_ name: String) throws -> AccessToken { try AccessToken(tokens[name] ?? "") }

  func keySetText(_ ids: [String]? = nil) throws -> String {
    var set = keySet
    if let ids { set.keys = ids.compactMap { id in keySet.keys.first { $0["kid"] == id } } }
    return String(decoding: try JSONEncoder().encode(set), as: UTF8.self)
  }
}
