import AccessFixtures
import AccessModel

extension Prober {
  func cell(_ command: AccessCommand) throws -> Cell {
    switch command {
    case .select: try selectCell()
    case .insert: try bypassing(insertCell())
    case .update: try bypassing(updateCell())
    case .delete: try bypassing(deleteCell())
    }
  }

  /// A write that a constraint stopped does not say that row security was bypassed; whoever
  /// bypasses it when reading the relation does so when writing too.
  private func bypassing(_ cell: Cell) throws -> Cell {
    let isSilent = cell.decisions.allSatisfy { decision in
      if case .error = decision { return true }
      return !decision.isAccessGranted
    }
    guard cell.reached > 0, cell.bypasses.isEmpty, isSilent else { return cell }
    var cell = cell
    cell.bypasses = try read(rows.shape.columnNames).bypasses.filter { $0.throughView == nil }
    if !cell.bypasses.isEmpty { cell.kind = .bypass }
    return cell
  }

  private var total: Int { rows.rows.count }
  private var all: [Int] { Array(rows.rows.indices) }

  private func selectCell() throws -> Cell {
    let answer = try read(rows.shape.columnNames)
    let visible = answer.outcomes.flatMap(\.rows)
    var cell = summary(answer, reached: visible.count, of: rows.shape.columnNames)
    let labels = rows.shape.key
    if labels.allSatisfy(answer.columns.contains) {
      cell.rows = rows.match(visible, answer.columns).indices.map(rows.label)
    }
    return cell
  }

  private func insertCell() throws -> Cell {
    if rows.shape.isView || total == 0 {
      let answer = try insertDefaults()
      if isNotWritable(answer) { return Cell(.notApplicable, total: total) }
      if total == 0 { return summary(answer, reached: 0, of: []) }
    }
    let answer = try insert(rows.shape.insertable, all)
    return keyed(answer, of: rows.shape.insertable)
  }

  private func updateCell() throws -> Cell {
    let columns = rows.shape.updatable
    guard !columns.isEmpty else { return Cell(.notApplicable, total: total) }
    let blind = try blindUpdate(columns, from: all.first)
    if isNotWritable(blind) { return Cell(.notApplicable, total: total) }
    return combined(try update(columns, all), blind, of: columns)
  }

  private func deleteCell() throws -> Cell {
    let blind = try blindDelete()
    if isNotWritable(blind) { return Cell(.notApplicable, total: total) }
    return combined(try delete(all), blind, of: [])
  }

  /// Source: PostgreSQL checks this before any privilege (`rewriteTargetView`).
  private func isNotWritable(_ answer: Answer) -> Bool {
    rows.shape.isView
      && answer.decisions.allSatisfy {
        guard case .error(let error) = $0 else { return false }
        return error.sqlState == .notInPrerequisiteState || error.sqlState == .featureNotSupported
      }
  }

  private func keyed(_ answer: Answer, of columns: [String]) -> Cell {
    let reached = answer.reached
    var cell = summary(answer, reached: reached.count, of: columns)
    cell.rows = reached.map(rows.label)
    return cell
  }

  private func combined(_ keyed: Answer, _ blind: Answer, of columns: [String]) -> Cell {
    let blindCount = blind.outcomes.compactMap(\.reachedCount).max()
    // A constraint's error shows that a row was reached, not how many.
    let atLeast = blindCount ?? (blind.decisions.contains(where: \.isAccessGranted) ? 1 : 0)
    var joined = keyed
    if total == 0 || keyed.reached.isEmpty { joined.append(blind.outcomes) }
    joined.indices = keyed.indices
    var cell = summary(joined, reached: max(keyed.reached.count, atLeast), of: columns)
    cell.rows = keyed.reached.map(rows.label)
    cell.blind = blindCount
    cell.bypasses = joined.bypasses.isEmpty ? blind.bypasses : joined.bypasses
    // Where only blind statements are permitted, theirs are the columns that count.
    if keyed.isRefused {
      cell.columns =
        isPartial(blind, of: columns, isBlind: true) && !blind.isRefused ? blind.columns : nil
    }
    return cell
  }

  private func summary(_ answer: Answer, reached: Int, of columns: [String]) -> Cell {
    var cell = Cell(kind(answer, reached), reached: reached, total: total)
    cell.decisions = answer.decisions
    cell.bypasses = answer.bypasses
    if isPartial(answer, of: columns), cell.kind != .noPrivilege {
      cell.columns = answer.columns
    }
    return cell
  }

  private func kind(_ answer: Answer, _ reached: Int) -> Cell.Kind {
    if let undecided = answer.undecided { return .undecided(undecided) }
    if reached > 0, !answer.bypasses.isEmpty { return .bypass }
    if reached > 0 { return reached >= total ? .all : .some }
    for decision in answer.decisions {
      switch decision {
      case .error(let error) where !decision.isAccessGranted: return .error(error)
      case .recursion(let error): return .error(error)
      default: break
      }
    }
    if answer.isRefused { return .noPrivilege }
    return total == 0 ? .noRows : .none
  }
}
