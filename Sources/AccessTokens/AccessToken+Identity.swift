public import AccessModel
public import Foundation
import RowSecurity

extension AccessToken {
  /// How far clocks may differ, in seconds. Source: `Auth.hs` of PostgREST.
  static let leeway: TimeInterval = 30

  /// Whom the database sees, as PostgREST tells it: the role of `role`, or `anon` where the token
  /// names none, and the payload in `request.jwt.claims`.
  ///
  /// - Parameters:
  ///   - name: What reports call them.
  ///   - date: When the token is sent.
  ///   - audience: Whom it must be for; nil: whomever.
  ///   - catalog: Whose `authenticator` must be able to become the role.
  public func identity(
    _ name: String, at date: Date, audience: String? = nil, in catalog: Catalog
  ) throws(TokenProblem) -> Identity {
    if let expires, date >= expires.addingTimeInterval(Self.leeway) { throw .expired(expires) }
    if let notBefore, date < notBefore.addingTimeInterval(-Self.leeway) {
      throw .notYetValid(notBefore)
    }
    if let issued, date < issued.addingTimeInterval(-Self.leeway) { throw .issuedLater(issued) }
    // One without `aud`, or with none in it, is for everyone. Source: PostgREST, "JWT aud Claim
    // Validation".
    if let audience, !audiences.isEmpty, !audiences.contains(audience) {
      throw .wrongAudience(audiences, wanted: audience)
    }
    let role = role ?? "anon"
    let roles = RoleGraph(catalog.roles)
    guard roles.exists(role), roles.mayBecome(role, "authenticator") else {
      throw .roleRefused(role)
    }
    return Identity(name, role: role, claims: claims)
  }
}
