public import AccessModel
public import SQLBinding

/// A statement together with everything that row security demands of it.
///
/// Order of events: `privileges` are checked; rows of the target and of every mentioned relation
/// are filtered by their `RelationSecurity`; each new row must pass `checks` before it is stored.
public struct SecuredStatement: Sendable {
  /// The statement, each mention of a relation carrying its `RelationSecurity`.
  public var statement: BoundStatement
  /// In the order in which PostgreSQL would report the first that is missing.
  public var privileges: [PrivilegeCheck]
  /// For INSERT, UPDATE and DELETE.
  public var target: SecuredTarget?
  /// A rule says DO INSTEAD NOTHING: the statement is not run, and nothing is checked for it.
  public var isReplacedByNothing = false
  /// Materialized views whose rows the plan reads, which must have been stored once. RULES 63.
  public var opened: [OpenedView] = []
  /// How a query locks rows, if its plan does: the first way of several.
  public var lock: SQLRowLock.Strength?
  /// Its constants alone say that there is no row to change.
  public var changesNothing = false

  /// The statements that rules have made of it, which run one after the other, each with its own
  /// privileges; nil: no rule has. RULES 60.
  public var sequence: [SecuredStatement]?
  /// Which of them gives the rows and the tag; nil: none.
  public var answering: Int?

  /// For the statements of a WITH that change rows, by the table's id.
  public var commonTargets: [Int: SecuredTarget] = [:]

  public init(
    statement: BoundStatement, privileges: [PrivilegeCheck], target: SecuredTarget? = nil,
    commonTargets: [Int: SecuredTarget] = [:]
  ) {
    self.statement = statement
    self.privileges = privileges
    self.target = target
    self.commonTargets = commonTargets
  }
}

extension SecuredStatement {
  /// Whether it needs more than SELECT on a relation that is not temporary: what a read-only
  /// transaction refuses, before it looks at privileges.
  ///
  /// Source: `ExecCheckXactReadOnly()` in `src/backend/executor/execMain.c`.
  public func writes(in catalog: Catalog) -> Bool {
    privileges.contains { check in
      guard case .relation(let id) = check.object, check.isOfMoreThanReading else { return false }
      if case .table(let table) = id { return !catalog.tables[table].isTemporary }
      return true
    }
  }
}

/// A materialized view that a plan opens when it starts, whether or not it comes to read a row.
///
/// Source: `ExecOpenScanRelation()` in `src/backend/executor/execUtils.c`.
public struct OpenedView: Hashable, Sendable {
  /// By position in `Catalog.views`.
  public var view: Int
  /// A subquery of an expression or of WITH reads it, and is opened before all else.
  public var isInSubplan = false
}

/// What protects the rows of the table that a statement changes.
///
/// A statement on an automatically updatable view has become one on the table below; this is that
/// table's protection, with what the views add.
public struct SecuredTarget: Sendable {
  public var checkedAs: String
  /// Nil: row security does not apply. Otherwise which old rows can be reached.
  public var filters: [SecurityFilter]?
  /// What new rows must meet, in order; the first that is not TRUE is the error.
  public var checks: [SecurityFilter]
  public var bypass: BypassReason?
  /// For INSERT … ON CONFLICT DO UPDATE. RULES 44.
  public var conflict: ConflictSecurity?
  /// For MERGE, which does several things. RULES 46–48.
  public var merge: MergeSecurity?
  /// WITH CHECK OPTION of the views, those of inner views first; met by rows once stored. RULES 57.
  public var viewChecks: [ViewCheck] = []
  /// What the views show, the innermost first: a row that ON CONFLICT finds may be hidden by them.
  public var viewConditions: [ViewCheck] = []
  /// Views between the statement and the table, the outermost first.
  public var views: [QualifiedName] = []
  /// For each of the filters and checks above, the command whose policies it is made of.
  public var commands = TargetCommands()
  /// What the target itself needs, and each view above it.
  var needs = TargetNeeds()
  /// What its policies need, if other statements share it.
  var demands: TargetDemands?

  /// Of the same object wherever filters and checks are the same; nil if no statement shares them.
  public var sharedIdentity: AnyObject? { demands }

  public init(
    checkedAs: String, filters: [SecurityFilter]? = nil, checks: [SecurityFilter] = [],
    bypass: BypassReason? = nil
  ) {
    self.checkedAs = checkedAs
    self.filters = filters
    self.checks = checks
    self.bypass = bypass
  }
}

extension SecuredTarget {
  /// Conditions of the security_barrier views on the way to the table, the innermost first.
  public var barriers: [BoundExpression] {
    viewConditions.filter(\.isBarrier).compactMap(\.condition)
  }
}

/// What row security demands where a row proposed meets one that is there.
public struct ConflictSecurity: Sendable {
  /// Of the row that is there; not to meet them is an error.
  public var existing: [SecurityFilter]
  /// Of the row that takes its place.
  public var updated: [SecurityFilter]
}

/// What row security demands of the rows that MERGE changes, by what is done with them.
public struct MergeSecurity: Sendable {
  /// Of old rows; not to meet them is an error.
  public var updatable: [SecurityFilter]
  public var deletable: [SecurityFilter]
  /// Of new rows.
  public var updated: [SecurityFilter]
  public var inserted: [SecurityFilter]
}

/// The condition of a view, which a row must meet.
public struct ViewCheck: Sendable {
  public var view: QualifiedName
  /// Over a row of the table that is changed; nil where the view shows every row.
  public var condition: BoundExpression?
  /// What the statement says is asked only of rows that meet it. RULES 61.
  public var isBarrier = false
}

/// The privileges a statement needs on its target, and on each view between it and the table.
struct TargetNeeds: Sendable {
  /// Of the relation that the statement names, then of its EXCLUDED.
  var named: [PrivilegeCheck] = []
  /// Of what lies below it, which PostgreSQL adds to the end of its list.
  var below: [PrivilegeCheck] = []
}

extension [SecurityFilter] {
  /// Default deny: no row meets them. RULES 30.
  public var denyAll: Bool { contains { $0.conditions.isEmpty } }
}

extension SecurityFilter {
  /// The error for a new row that fails it. Only restrictive policies are named. RULES 34.
  public func violation(of table: Catalog.Table) -> PostgresError {
    switch self {
    case .permissive:
      PostgresError(
        .insufficientPrivilege,
        "new row violates row-level security policy for table \"\(table.name.name)\"")
    case .restrictive(let condition):
      PostgresError(
        .insufficientPrivilege,
        "new row violates row-level security policy \"\(table.policies[condition.policy].name)\" "
          + "for table \"\(table.name.name)\"")
    }
  }

  /// The error for a row that is there and may not be changed. `subject`: `new` for ON CONFLICT,
  /// which names it so, or `target` for MERGE. Source: `ExecWithCheckOptions()`.
  public func refusal(of table: Catalog.Table, _ subject: String) -> PostgresError {
    let policy =
      switch self {
      case .permissive: ""
      case .restrictive(let condition): " \"\(table.policies[condition.policy].name)\""
      }
    return PostgresError(
      .insufficientPrivilege,
      "\(subject) row violates row-level security policy\(policy) (USING expression) for table "
        + "\"\(table.name.name)\"")
  }
}
