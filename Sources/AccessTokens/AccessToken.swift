import AccessModel
public import Foundation

/// A JWT as far as it says who somebody is: the claims of `Authorization: Bearer …`.
///
/// Reading it verifies no signature: see `TokenKeys`.
///
/// ```swift
/// let token = try AccessToken(text)
/// let identity = try token.identity("ana", at: .now, in: catalog)
/// ```
public struct AccessToken: Hashable, Sendable {
  /// The compact form: three parts of base64url with dots between.
  public let text: String
  /// `HS256`, `RS256`, …, as the header says.
  public let algorithm: String
  /// `kid` of the header: which key signed it.
  public let keyID: String?
  /// The signature, decoded.
  let signature: Data
  /// What is signed: header and payload as they came, and the dot between.
  let signedBytes: Data
  /// The payload as it came: what reaches the database as `request.jwt.claims`.
  public let claims: String
  /// `role`.
  public let role: String?
  /// `sub`.
  public let subject: String?
  /// `aud`, one or several; empty without.
  public let audiences: [String]
  /// `exp`; from this moment on it is nobody's.
  public let expires: Date?
  /// `nbf`.
  public let notBefore: Date?
  /// `iat`.
  public let issued: Date?

  /// The longest token that is read, in bytes.
  public static let sizeLimit = 64 << 10

  /// What tokens are signed with, of RFC 7518 and RFC 8037.
  static let algorithms: Set = [
    "HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256",
    "PS384", "PS512", "EdDSA",
  ]

  /// Reads a token. Throws where it is none: whoever sends it is nobody, and not `anon`.
  ///
  /// Blanks and line ends around it are those of the file that it comes from.
  public init(_ text: String) throws(TokenProblem) {
    guard text.utf8.count <= Self.sizeLimit else { throw .malformed("it is over 64 KiB long") }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw .malformed(
        "a JWT has three parts with dots between, and this has \(parts.count)")
    }
    let header = try Self.object(parts[0], "header")
    let payload = try Self.object(parts[1], "payload")
    guard let algorithm = header.values["alg"] as? String else {
      throw .malformed("its header has no `alg`")
    }
    guard algorithm.lowercased() != "none" else { throw .unsigned }
    guard Self.algorithms.contains(algorithm) else {
      throw .malformed("its `alg` is none that tokens are signed with")
    }
    guard !parts[2].isEmpty, let signature = Self.decoded(parts[2]) else {
      throw .malformed("it has no signature")
    }
    self.signature = signature
    signedBytes = Data("\(parts[0]).\(parts[1])".utf8)
    if header.values["crit"] != nil {
      throw .malformed("its header has `crit`, which is not known")
    }
    self.text = text
    self.algorithm = algorithm
    keyID = header.values["kid"] as? String
    claims = payload.text
    role = try Self.text("role", payload.values)
    subject = try Self.text("sub", payload.values)
    expires = try Self.date("exp", payload.values)
    notBefore = try Self.date("nbf", payload.values)
    issued = try Self.date("iat", payload.values)
    switch payload.values["aud"] {
    case nil, is NSNull: audiences = []
    case let one as String: audiences = [one]
    case let several as [String]: audiences = several
    default: throw .malformed("its claim `aud` is neither a text nor a list of them")
    }
  }

  /// The part's JSON object, and its text.
  private static func object(
    _ part: Substring, _ what: String
  ) throws(TokenProblem) -> (values: [String: Any], text: String) {
    guard let data = decoded(part) else { throw .malformed("its \(what) is not base64url") }
    guard let text = String(data: data, encoding: .utf8), !text.utf8.contains(0) else {
      throw .malformed("its \(what) is not UTF-8 text")
    }
    guard let json = try? JSONSerialization.jsonObject(with: data),
      let values = json as? [String: Any]
    else { throw .malformed("its \(what) is not a JSON object") }
    return (values, text)
  }

  /// base64url without padding, of RFC 4648.
  static func decoded(_ part: some StringProtocol) -> Data? {
    guard part.utf8.allSatisfy({ isLetter($0) }), part.utf8.count % 4 != 1 else { return nil }
    var text = String(part.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    while text.utf8.count % 4 != 0 { text += "=" }
    return Data(base64Encoded: text)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }

  private static func text(
    _ claim: String, _ values: [String: Any]
  ) throws(TokenProblem) -> String? {
    guard let value = values[claim] else { return nil }
    guard let text = value as? String else {
      throw .malformed("its claim `\(claim)` is not a text")
    }
    return text
  }

  /// Seconds since 1970, of RFC 7519.
  private static func date(
    _ claim: String, _ values: [String: Any]
  ) throws(TokenProblem) -> Date? {
    guard let value = values[claim] else { return nil }
    // true and false are numbers to Foundation.
    guard let seconds = value as? Double, !(value is Bool), seconds.isFinite,
      abs(seconds) < 1e12
    else { throw .malformed("its claim `\(claim)` is not a number of seconds") }
    return Date(timeIntervalSince1970: seconds)
  }
}

/// Why a token makes nobody of whoever sends it.
public enum TokenProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is no JWT.
  case malformed(String)
  /// `alg: none`.
  case unsigned
  /// Its time is over.
  case expired(Date)
  /// Its time has not come.
  case notYetValid(Date)
  /// It says that it is made later than it is sent.
  case issuedLater(Date)
  /// It was made for somebody else.
  case wrongAudience([String], wanted: String)
  /// A role that `authenticator` can't become.
  case roleRefused(String)
  /// Its signature is not of the key given.
  case notSignedBy(String)
  /// It names a key that is not among those given; nil: it names none, and there are several.
  case unknownKey(String?)
  /// Its `alg` is none that the keys given are for.
  case algorithmRefused(String, wanted: [String])
  /// The keys given are no keys.
  case unusableKeys(String)
  /// Keys were given to a program that can't verify.
  case cannotVerify

  /// What is wrong, without anything of the token's content that is secret.
  public var description: String {
    switch self {
    case .malformed(let why): "this is not a token: \(why)"
    case .unsigned: "the token is not signed (`alg` is `none`)"
    case .expired(let date): "the token expired at \(date.iso)"
    case .notYetValid(let date): "the token is not valid before \(date.iso)"
    case .issuedLater(let date): "the token is issued at \(date.iso), which has not come"
    case .wrongAudience(let given, let wanted):
      "the token is for \(given.map { "`\($0)`" }.joined(separator: ", ")), not for `\(wanted)`"
    case .roleRefused(let role):
      "the token's role `\(role)` is none that `authenticator` may become"
    case .notSignedBy(let key): "the token's signature does not verify with \(key)"
    case .unknownKey(let id?): "the token's key `\(id)` (kid) is none of those given"
    case .unknownKey(nil): "the token names no key (kid), and there are several"
    case .algorithmRefused(let algorithm, let wanted):
      "the token's `alg` is `\(algorithm)`, and the keys given are for "
        + wanted.map { "`\($0)`" }.joined(separator: ", ")
    case .unusableKeys(let why): "the keys can't be used: \(why)"
    case .cannotVerify: "this program was built without what verifies signatures"
    }
  }
}

extension Date {
  /// A moment as in `2026-01-31T12:00:00Z`; nil if it is none.
  package init?(iso text: String) {
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    self = date
  }

  /// `2026-11-21T10:00:00Z`.
  package var iso: String { formatted(.iso8601) }
}

extension AccessToken {
  /// A claim's value as JSON text; nil if there is none.
  public func value(at path: [String]) -> String? {
    var value: Any? = try? JSONSerialization.jsonObject(with: Data(claims.utf8))
    for key in path { value = (value as? [String: Any])?[key] }
    guard let value else { return nil }
    if let text = value as? String { return text }
    let data = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) }
  }
}
