import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// INSERT.
struct InsertRunner {
  private let insert: BoundInsert
  private let source: InsertedRows
  private let returning: ReturningList
  private let writer: TargetWriter
  private let conflict: ConflictAction?
  private let writes: StatementWrites

  init(
    _ insert: BoundInsert, _ target: SecuredTarget?, _ session: Session, _ database: Database
  ) throws(EngineFailure) {
    guard case .table(let table) = insert.target.id, let target else {
      throw .undecided(Undecided("INSERT into what is not a table"))
    }
    self.insert = insert
    source = try InsertedRows(insert, session)
    returning = try Self.returning(insert, session)
    writes = session.newWrites(database)
    writer = try TargetWriter(
      writes, table: table, target: target,
      assigned: Set(insert.columns + (insert.conflict?.assignedColumns ?? [])))
    switch insert.source {
    case .values: (writes.ordered, writes.showsUnstoredRows) = (.all, insert.conflict == nil)
    case .query(let query): if query.comesInOrder { writes.ordered = .all }
    }
    let writes = writes
    conflict = try insert.conflict.map { (conflict) throws(EngineFailure) in
      try ConflictAction(conflict, target, writes, table: table)
    }
  }

  func run() throws(EngineFailure) -> Completion {
    writes.comesInAnyOrder = source.orderCause != nil
    // Seeds number what they join: rows of a join probably come as they are found.
    let mayDiffer = source.orderCause.map { $0.isHash || $0 == .updates } == true
    return try writes.session.inAnyOrder(
      of: source.orderCause,
      orderMatters: { conflict != nil || writes.wasSeen || mayDiffer && writes.drawn > 1 }
    ) { (order) throws(EngineFailure) in
      try attempt(order)
    }
  }

  private func attempt(_ order: RowOrder) throws(EngineFailure) -> Completion? {
    writes.begin()
    try writes.fireBefore(insert.target.id, .insert)
    if let conflict { try conflict.fireBefore() }
    var count = 0
    var returned: [[String?]] = []
    let written = WrittenRows()
    var early: [Int: SQLValue] = [:]
    let isOver = try source.forEach(
      in: order,
      before: { (place, given) throws(EngineFailure) in
        let known = given.map { insert.columns[$0] } + early.keys
        early.merge(
          try writer.root.defaults(before: insert.columns[place], otherThan: known)
        ) { $1 }
      }, defaultInRow: defaultInRow
    ) {
      (values, isAlone) throws(EngineFailure) in
      guard let change = try stored(values, early, isAlone: isAlone, written) else { return }
      count += 1
      try returning.append(
        change, Frame(row: change.new ?? [], of: writer.lastTable), to: &returned)
    }
    guard isOver else { return nil }
    let events = (conflict?.events ?? []) + [.insert]
    try writes.finish(events.map { (insert.target.id, $0) })
    return Completion(
      tag: "INSERT 0 \(count)", count: count, columns: returning.names, rows: returned)
  }

  private static func returning(
    _ insert: BoundInsert, _ session: Session
  ) throws(EngineFailure) -> ReturningList {
    guard insert.conflict != nil, insert.returning.contains(where: \.asksWhetherInserted) else {
      return try ReturningList(insert.returning, insert.returnedRows, session)
    }
    // Behind the target and what was proposed.
    let rows = insert.returnedRows ?? BoundReturnedRows(after: 2)
    return try ReturningList(
      insert.returning.map { $0.tellingInserted(by: rows) }, rows, session)
  }

  /// What DEFAULT is in one of several rows; nil: it is computed with those that are not written.
  private func defaultInRow(_ place: Int) throws(EngineFailure) -> SQLValue? {
    let column = insert.columns[place]
    try writer.root.requireExecutableDefault(column)
    return isPassedOver(column) ? nil : try writer.root.defaultValue(column)
  }

  private func isPassedOver(_ column: Int) -> Bool {
    insert.overriding == .user && writer.model.columns[column].identity != nil
  }

  /// The row that was inserted or updated; nil: neither. `early`: defaults that were computed before a
  /// value.
  private func stored(
    _ values: [SQLValue?], _ early: [Int: SQLValue], isAlone: Bool, _ written: WrittenRows
  ) throws(EngineFailure) -> RowChange? {
    var given = [SQLValue?](repeating: nil, count: writer.model.columns.count)
    for (column, value) in early { given[column] = value }
    for (column, value) in zip(insert.columns, values)
    where value != nil && !isPassedOver(column) {
      given[column] =
        try source.areFittedFirst
        ? value.map { (value) throws(EngineFailure) in try writer.root.fitted(value, column) }
        : value
    }
    guard let conflict else {
      return try writer.insert(given, nil).map { RowChange(new: $0) }
    }
    var old: Row?
    let new = try writer.insert(given, nil) {
      (writer, row) throws(EngineFailure) -> TargetWriter.Inserted? in
      guard let existing = try conflict.existing(writer, row) else {
        written.insert(row, writer.table)
        return nil
      }
      let change = try conflict.resolve(
        existing, proposed: row, writer, root: self.writer.root, isAlone: isAlone, written)
      old = change?.old
      if let new = change?.new { written.insert(new, writer.table) }
      return TargetWriter.Inserted(row: change?.new)
    }
    return new.map { RowChange(old: old, new: $0) }
  }
}

extension BoundConflict {
  var assignedColumns: [Int] {
    if case .update(let assignments, _) = action { assignments.map(\.column) } else { [] }
  }
}

/// Rows that an INSERT … ON CONFLICT has stored, which functions that it calls see among all others.
final class WrittenRows {
  private var rows: [Int: Set<Row>] = [:]

  func insert(_ row: Row, _ table: Int) { rows[table, default: []].insert(row) }

  func contains(_ row: Row, _ table: Int) -> Bool { rows[table]?.contains(row) == true }
}

extension BoundQuery {
  /// Whether no plan gives its rows in another order: those of VALUES, or of one function.
  fileprivate var comesInOrder: Bool {
    guard commonTables.isEmpty, sources.count <= 1, grouping == nil, windows.isEmpty,
      setOperation == nil, !isDistinct, distinctOn == nil, orderBy.isEmpty,
      expressions.allSatisfy({ !$0.hasSubquery })
    else { return false }
    switch sources.first?.kind {
    case nil, .function: return true
    case .query(let inner): return inner.comesInOrder
    case .relation, .system, .commonTable: return false
    }
  }
}
