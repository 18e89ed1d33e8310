public import AccessFixtures
public import AccessModel

/// Who, subscribed to a table, hears of a change of one of its rows.
///
/// As Supabase Realtime has it: an INSERT or UPDATE reaches whoever may SELECT the primary key and sees
/// the row as it has become; of the row it holds the columns that they may SELECT. A DELETE reaches
/// every subscriber, for the row is no more to be looked at, and holds the primary key alone.
/// Source: `realtime.apply_rls()` of supabase/realtime.
public enum EventAudience {
  /// One identity's share.
  public struct Answer: Hashable, Sendable {
    /// The subscriber.
    public var identity: Identity
    /// What reaches them.
    public var delivery: EventDelivery
  }

  /// Each identity's share, in order, if they have subscribed.
  ///
  /// Throws `Who.Failure`, and what the engine throws.
  public static func of(
    _ event: ChangeEvent, _ document: PlanDocument, identities: [Identity],
    asking engine: any DecisionEngine
  ) throws -> [Answer] {
    let engine = RecordingEngine.around(engine)
    let told = try ToldChange(event, document, engine)
    return try identities.map { identity in
      Answer(identity: identity, delivery: try told.delivery(to: identity, engine))
    }
  }
}

/// What of a change reaches a subscriber.
public enum EventDelivery: Hashable, Sendable {
  /// The event, with these columns of the row.
  case record(columns: [String])
  /// That a row was deleted, with these columns of its primary key, whosever the row was.
  case deletedKey(columns: [String])
  /// Nothing.
  case withheld(Decision)

  /// Whether they hear of the change at all.
  public var arrives: Bool { if case .withheld = self { false } else { true } }

  /// The construct that is not modelled, if that is why nothing arrives.
  public var undecidedConstruct: Undecided? {
    if case .withheld(let decision) = self { decision.undecidedConstruct } else { nil }
  }
}

extension EventDelivery: CustomStringConvertible {
  /// `id, body`, `id of whatever is deleted`, or the decision.
  public var description: String {
    switch self {
    case .record(let columns): columns.joined(separator: ", ")
    case .deletedKey(let columns) where columns.isEmpty: "that a row was deleted, without its key"
    case .deletedKey(let columns):
      "\(columns.joined(separator: ", ")): deletions are told to every subscriber"
    case .withheld(let decision): "\(decision)"
    }
  }
}

/// A change as the service sees it: which row, and how it came to be as it is.
private struct ToldChange {
  let event: ChangeEvent
  let shape: RelationShape
  let protectsRows: Bool
  /// The primary key of the row as it has become, or as it was before a DELETE.
  let key: [ColumnValue]
  /// Nil where the row is there already.
  let change: PriorChange?

  init(_ event: ChangeEvent, _ document: PlanDocument, _ engine: RecordingEngine) throws {
    guard let table = document.catalog.table(event.relation),
      let shape = RelationShape(event.relation, in: document.catalog)
    else { throw Who.Failure.unknownRelation(event.relation) }
    self.event = event
    self.shape = shape
    protectsRows = table.rowSecurityEnabled
    let administrator = Identity(document.administrator, role: document.administrator)
    let probes = StandardProbes(shape)
    let key = shape.primaryKey
    var probe = probes.read(key, row: event.row ?? [])
    var change: PriorChange?
    if event.row == nil || event.kind == .update && !event.values.isEmpty {
      // The row before, that it is there.
      if event.row != nil {
        _ = try Self.key(of: try engine.ask(probe, as: administrator).first, shape)
      }
      let action = CaseAction(
        event.row == nil ? .insert : .update, shape.name, row: event.row, values: event.values,
        returning: key)
      probe = probes.action(action)
      change = PriorChange(probe, by: administrator)
    }
    self.change = change
    self.key = try Self.key(of: try engine.ask(probe, as: administrator).first, shape)
  }

  private static func key(of outcome: Outcome?, _ shape: RelationShape) throws -> [ColumnValue] {
    switch outcome {
    case .completed(let completion):
      guard completion.count > 0 else { throw Who.Failure.missingRow }
      let values = completion.rows.first ?? []
      return zip(shape.primaryKey, values).map { ColumnValue($0, $1) }
    case .refused(let error, _): throw Who.Failure.unreadableRow(error)
    default:
      throw Who.Failure.undecided(
        RefusedTruth(outcome, "the changed row of \(shape.name)").undecided)
    }
  }

  func delivery(to identity: Identity, _ engine: RecordingEngine) throws -> EventDelivery {
    let readable = try shape.columnNames.filter { try mayRead($0, identity, engine) }
    guard event.kind != .delete else {
      return .deletedKey(
        columns: readable.filter { !protectsRows || shape.primaryKey.contains($0) })
    }
    guard !shape.primaryKey.isEmpty else {
      return .withheld(
        .undecided(Undecided("changes of `\(shape.name)`, which has no primary key")))
    }
    let probe = StandardProbes(shape).read(shape.primaryKey, row: key)
    let outcomes =
      try change.map { try engine.ask(probe, as: identity, after: $0) }
      ?? engine.ask(probe, as: identity)
    let decision = Who.decision(outcomes.first)
    guard decision.isAccessGranted else { return .withheld(decision) }
    return .record(columns: readable)
  }

  /// Whether the column can be read at all, whatever the rows.
  private func mayRead(
    _ column: String, _ identity: Identity, _ engine: RecordingEngine
  ) throws -> Bool {
    let probe = StandardProbes(shape).read([column], where: .false)
    if case .noPrivilege = Who.decision(try engine.ask(probe, as: identity).first) { return false }
    return true
  }
}
