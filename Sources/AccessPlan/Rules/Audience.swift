import AccessModel

/// Whom a rule or intent is about.
public enum Audience: Hashable, Sendable {
  /// `authenticated`, on rows where the relation's `owner` holds.
  case owner
  /// PUBLIC: every role there is or will be.
  case `public`
  /// A role of the plan or its platform.
  case role(Role)

  /// Supabase: callers without a token.
  public static let anon = Audience.role(.anon)
  /// Supabase: callers with a valid token.
  public static let authenticated = Audience.role(.authenticated)
  /// Supabase: servers with the service key, which bypass row security.
  public static let serviceRole = Audience.role(.serviceRole)

  var grantee: Grantee {
    switch self {
    case .owner: .role(Role.authenticated.name)
    case .public: .everyone
    case .role(let role): .role(role.name)
    }
  }

  var subject: Intent.Subject {
    switch self {
    case .owner: .owner
    case .public: .anyone
    case .role(let role): .role(role.name)
    }
  }

  /// As policy names say it.
  var word: String {
    switch self {
    case .owner: "owner"
    case .public: "public"
    case .role(let role): role.name
    }
  }
}
