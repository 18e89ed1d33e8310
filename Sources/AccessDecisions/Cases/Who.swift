public import AccessFixtures
public import AccessModel

/// Who can do one thing to one row.
public struct Who: Sendable {
  /// One identity's decision.
  public struct Answer: Hashable, Sendable {
    /// Who asked.
    public var identity: Identity
    /// The decision.
    public var decision: Decision
    /// The question, for `explain` and for other engines.
    public var probe: Probe

    /// Access is granted: the row is reached, or only a constraint of the data is in the way.
    public var can: Bool { decision.isAccessGranted }
  }

  /// Why a question could not be put.
  public enum Failure: Error, Hashable, Sendable {
    /// The catalog has no such relation.
    case unknownRelation(QualifiedName)
    /// The administrator sees no such row.
    case missingRow
    /// The row is named by a value that its column's type does not have, such as `id=abc`.
    case unreadableRow(PostgresError)
    /// Not even the administrator's question was decided.
    case undecided(Undecided)
  }

  /// Each identity's answer, in order.
  ///
  /// A view may hold other rows for other claims: the row must be there for one of `identities`, or of
  /// `witnesses`; for the others it is simply not. Throws `Failure`, and what the engine throws.
  public static func can(
    _ action: CaseAction, _ document: PlanDocument, identities: [Identity],
    witnesses: [Identity] = [], asking engine: any DecisionEngine
  ) throws -> [Answer] {
    let engine = RecordingEngine.around(engine)
    return try identities.map { identity in
      let probe = try probe(
        action, document, identity, engine, witnesses: identities + witnesses)
      let outcome = try engine.ask(probe, as: identity).first
      return Answer(identity: identity, decision: decision(outcome), probe: probe)
    }
  }

  static func decision(_ outcome: Outcome?) -> Decision {
    outcome.map { Decision($0) } ?? .undecided(Undecided("the engine gave no answer"))
  }

  /// The statement of `action`, once it is certain that its row is there for `identity`, or else for
  /// one of `witnesses`.
  static func probe(
    _ action: CaseAction, _ document: PlanDocument, _ identity: Identity,
    _ engine: RecordingEngine, witnesses: [Identity] = []
  ) throws -> Probe {
    guard let shape = RelationShape(action.relation, in: document.catalog) else {
      throw Failure.unknownRelation(action.relation)
    }
    let probes = StandardProbes(shape)
    guard let row = action.row else { return probes.action(action) }
    let lookup = probes.read(shape.columnNames, row: row)
    for asker in [identity] + (shape.isView ? witnesses : []) {
      let outcome = try engine.ask(lookup, as: asker.acting(as: document.administrator)).first
      if case .refused(let error, _) = outcome, error.sqlState.isDataException {
        throw Failure.unreadableRow(error)
      }
      guard case .completed(let completion) = outcome else {
        throw Failure.undecided(RefusedTruth(outcome, "the row of \(shape.name)").undecided)
      }
      guard let found = completion.rows.first else { continue }
      let rows = RelationRows(shape, [found])
      let columns = shape.rewritten
      let own = zip(columns, rows.values(0, columns)).map { ColumnValue($0, $1) }
      return probes.action(action, ownValues: own)
    }
    throw Failure.missingRow
  }
}
