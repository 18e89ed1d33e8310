import SQLText

/// A script that makes a database, uses it, and looks at it in between.
public struct Script: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    case statement(Statement)
    /// What many roles see, asked in one go while no transaction is open.
    case probes([Probe])
  }

  public struct Statement: Hashable, Sendable {
    public var text: String
    /// The lines for COPY FROM stdin.
    public var copyLines: [String]?
    /// What the generator put into it.
    public var features: [String] = []

    init(_ text: String, copyLines: [String]? = nil, features: [String] = []) {
      (self.text, self.copyLines, self.features) = (text, copyLines, features)
    }

    /// COPY has a protocol of its own.
    var isCopy: Bool { text.prefix(5).uppercased() == "COPY " }
  }

  /// One query as one role.
  public struct Probe: Hashable, Sendable {
    public var role: String
    public var claims: String?
    public var query: String

    /// The same as statements of a script.
    var statements: [Statement] {
      let claim = claims.map {
        Statement("SELECT set_config('request.jwt.claims', \(quoteLiteral($0)), true)")
      }
      return [Statement("BEGIN"), Statement("SET LOCAL ROLE \(quoteIdentifier(role))")]
        + (claim.map { [$0] } ?? []) + [Statement(query), Statement("ROLLBACK")]
    }
  }

  public var steps: [Step]
}
