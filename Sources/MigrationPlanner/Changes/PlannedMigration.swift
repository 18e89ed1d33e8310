public import AccessModel
import SQLBinding
import SQLText

/// The way from a database as it is to what a plan says, and the way back.
///
/// ```swift
/// let migration = PlannedMigration(from: live, to: plan)
/// migration.statements.map(\.text)  // in order, for one transaction
/// ```
///
/// What differs is changed, and nothing else: expressions are compared in their normal form. What
/// does not carry this plan's mark and is not named by the plan stays as it is, and is reported.
/// Nothing is dropped with CASCADE.
public struct PlannedMigration: Sendable {
  /// One statement.
  public struct Statement: Hashable, Sendable {
    /// Without a semicolon.
    public var text: String
    /// The heading it stands under.
    public var title: String
    /// Whether the state after it counts as one that a session could meet: CREATE and the REVOKE
    /// that closes what it made are one step.
    public var endsStep: Bool
    /// As whom it runs; nil: the migration's own role.
    var role: String?
  }

  /// In order; none where nothing differs.
  public var statements: [Statement]
  /// What is not the plan's.
  public var reports: [OwnershipReport]
  /// What differs and can't be changed by any of these statements.
  public var unplanned: [String]
  /// What rows lose by it: columns and tables that are dropped, values that a new type has not.
  public var losses: [DataLoss]
  /// Of a way back: what it can't undo.
  public var remains: [String] = []
  /// Whether each state in between gives at most what the old or the new one gives.
  public var prefixes: PrefixCheck
  /// The database as it is.
  public var before: Catalog
  /// The database as it will be.
  public var after: Catalog

  /// Plans the way from `live` to `plan`; `takeOver`: names of what is to be treated as the plan's
  /// although it carries no mark, `table`, `table.policy` or `*`.
  ///
  /// `version`: the server's, by whose rules states in between and rights are judged.
  public init(
    from live: Catalog, to plan: PlanDocument, takeOver: Set<String> = [],
    version: PostgresVersion = .v15
  ) {
    let target = TargetCatalog(live, plan: plan, takeOver: takeOver, version: version)
    self.init(
      from: live, to: target.catalog, administrator: plan.administrator, version: version)
    reports = target.reports
  }

  /// The way back: from the state after to the state before. Rows that were dropped stay so, and so
  /// do labels that enums got, which PostgreSQL can't take away: see `remains`.
  public var rollback: PlannedMigration {
    var target = before
    let types = after.types.keyed(by: \.name)
    var remains: [String] = []
    for index in target.types.indices {
      guard case .enumeration(let first) = target.types[index].kind,
        case .enumeration(let last)? = types[target.types[index].name]?.kind, first != last
      else { continue }
      let labels = last.filter { !first.contains($0) }.map(quoteLiteral)
      guard !labels.isEmpty, last.filter(first.contains) == first else { continue }
      target.types[index].kind = .enumeration(last)
      remains.append(
        "label \(labels.joined(separator: ", ")) of type \(target.types[index].name)")
    }
    var back = PlannedMigration(
      from: after, to: target, administrator: administrator, version: version)
    back.remains = remains
    return back
  }

  /// The states that the migration passes through, with the number of the statement before each.
  ///
  /// Comments are left out: nobody gains access by one.
  public func states() -> [(statement: Int, catalog: Catalog)] {
    let statements = statements.filter { $0.title != ChangeStage.comments.title }
    return PrefixReplay(from: before, to: after, administrator: administrator, version: version)
      .states(of: statements)
  }

  /// What the role may not do of it: `must be owner of table saved`, with the statement. A superuser
  /// may do all.
  public func missingRights(as role: String) -> [String] {
    if before.role(role)?.isSuperuser == true { return [] }
    return PrefixReplay(from: before, to: after, administrator: administrator, version: version)
      .missingRights(of: statements, as: role)
  }

  /// Objects of which somebody may reach more afterwards; empty where nobody can.
  public var widened: [String] {
    if statements.isEmpty { return [] }
    let (old, new) = (AccessGuards(before, version), AccessGuards(after, version))
    return WiderAccess(of: new, than: old, old).objects.map(\.description).sorted()
  }

  /// Whether relations have triggers or rules: what these write elsewhere is not followed where the
  /// states in between are checked.
  public var hasReactions: Bool {
    [before, after].contains { catalog in
      catalog.tables.contains { !$0.triggers.isEmpty || !$0.rules.isEmpty }
        || catalog.views.contains { !$0.triggers.isEmpty || !$0.rules.isEmpty }
    }
  }

  private var administrator: String
  /// The server's, by whose rules it is judged.
  public let version: PostgresVersion

  /// How often more is closed for a state in between to be no wider than old and new.
  private static let mostRounds = 6

  /// The way from one state to another that is known in full: nothing is left alone.
  public init(
    from old: Catalog, to new: Catalog, administrator: String, version: PostgresVersion = .v15
  ) {
    (before, after, self.administrator, self.version) = (old, new, administrator, version)
    reports = []
    var closed: Set<CatalogChange.ClosedObject> = []
    var replay = PrefixReplay(from: old, to: new, administrator: administrator, version: version)
    var change = CatalogChange(from: old, to: new, version: version)
    statements = Self.statements(of: change)
    prefixes = replay.check(statements)
    for _ in 0..<Self.mostRounds {
      let more = Self.closing(prefixes.failing, after: closed, old)
      guard !more.isSubset(of: closed) else { break }
      closed.formUnion(more)
      change = CatalogChange(from: old, to: new, version: version, closed: closed)
      statements = Self.statements(of: change)
      replay = PrefixReplay(from: old, to: new, administrator: administrator, version: version)
      prefixes = replay.check(statements)
    }
    losses = change.losses
    let left = CatalogChange(from: replay.catalog, to: new, version: version)
    let leftOver = Self.statements(of: left).filter { $0.title != ChangeStage.settings.title }
    // What can't be done without what is refused by name is no news.
    unplanned =
      change.refusals.isEmpty ? prefixes.refusals + leftOver.map(\.text) : change.refusals
  }

  /// What is closed by a policy and still fails is closed by its privileges.
  private static func closing(
    _ failing: Set<CatalogChange.ClosedObject>, after closed: Set<CatalogChange.ClosedObject>,
    _ old: Catalog
  ) -> Set<CatalogChange.ClosedObject> {
    Set(
      failing.map { object in
        guard case .relation(let name) = object, closed.contains(object), old.table(name) != nil
        else { return object }
        return .privileges(name)
      })
  }

  private static func statements(of change: CatalogChange) -> [Statement] {
    var writer = SQLWriter(layout: .indented)
    writer.keepsSources = true
    var role: String?
    var result: [Statement] = []
    for (stage, changes) in change.changes {
      for (index, item) in changes.enumerated() {
        if case .actAs(let name) = item { role = name }
        let next = changes.indices.contains(index + 1) ? changes[index + 1] : nil
        result.append(
          Statement(
            text: writer.text(item), title: stage.title, endsStep: next?.closesWhatIsNew != true,
            role: role))
      }
    }
    return result
  }
}

extension SQLChange {
  /// Whether it belongs to the statement before it: a new object's owner, and what takes away the
  /// privileges that it starts with.
  fileprivate var closesWhatIsNew: Bool {
    guard case .define(let definition) = self else { return false }
    switch definition {
    case .revokeAll, .revokeAllOnIdentity, .owner, .rowSecurity: return true
    default: return false
    }
  }
}
