import AccessFixtures
import AccessModel

extension IntentJudge {
  /// What an identity writes of the intent's relation through views over it, whichever way they
  /// run: what it may not do there, it may not do in their name either.
  func judgeViews(
    of intent: Intent, _ check: IntentCheck, _ tally: inout IntentTally
  ) throws {
    let counted = tally.withheld
    defer { tally.withheld = counted }
    for view in WritableView.all(over: check.shape, in: document.catalog) {
      guard let shape = RelationShape(view.view, in: document.catalog),
        try mayBeWritten(shape, check)
      else { continue }
      if check.command == .insert {
        let (path, rows) = view.projecting(check.rows, to: shape)
        try self.check(intent, check, path, rows)?.withheld(&tally)
        continue
      }
      switch try engine.rows(
        of: StandardProbes(shape), for: check.prober.identity,
        administrator: document.administrator)
      {
      case .success(let rows):
        let path = view.over(check.rows, rows, preferring: check.theirs.indices)
        try self.check(intent, check, path, rows)?.withheld(&tally)
      case .failure(let refusal): tally.note(refusal.undecided)
      }
    }
  }

  /// The check of a view's rows in place of the relation's; nil where the view has none of the
  /// intent's columns.
  private func check(
    _ intent: Intent, _ check: IntentCheck, _ path: WritableView, _ rows: RelationRows
  ) -> IntentCheck? {
    var seen = intent
    let all = intent.columns ?? check.shape.updatable
    let columns = path.viewColumns(of: Set(all), in: rows.shape)
    if check.command != .delete {
      guard !columns.isEmpty else { return nil }
      seen.columns = columns
    }
    var theirs = TheirRows(
      indices: Set(
        rows.rows.indices.filter { path.baseRow($0).map(check.theirs.indices.contains) ?? true }),
      isWhole: check.theirs.isWhole)
    if let owner = check.theirs.ownerColumns {
      let names = path.viewColumns(of: owner, in: rows.shape)
      // A view without the columns that say whose a row is can't write them.
      theirs.ownerColumns = Set(
        path.baseColumns(names).count >= owner.count ? names : ["", names.first ?? ""])
    }
    seen.relation = intent.relation
    return IntentCheck(
      prober: Prober(engine: engine, identity: check.prober.identity, rows: rows), intent: seen,
      command: check.command, theirs: theirs, isExempt: check.isExempt, path: path)
  }

  /// Whether the identity holds the privilege on the view, and PostgreSQL lets the view be changed.
  private func mayBeWritten(_ shape: RelationShape, _ check: IntentCheck) throws -> Bool {
    let prober = Prober(
      engine: engine, identity: check.prober.identity, rows: RelationRows(shape, []))
    let answer: Prober.Answer
    switch check.command {
    case .select: return false
    case .insert:
      answer = try prober.asking(.insert, shape.insertable) {
        prober.probes.insert($0, [$0.map { _ in nil }])
      }
    case .update: answer = try prober.blindUpdate(shape.updatable, from: nil)
    case .delete: answer = try prober.blindDelete()
    }
    return !answer.decisions.allSatisfy {
      switch $0 {
      case .noPrivilege: true
      case .error(let error):
        error.sqlState == .notInPrerequisiteState || error.sqlState == .featureNotSupported
      default: false
      }
    }
  }
}
