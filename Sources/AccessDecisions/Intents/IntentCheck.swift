import AccessFixtures
import AccessModel

/// One intent, command and identity against the rows of one relation.
struct IntentCheck {
  let prober: Prober
  let intent: Intent
  let command: AccessCommand
  let theirs: TheirRows
  /// BYPASSRLS or superuser: what such an identity reaches is noted, not a violation.
  let isExempt: Bool
  /// The view whose rows these are, where it is asked what comes of writing through it to the
  /// intent's relation.
  var path: WritableView?

  var rows: RelationRows { prober.rows }
  var shape: RelationShape { rows.shape }
  var own: [Int] { theirs.indices.sorted() }
  var foreign: [Int] { rows.rows.indices.filter { !theirs.indices.contains($0) } }

  func among(_ columns: [String]) -> [String] {
    intent.columns.map { wanted in columns.filter(wanted.contains) } ?? columns
  }

  /// What an INSERT of the intent writes. Columns that the relation fills by itself are written where
  /// the intent names them.
  private var inserted: [String] {
    intent.columns == nil ? shape.insertable : among(shape.insertableByName)
  }

  /// Everyone of the subjects can, on every row that is theirs.
  func granted(_ tally: inout IntentTally) throws {
    guard !own.isEmpty else { return }
    let columns: [String]
    let answer: Prober.Answer
    var reached: Set<Int>
    switch command {
    case .select:
      columns = among(shape.columnNames)
      answer = try prober.read(columns)
      let visible = answer.outcomes.flatMap(\.rows)
      reached = Set(rows.match(visible, answer.columns, preferring: theirs.indices).indices)
    case .insert:
      columns = inserted
      guard !columns.isEmpty || intent.columns == nil else { return }
      answer = try prober.insert(columns, own)
      reached = Set(answer.reached)
    case .update:
      // Who may change rows need not be able to change what they are known by.
      columns = intent.columns == nil ? shape.rewritten : among(shape.updatable)
      guard !columns.isEmpty else { return }
      answer = try prober.update(columns, own)
      reached = Set(answer.reached)
    case .delete:
      columns = []
      answer = try prober.delete(own)
      reached = Set(answer.reached)
    }
    tally.granted += own.count
    tally.note(answer.undecided)
    if answer.undecided != nil { return }
    // All the columns are meant; some of them alone are not enough.
    let missing = columns.filter {
      !answer.columns.contains($0) && !shape.defaultOnly.contains($0)
    }
    if !missing.isEmpty { reached = [] }
    let denied = own.filter { !reached.contains($0) }
    guard !denied.isEmpty else { return }
    let refusal = answer.decisions.first { !$0.isAccessGranted && $0 != .filtered }
    report(.denied, denied, columns: missing, decision: refusal, &tally)
  }

  /// Nobody else can, in any way this command knows.
  func withheld(_ tally: inout IntentTally) throws {
    guard !theirs.isWhole, !rows.rows.isEmpty else { return }
    if !isExempt { tally.withheld += foreign.count }
    switch command {
    case .select: try withheldReads(&tally)
    case .insert: try withheldInserts(&tally)
    case .update: try withheldUpdates(&tally)
    case .delete: try withheldDeletes(&tally)
    }
  }

  private func withheldReads(_ tally: inout IntentTally) throws {
    let columns = among(shape.columnNames)
    let answer = try prober.read(columns)
    tally.note(answer.undecided)
    let visible = answer.outcomes.flatMap(\.rows)
    let seen = rows.match(visible, answer.columns, preferring: theirs.indices)
    let leaked = seen.indices.filter { !theirs.indices.contains($0) }
    guard !leaked.isEmpty || seen.surplus > 0 else { return }
    report(
      .reaches, leaked, count: leaked.count + seen.surplus,
      columns: answer.columns.count < shape.columns.count ? answer.columns : [], &tally)
  }

  private func withheldInserts(_ tally: inout IntentTally) throws {
    let columns = inserted
    guard !columns.isEmpty || intent.columns == nil else { return }
    let answer = try prober.insert(columns, foreign)
    tally.note(answer.undecided)
    // A row without the columns that say whose it is may well come out as the caller's own.
    if let owner = theirs.ownerColumns, !owner.isSubset(of: answer.columns) { return }
    report(.plants, answer.reached, columns: partial(answer, columns), &tally)
  }

  private func withheldDeletes(_ tally: inout IntentTally) throws {
    let keyed = try prober.delete(foreign)
    tally.note(keyed.undecided)
    report(.reaches, keyed.reached, &tally)
    reportBlind(try prober.blindDelete(), named: keyed.reached, &tally)
    guard !shape.isView, own.count < rows.rows.count else { return }
    let truncate = try prober.truncate()
    tally.note(truncate.undecided)
    // 0A000: a foreign key refers to the table, which is found out after the privilege.
    let isPermitted = truncate.decisions.contains {
      switch $0 {
      case .error(let error): error.sqlState == .featureNotSupported
      case .allowed, .bypassed, .filtered: true
      default: false
      }
    }
    if isPermitted { report(.truncates, [], count: foreign.count, &tally) }
  }

  func report(
    _ kind: Violation.Kind, _ indices: [Int], count: Int? = nil, columns: [String] = [],
    decision: Decision? = nil, _ tally: inout IntentTally
  ) {
    let number = count ?? indices.count
    guard number > 0 else { return }
    let identity = prober.identity
    if isExempt, kind != .denied {
      let note = "`\(identity.role)` bypasses row security: `\(intent.relation)` is open to it"
      if !tally.notes.contains(note) { tally.notes.append(note) }
      return
    }
    tally.violations.append(
      Violation(
        identity: identity.name, role: identity.role, command: command, relation: intent.relation,
        kind: kind, count: number, rows: indices.map { path?.label($0) ?? rows.label($0) },
        columns: columns.isEmpty ? nil : path?.baseColumns(columns) ?? columns,
        through: path?.view, decision: decision))
  }
}
