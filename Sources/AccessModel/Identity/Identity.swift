/// Someone who asks: a database role, and the claims of their session.
///
/// The claims reach the database as PostgREST sends them, in `request.jwt.claims`, which is what
/// `auth.uid()` and its kin read.
public struct Identity: Hashable, Codable, Sendable {
  /// The name fixtures and reports use, as in "ana". Not known to the database.
  public var name: String
  /// The role of `SET LOCAL ROLE`.
  public var role: String
  /// JSON text of an object, or nil for a session without claims.
  public var claims: String?

  public init(_ name: String, role: String, claims: String? = nil) {
    self.name = name
    self.role = role
    self.claims = claims
  }

  /// The same claims under another role: used to ask what is true, apart from who may see it.
  public func acting(as role: String) -> Identity { Identity(name, role: role, claims: claims) }
}
