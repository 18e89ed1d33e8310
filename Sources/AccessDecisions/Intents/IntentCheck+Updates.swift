import AccessFixtures
import AccessModel

extension IntentCheck {
  func withheldUpdates(_ tally: inout IntentTally) throws {
    let columns = among(shape.updatable)
    guard !columns.isEmpty else { return }
    let keyed = try prober.update(columns, foreign)
    tally.note(keyed.undecided)
    report(.reaches, keyed.reached, columns: partial(keyed, columns), &tally)
    var blind = [try prober.blindUpdate(columns, from: rows.rows.indices.first)]
    var named = keyed.reached
    if let ownerColumns = theirs.ownerColumns, let mine = own.first {
      let deciding = columns.filter {
        ownerColumns.contains($0) && !shape.defaultOnly.contains($0)
      }
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
  func reportBlind(
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
      && violation.command == command && violation.through == path?.view
  }

  func partial(_ answer: Prober.Answer, _ columns: [String]) -> [String] {
    prober.isPartial(answer, of: columns) ? answer.columns : []
  }
}
