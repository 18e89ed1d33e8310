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

  var rows: RelationRows { prober.rows }
  var shape: RelationShape { rows.shape }
  var own: [Int] { theirs.indices.sorted() }
  var foreign: [Int] { rows.rows.indices.filter { !theirs.indices.contains($0) } }

  func among(_ columns: [String]) -> [String] {
    intent.columns.map { wanted in columns.filter(wanted.contains) } ?? columns
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
      columns = among(shape.insertable)
      guard !columns.isEmpty || intent.columns == nil else { return }
      answer = try prober.insert(columns, own)
      reached = Set(answer.reached)
    case .update:
      columns = among(shape.updatable)
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
    let missing = columns.filter { !answer.columns.contains($0) }
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
    let columns = among(shape.insertable)
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

  private func withheldUpdates(_ tally: inout IntentTally) throws {
    let columns = among(shape.updatable)
    guard !columns.isEmpty else { return }
    let keyed = try prober.update(columns, foreign)
    tally.note(keyed.undecided)
    report(.reaches, keyed.reached, columns: partial(keyed, columns), &tally)
    var blind = [try prober.blindUpdate(columns, from: rows.rows.indices.first)]
    var named = keyed.reached
    if let ownerColumns = theirs.ownerColumns, let mine = own.first {
      let deciding = columns.filter(ownerColumns.contains)
      if deciding.count == ownerColumns.count {
        named += try withheldHandovers(mine, deciding, alreadyReached: named, &tally)
        blind.append(try prober.blindUpdate(deciding, from: mine))
      }
    }
    for answer in blind { reportBlind(answer, named: named, &tally) }
  }

  /// Rows that change hands, by writing the columns that decide whose they are: one's own row with
  /// each other owner's values, and each other row with one's own. Returns the rows taken over.
  private func withheldHandovers(
    _ mine: Int, _ deciding: [String], alreadyReached: [Int], _ tally: inout IntentTally
  ) throws -> [Int] {
    let ours = rows.values(mine, deciding)
    var others: [[String?]: Int] = [:]
    for index in foreign where rows.values(index, deciding) != ours {
      others[rows.values(index, deciding)] = others[rows.values(index, deciding)] ?? index
    }
    let sources = others.values.sorted()
    let given = try prober.overwrite(mine, deciding, from: sources)
    tally.note(given.undecided)
    if given.columns.count == deciding.count { report(.givesAway, given.reached, &tally) }

    let taken = try prober.update(deciding, foreign) { _, usable in rows.values(mine, usable) }
    tally.note(taken.undecided)
    let known = Set(alreadyReached)
    let fresh = taken.reached.filter { !known.contains($0) }
    guard taken.columns.count == deciding.count else { return [] }
    report(.takesOver, fresh, &tally)
    return fresh
  }

  /// A blind statement that reached more rows than are theirs, unless those are named already.
  private func reportBlind(
    _ answer: Prober.Answer, named: [Int], _ tally: inout IntentTally
  ) {
    tally.note(answer.undecided)
    let counted = answer.outcomes.compactMap(\.reachedCount).max() ?? 0
    // A constraint's error shows a row reached; whose, is known only if none is theirs.
    let stopped = answer.decisions.contains(where: \.isAccessGranted) && own.isEmpty ? 1 : 0
    let surplus = max(counted, stopped) - own.count
    guard surplus > 0, named.isEmpty else { return }
    guard !tally.violations.contains(where: { isSame($0, .reachesBlindly) }) else { return }
    report(.reachesBlindly, [], count: surplus, &tally)
  }

  private func isSame(_ violation: Violation, _ kind: Violation.Kind) -> Bool {
    violation.identity == prober.identity.name && violation.kind == kind
      && violation.command == command
  }

  private func partial(_ answer: Prober.Answer, _ columns: [String]) -> [String] {
    answer.columns.count < columns.count ? answer.columns : []
  }

  func report(
    _ kind: Violation.Kind, _ indices: [Int], count: Int? = nil, columns: [String] = [],
    decision: Decision? = nil, _ tally: inout IntentTally
  ) {
    let number = count ?? indices.count
    guard number > 0 else { return }
    let identity = prober.identity
    if isExempt, kind != .denied {
      let note = "`\(identity.role)` bypasses row security: `\(shape.name)` is open to it"
      if !tally.notes.contains(note) { tally.notes.append(note) }
      return
    }
    tally.violations.append(
      Violation(
        identity: identity.name, role: identity.role, command: command, relation: shape.name,
        kind: kind, count: number, rows: indices.map(rows.label),
        columns: columns.isEmpty ? nil : columns, decision: decision))
  }
}
