import AccessModel
import Foundation

/// Somebody whose rows a sample is to hold, as the command line names them.
///
/// `mara=5f0c1a52-…` has this `sub`, `ana=ana@example.com` this `email`, `ben={"sub":"…"}` these
/// claims, and `visitor=anon` is a role without claims.
struct SampledIdentity {
  let name: String
  let value: String

  init(_ text: String) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      // What stands there may be an address or a token.
      throw .usage(
        "`--identity` takes a name and whom it stands for",
        help:
          "write `mara=5f0c1a52-…` (a user's id), `ana=ana@example.com`, `visitor=anon` (a role) "
          + "or `ben={\"sub\": \"…\", \"role\": \"authenticated\"}` (claims)")
    }
    (name, value) = (parts[0], parts[1])
  }

  /// Whom it is in a catalog; `role` where neither the value nor a claim says one.
  func identity(role: String, in catalog: Catalog) throws(CommandFailure) -> Identity {
    if value.hasPrefix("{") {
      guard let claims = try? JSONSerialization.jsonObject(with: Data(value.utf8)),
        let claims = claims as? [String: Any]
      else {
        throw .usage(
          "the claims of `\(name)` are not a JSON object",
          help: "write them as in `\(name)={\"sub\": \"5f0c1a52-…\"}`")
      }
      return Identity(
        name, role: try known(claims["role"] as? String ?? role, catalog), claims: value)
    }
    if catalog.role(value) != nil { return Identity(name, role: value) }
    let claim = value.contains("@") ? "email" : "sub"
    let role = try known(role, catalog)
    let claims = [claim: value, "role": role]
    let json = try? JSONSerialization.data(
      withJSONObject: claims, options: [.sortedKeys, .withoutEscapingSlashes])
    return Identity(name, role: role, claims: json.map { String(decoding: $0, as: UTF8.self) })
  }

  private func known(_ role: String, _ catalog: Catalog) throws(CommandFailure) -> String {
    guard catalog.role(role) == nil else { return role }
    throw .usage(
      "there is no role `\(role)`, which identity `\(name)` would have",
      help: "name one with `--role`, or in its claims")
  }
}
