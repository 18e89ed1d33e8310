import AccessModel

/// Someone who asks, with the patron row that is theirs.
struct Asker {
  let identity: Identity
  /// Nil for people without one.
  let patron: Int?

  /// A visitor, five patrons, someone who signed in for the first time, and the app's own server.
  static let all: [Asker] =
    [Asker(Identity("visitor", role: "anon", claims: #"{"role":"anon"}"#))]
    + [7, 211, 430, 689, 958].map { number in
      signedIn("patron \(number)", email: Marketplace.email(ofPatron: number), patron: number)
    } + [
      signedIn("newcomer", email: "newcomer@example.com", patron: nil),
      Asker(Identity("service", role: "service_role", claims: #"{"role":"service_role"}"#)),
    ]

  private init(_ identity: Identity, patron: Int? = nil) {
    self.identity = identity
    self.patron = patron
  }

  private static func signedIn(_ name: String, email: String, patron: Int?) -> Asker {
    let id = "5f0c1a52-6f0e-4a35-9a57-2f6d1c0b\(7_000 + (patron ?? 0))"
    return Asker(
      Identity(
        name, role: "authenticated",
        claims: #"{"sub":"\#(id)","email":"\#(email)","role":"authenticated"}"#),
      patron: patron)
  }
}
