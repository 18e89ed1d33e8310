import AccessFixtures
public import AccessModel
import RowSecurity

/// Holds intents against every identity and row of the fixtures.
///
/// Whose a row is, is asked of the engine too: the relation's owner condition, with the identity's
/// claims, under the administrator's role, whom no policy limits.
public struct IntentJudge {
  let document: PlanDocument
  let identities: [Identity]
  let engine: RecordingEngine
  /// What is let out of columns is traced in it; nil: it is not traced.
  let marking: (any MarkableEngine)?
  private let shapes: RelationShapes
  /// Only to tell whom an intent speaks of; what a role may do is asked of the engine.
  private let roles: RoleGraph
  private let doors = ReadDoors.Once()

  /// A judge over an engine that holds the fixtures' rows.
  ///
  /// - Parameter marking: An engine with the same rows, in which values are followed through views
  ///   and functions: intents that keep columns from being read mean their values, on every way.
  public init(
    _ document: PlanDocument, identities: [Identity], asking engine: any DecisionEngine,
    marking: (any MarkableEngine)? = nil
  ) {
    self.document = document
    self.identities = identities
    self.engine = .around(engine)
    self.marking = marking
    shapes = RelationShapes(document.catalog)
    roles = RoleGraph(document.catalog.roles)
  }

  /// Every intent of the document. Throws only what the engine throws.
  public func judge() throws -> [IntentResult] { try document.intents.map { try judge($0) } }

  /// One intent. Throws only what the engine throws.
  public func judge(_ intent: Intent) throws -> IntentResult {
    var tally = IntentTally()
    let result: (IntentResult.Verdict) -> IntentResult = { verdict in
      IntentResult(
        intent: intent, verdict: verdict, violations: tally.violations, notes: tally.notes,
        checks: tally.granted + tally.withheld)
    }
    guard let shape = shapes[intent.relation] else {
      return result(.unjudged("the plan has no relation `\(intent.relation)`"))
    }
    if let unknown = intent.columns?.first(where: { shape.column($0) == nil }) {
      return result(.unjudged("`\(intent.relation)` has no column `\(unknown)`"))
    }
    if intent.subjects.contains(.owner), shape.ownerCondition == nil {
      return result(.unjudged("`\(intent.relation)` has no owner condition"))
    }
    if identities.isEmpty { return result(.unjudged("there are no identities")) }
    if intent.commands.isEmpty { return result(.unjudged("it names no command")) }
    var lacking: String?
    var untried: String?
    let probes = StandardProbes(shape)
    for command in intent.commands {
      var part = IntentTally()
      for identity in identities {
        try judge(intent, command, probes, identity, &part)
      }
      lacking = lacking ?? part.lacks(intent, command)
      untried = untried ?? part.untried
      tally.add(part)
    }
    if !tally.violations.isEmpty { return result(.violated) }
    if let undecided = tally.undecided { return result(.undecided(undecided)) }
    return result((lacking ?? untried).map { .unjudged($0) } ?? .held)
  }

  private func judge(
    _ intent: Intent, _ command: AccessCommand, _ probes: StandardProbes, _ identity: Identity,
    _ tally: inout IntentTally
  ) throws {
    let rows: RelationRows
    switch try engine.rows(of: probes, for: identity, administrator: document.administrator) {
    case .success(let truth): rows = truth
    case .failure(let refusal):
      tally.note(refusal.undecided)
      return
    }
    guard let theirs = try theirs(intent, rows, identity, &tally) else { return }
    let check = IntentCheck(
      prober: Prober(engine: engine, identity: identity, rows: rows), intent: intent,
      command: command, theirs: theirs,
      isExempt: roles.bypassesRowSecurity(identity.role))
    if intent.claim != .nobodyBut { try check.granted(&tally) }
    guard intent.claim != .may else { return }
    try check.withheld(&tally)
    guard !check.isExempt, !theirs.isWhole, !check.shape.isView else { return }
    if command == .select {
      try trace(intent, check, &tally)
    } else if !rows.rows.isEmpty {
      try judgeViews(of: intent, check, &tally)
    }
  }

  /// Values of the intent's rows that come out of views and functions.
  private func trace(
    _ intent: Intent, _ check: IntentCheck, _ tally: inout IntentTally
  ) throws {
    guard let marking else { return }
    let identity = check.prober.identity
    let doors = try doors.get(document, engine)
    let trace = ValueTrace(
      document: document, engine: marking, truth: check.rows,
      columns: intent.columns ?? check.shape.columnNames,
      doors: doors.of(intent.relation) { view in
        intent.columns == nil && opens(view, to: identity)
      },
      followsDerived: intent.columns != nil)
    let found = try trace.leaks(to: identity, own: check.theirs.indices)
    tally.note(found.undecided)
    tally.untried = tally.untried ?? found.untried
    for leak in found.leaks {
      check.report(
        leak.isDerived ? .derives(leak.door) : .letsOut(leak.door), leak.rows.sorted(),
        columns: intent.columns == nil && !leak.isDerived
          ? [] : check.shape.columnNames.filter(leak.columns.contains), &tally)
    }
  }

  /// Whether the plan's own words let the identity at the view: what comes out of it is meant to.
  private func opens(_ view: QualifiedName, to identity: Identity) -> Bool {
    document.intents.contains { intent in
      intent.relation == view && intent.claim != .nobodyBut && intent.columns == nil
        && intent.commands.contains(.select)
        && intent.subjects.contains { $0 == .owner || names($0, identity) }
    }
  }

  /// The rows that the intent's subjects give this identity; nil if that is not to be known.
  private func theirs(
    _ intent: Intent, _ rows: RelationRows, _ identity: Identity, _ tally: inout IntentTally
  ) throws -> TheirRows? {
    if intent.rows == nil, intent.subjects.contains(where: { names($0, identity) }) {
      return TheirRows(indices: Set(rows.rows.indices), isWhole: true)
    }
    var conditions: [SQLExpression] = []
    if intent.subjects.contains(.owner) {
      conditions += rows.shape.ownerCondition.map { [$0] } ?? []
    }
    if let told = intent.rows, intent.subjects.contains(where: { names($0, identity) }) {
      conditions.append(told)
    }
    var theirs = TheirRows(indices: [], isWhole: false)
    for condition in conditions {
      let probe = rows.probes.read(rows.shape.key, where: condition)
      let outcome = try engine.ask(probe, as: identity.acting(as: document.administrator)).first
      guard case .completed(let completion) = outcome else {
        tally.note(RefusedTruth(outcome, "whose the rows of \(rows.shape.name) are").undecided)
        return nil
      }
      theirs.indices.formUnion(rows.match(completion.rows, rows.shape.key).indices)
      theirs.ownerColumns = (theirs.ownerColumns ?? []).union(
        condition.columns(of: rows.shape.name.name))
    }
    return theirs
  }

  /// Whether the subject means this identity, apart from rows.
  private func names(_ subject: Intent.Subject, _ identity: Identity) -> Bool {
    switch subject {
    case .anyone: true
    case .role(let role): roles.privileges(of: identity.role).contains(role)
    case .owner: false
    }
  }
}

/// The rows an intent lets one identity at.
struct TheirRows {
  var indices: Set<Int>
  /// All rows there are or may come to be, not only those of the fixtures.
  var isWhole: Bool
  /// The columns that decide whose a row is; nil where ownership is not what counts.
  var ownerColumns: Set<String>?
}

/// What judging has found so far.
struct IntentTally {
  var violations: [Violation] = []
  var notes: [String] = []
  /// Rows checked to be reached, and checked not to be.
  var granted = 0
  var withheld = 0
  private(set) var undecided: Undecided?
  /// What was not asked, for want of values to ask it with.
  var untried: String?

  mutating func note(_ construct: Undecided?) { undecided = undecided ?? construct }

  mutating func add(_ part: IntentTally) {
    violations += part.violations
    notes += part.notes.filter { !notes.contains($0) }
    granted += part.granted
    withheld += part.withheld
    note(part.undecided)
  }

  /// What the fixtures lack for the intent's words on one command, if anything.
  func lacks(_ intent: Intent, _ command: AccessCommand) -> String? {
    let subjects = intent.subjects.map(\.description).joined(separator: ", ")
    if intent.claim != .nobodyBut, granted == 0 {
      return "for \(command.rawValue), no row of `\(intent.relation)` is there for \(subjects)"
    }
    if intent.claim != .may, !intent.subjects.contains(.anyone), withheld == 0 {
      return "for \(command.rawValue), nobody is to be kept from a row of `\(intent.relation)`"
    }
    return nil
  }
}
