/// What a grant gives. Source: PostgreSQL manual, 5.7 "Privileges".
public enum Privilege: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
  case select = "SELECT"
  case insert = "INSERT"
  case update = "UPDATE"
  case delete = "DELETE"
  case truncate = "TRUNCATE"
  case references = "REFERENCES"
  case trigger = "TRIGGER"
  case usage = "USAGE"
  case create = "CREATE"
  case execute = "EXECUTE"
  case temporary = "TEMPORARY"
  case connect = "CONNECT"
  /// VACUUM, ANALYZE, REINDEX, CLUSTER, REFRESH and LOCK. PostgreSQL 17.
  case maintain = "MAINTAIN"

  /// What ALL PRIVILEGES means on a table or view.
  public static let allOnTable: [Privilege] = [
    .select, .insert, .update, .delete, .truncate, .references, .trigger,
  ]
  /// As `allOnTable`, for a version.
  public static func allOnTable(_ version: PostgresVersion) -> [Privilege] {
    version >= .v17 ? allOnTable + [.maintain] : allOnTable
  }
  /// What ALL PRIVILEGES means on a sequence.
  public static let allOnSequence: [Privilege] = [.usage, .select, .update]
  /// What ALL PRIVILEGES means on a schema.
  public static let allOnSchema: [Privilege] = [.usage, .create]
  /// What ALL PRIVILEGES means on a database.
  public static let allOnDatabase: [Privilege] = [.create, .temporary, .connect]
  /// What can be granted on single columns.
  public static let allOnColumn: [Privilege] = [.select, .insert, .update, .references]

  public static func < (a: Self, b: Self) -> Bool { a.order < b.order }
  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Whom a grant or a policy names: PUBLIC, or a role.
public enum Grantee: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
  case everyone
  case role(String)

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    // No role can be called PUBLIC in capitals unless quoted; `role:` escapes that one.
    self = text == "PUBLIC" ? .everyone : .role(text == "role:PUBLIC" ? "PUBLIC" : text)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .everyone: try container.encode("PUBLIC")
    case .role(let name): try container.encode(name == "PUBLIC" ? "role:PUBLIC" : name)
    }
  }

  public static func < (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.everyone, .everyone), (.role, .everyone): false
    case (.everyone, .role): true
    case (.role(let x), .role(let y)): x < y
    }
  }

  public var description: String {
    switch self {
    case .everyone: "PUBLIC"
    case .role(let name): name
    }
  }
}

/// An object's or column's grants, as `pg_class.relacl` and its kin hold them.
///
/// An object whose list is nil has the built-in default: its owner everything, PUBLIC nothing
/// (functions: PUBLIC EXECUTE). The first GRANT or REVOKE makes that default explicit, after which
/// the owner too has only what is listed.
public struct AccessControlList: Hashable, Codable, Sendable {
  /// What one grantee holds of one grantor. At most one entry for both.
  public struct Entry: Hashable, Codable, Sendable {
    public var grantee: Grantee
    /// Sorted, without repeats.
    public var privileges: [Privilege]
    /// Those held WITH GRANT OPTION; a subset of `privileges`.
    public var grantable: [Privilege]
    /// Nil: the object's owner, as whom a superuser's grants count too.
    public var grantor: String?

    public init(
      _ grantee: Grantee, _ privileges: [Privilege], grantable: [Privilege] = [],
      grantor: String? = nil
    ) {
      self.grantee = grantee
      self.grantor = grantor
      self.privileges = Set(privileges).sorted()
      self.grantable = Set(grantable).sorted()
    }
  }

  public var entries: [Entry]

  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// The list that a nil one stands for: everything to the owner, and what PUBLIC has by default.
  /// Source: `acldefault()` in `src/backend/utils/adt/acl.c`.
  public static func builtIn(
    owner: String, all: [Privilege], everyone: [Privilege] = []
  ) -> Self {
    let publicEntry = everyone.isEmpty ? [] : [Entry(.everyone, everyone)]
    return Self(publicEntry + [Entry(.role(owner), all, grantable: all)])
  }

  /// Adds to what `grantor` gave; nil: the owner.
  public mutating func grant(
    _ privileges: [Privilege], to grantee: Grantee, withGrantOption: Bool = false,
    by grantor: String? = nil
  ) {
    guard !privileges.isEmpty else { return }
    let grantable = withGrantOption ? privileges : []
    if let index = index(grantee, grantor) {
      let old = entries[index]
      entries[index] = Entry(
        grantee, old.privileges + privileges, grantable: old.grantable + grantable,
        grantor: grantor)
    } else {
      entries.append(Entry(grantee, privileges, grantable: grantable, grantor: grantor))
    }
  }

  /// Takes from what `grantor` gave; nil: the owner.
  public mutating func revoke(
    _ privileges: [Privilege], from grantee: Grantee, by grantor: String? = nil
  ) {
    guard let index = index(grantee, grantor) else { return }
    entries[index].privileges.removeAll(where: privileges.contains)
    entries[index].grantable.removeAll(where: privileges.contains)
    if entries[index].privileges.isEmpty { entries.remove(at: index) }
  }

  private func index(_ grantee: Grantee, _ grantor: String?) -> Int? {
    entries.firstIndex { $0.grantee == grantee && $0.grantor == grantor }
  }

  /// Whoever granted them; sorted, without repeats.
  public func privileges(of grantee: Grantee) -> [Privilege] {
    let own = entries.filter { $0.grantee == grantee }
    return own.count == 1 ? own[0].privileges : Set(own.flatMap(\.privileges)).sorted()
  }

  /// Those that the grantee may grant further; sorted, without repeats.
  public func grantable(by grantee: Grantee) -> [Privilege] {
    Set(entries.filter { $0.grantee == grantee }.flatMap(\.grantable)).sorted()
  }
}
