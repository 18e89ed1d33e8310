/// What a caller does to a relation's rows.
public enum AccessCommand: String, Hashable, Codable, Sendable, CaseIterable {
  case select, insert, update, delete
}

/// A sentence of the plan: who may, and who alone may, do what to which relation.
///
/// Intents say what must be true of the whole effective database, apart from how it is enforced.
public struct Intent: Hashable, Codable, Sendable {
  public enum Claim: String, Hashable, Codable, Sendable {
    /// Everyone in `subjects` can, on every row that is theirs to reach. Says nothing of others.
    case may
    /// As `may`, and nobody else can.
    case onlyMay
    /// Nobody outside `subjects` can; those in `subjects` need not be able to.
    case nobodyBut
  }

  public var claim: Claim
  public var subjects: [Subject]
  public var commands: [AccessCommand]
  public var relation: QualifiedName
  /// Nil: the whole row. Otherwise reading or writing any of these columns is what is meant.
  public var columns: [String]?
  /// Nil: all rows. Otherwise subjects named by role reach those only where this holds, over the
  /// relation's columns and the caller's claims.
  public var rows: SQLExpression?
  public var place: SourcePlace?

  public init(
    _ claim: Claim, _ subjects: [Subject], _ commands: [AccessCommand],
    on relation: QualifiedName, columns: [String]? = nil, rows: SQLExpression? = nil,
    place: SourcePlace? = nil
  ) {
    self.claim = claim
    self.subjects = subjects
    self.commands = commands
    self.relation = relation
    self.columns = columns
    self.rows = rows
    self.place = place
  }

  /// A class of identities, or of identity and row.
  public enum Subject: Hashable, Codable, Sendable, CustomStringConvertible {
    /// Every identity, whatever its role.
    case anyone
    /// Identities that act as this role or one that has its privileges.
    case role(String)
    /// Identities for whose claims the relation's `ownerCondition` holds on the row.
    case owner

    public init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      switch text {
      case "anyone": self = .anyone
      case "owner": self = .owner
      default: self = .role(text.hasPrefix("role:") ? String(text.dropFirst(5)) : text)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .anyone: try container.encode("anyone")
      case .owner: try container.encode("owner")
      case .role(let name): try container.encode("role:\(name)")
      }
    }

    public var description: String {
      switch self {
      case .anyone: "anyone"
      case .role(let name): name
      case .owner: "the row's owner"
      }
    }
  }
}
