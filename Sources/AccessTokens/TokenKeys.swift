public import Foundation

/// The keys that tokens must be signed with.
///
/// HS256 by a secret, RS256 and ES256 by a key set as `/.well-known/jwks.json` has it. Which of them
/// counts is said by the keys, never by the token alone: a token that says HS256 is not looked at with a
/// public key.
///
/// Only programs built with the package trait `JWTVerification` can verify: see `canVerify`.
///
/// ```swift
/// let keys = try TokenKeys(secret: nil, keySet: jwks)
/// try keys.verify(AccessToken(text))
/// ```
public struct TokenKeys: Sendable {
  /// The key of HS256.
  let secret: Data?
  /// The keys of RS256 and ES256.
  let keySet: [TokenKey]

  /// Throws where the key set can't be read, or there is no key at all.
  ///
  /// - Parameters:
  ///   - secret: What HS256 tokens are signed with, as bytes.
  ///   - keySet: A JSON Web Key Set. Keys for other things than RS256 and ES256 signatures are left out.
  public init(secret: Data?, keySet: String?) throws(TokenProblem) {
    // jwt-kit traps on a shorter one. Source: RFC 7518, 3.2.
    if let secret, secret.count < 32 {
      throw .unusableKeys("the secret has fewer than 32 bytes")
    }
    self.secret = secret
    self.keySet = try keySet.map { text throws(TokenProblem) in try TokenKey.all(in: text) } ?? []
    if secret == nil, self.keySet.isEmpty {
      throw .unusableKeys("there is no key for RS256 or ES256 in the key set")
    }
  }

  /// Whether this program was built with what verifies signatures.
  public static var canVerify: Bool {
    #if JWTVerification
      true
    #else
      false
    #endif
  }

  /// Throws unless one of the keys signed the token.
  public func verify(_ token: AccessToken) throws(TokenProblem) {
    switch token.algorithm {
    case "HS256":
      guard let secret else { throw .algorithmRefused(token.algorithm, wanted: algorithms) }
      try check(token, secret: secret)
    case "RS256", "ES256":
      guard !keySet.isEmpty else { throw .algorithmRefused(token.algorithm, wanted: algorithms) }
      try check(token, with: try key(of: token))
    default: throw .algorithmRefused(token.algorithm, wanted: algorithms)
    }
  }

  /// The algorithms that the keys are for.
  private var algorithms: [String] {
    (secret == nil ? [] : ["HS256"]) + Set(keySet.map(\.algorithm)).sorted()
  }

  /// The one that the token names, or the only one.
  private func key(of token: AccessToken) throws(TokenProblem) -> TokenKey {
    let candidates = token.keyID.map { id in keySet.filter { $0.id == id } } ?? keySet
    guard candidates.count == 1, let key = candidates.first else {
      throw .unknownKey(token.keyID)
    }
    guard key.algorithm == token.algorithm else {
      throw .algorithmRefused(token.algorithm, wanted: [key.algorithm])
    }
    return key
  }
}

/// One public key of a set.
struct TokenKey: Sendable {
  /// `kid`.
  var id: String?
  /// `RS256` or `ES256`.
  var algorithm: String
  /// The key as JSON.
  var json: Data

  /// The keys of a set that are for one of the two algorithms.
  static func all(in text: String) throws(TokenProblem) -> [TokenKey] {
    let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    guard let keys = root?["keys"] as? [[String: Any]] else {
      throw .unusableKeys("the key set is not a JSON object with a list of `keys`")
    }
    return keys.compactMap(TokenKey.init)
  }

  private init?(_ members: [String: Any]) {
    switch (members["kty"] as? String, members["crv"] as? String) {
    case ("RSA", _): algorithm = "RS256"
    case ("EC", "P-256"): algorithm = "ES256"
    default: return nil
    }
    if let stated = members["alg"] as? String, stated != algorithm { return nil }
    if let use = members["use"] as? String, use != "sig" { return nil }
    id = members["kid"] as? String
    // Without what makes a private key of it: only the public half is of use.
    let isPublic = ["kty", "crv", "x", "y", "n", "e"]
    var key = members.filter { isPublic.contains($0.key) }
    key["alg"] = algorithm
    key["kid"] = Self.name
    guard let json = try? JSONSerialization.data(withJSONObject: key) else { return nil }
    self.json = json
  }

  /// What the key is called where it stands alone.
  static let name = "key"
}
