import AccessModel
import RowSecurity
import SQLBinding

/// NOT NULL, CHECK and unique constraints of one table, compiled. RULES 75, 78.
///
/// Source: `ExecConstraints()` in `src/backend/executor/execMain.c`.
struct TableConstraints {
  private let table: Int
  private let compiled: CompiledConstraints
  private let description: RowDescription
  private let session: Session

  init(
    _ table: Int, _ session: Session, _ description: RowDescription
  ) throws(EngineFailure) {
    self.table = table
    self.session = session
    self.description = description
    compiled = try session.constraints(of: table)
  }

  private var model: Catalog.Table { compiled.model }
  private var checks: [(name: String, condition: Evaluator)] { compiled.checks }
  private var keys: [UniqueKey] { compiled.keys }
  private var conditions: [BoundExpression] { compiled.conditions }
  private var primaryKey: [String] { compiled.primaryKey }
  /// The sequence that fills each column.
  var sequences: [SequenceStore.ID?] { compiled.sequences }

  var hasDeferrableKeys: Bool { keys.contains(where: \.isDeferrable) }

  /// NOT NULL, then CHECK: both come after row security. FALSE fails a CHECK, NULL does not.
  func requireValid(_ row: Row) throws(EngineFailure) {
    for (position, value) in row.enumerated()
    where value.isNull && compiled.notNull.contains(position) {
      let column = model.columns[position]
      throw .postgres(
        PostgresError(
          .notNullViolation,
          "null value in column \"\(column.name)\" of relation \"\(model.name.name)\" "
            + "violates not-null constraint", detail: description.failingRow(row)
        ).about(ErrorObjects(model.name, column: column.name)))
    }
    for condition in conditions {
      try session.requireExecute(in: condition)
    }
    let frame = Frame(row: row, of: table)
    for (name, condition) in checks where try condition(frame).truth == false {
      throw .postgres(
        PostgresError(
          .checkViolation,
          "new row for relation \"\(model.name.name)\" violates check constraint \"\(name)\"",
          detail: description.failingRow(row)
        ).about(ErrorObjects(model.name, constraint: name)))
    }
  }

  /// Unique constraints see every row, hidden ones too. `old` is the row being replaced. Gives the
  /// deferrable exclusions that find another row in the way now.
  ///
  /// Source: `ExecInsertIndexTuples()` in `src/backend/executor/execIndexing.c`.
  func requireUnique(
    _ row: Row, replacing old: Row?, in changes: Changes
  ) throws(EngineFailure) -> Set<String> {
    do throws(EngineFailure) {
      try requireIndexable(row, replacing: old)
    } catch .postgres(let denied) {
      if model.indexes.count + model.keys.count + model.exclusions.count == 1 {
        throw .postgres(denied)
      }
      do throws(EngineFailure) {
        _ = try requireKeys(row, replacing: old, in: changes)
      } catch {
        throw .undecided(Undecided("which of two indexes is filled first"))
      }
      throw .postgres(denied)
    } catch {
      throw error
    }
    return try requireKeys(row, replacing: old, in: changes)
  }

  /// Indexes are computed for a new row, unless it replaces one that has the same values for each
  /// of them. RULES 18.
  ///
  /// Source: `FormIndexDatum()` in `src/backend/catalog/index.c`, `heap_update()`.
  private func requireIndexable(_ row: Row, replacing old: Row?) throws(EngineFailure) {
    guard !compiled.indexes.isEmpty else { return }
    if let old, compiled.indexedColumns.allSatisfy({ old[$0] == row[$0] }) { return }
    for index in compiled.indexes { try index.evaluate(row, session) }
  }

  private func requireKeys(
    _ row: Row, replacing old: Row?, in changes: Changes
  ) throws(EngineFailure) -> Set<String> {
    var suspects: Set<String> = []
    var rest = compiled.filled[...]
    while let key = rest.popFirst() {
      if key.isDeferrable, key.clash == nil { continue }
      let rivals = try key.rivals(of: row, replacing: old, table, in: changes, session)
      guard let first = rivals.first else {
        if session.writes?.watchesKeys == true, let columns = key.columns,
          let values = try key.values(row)
        {
          changes.noteFree(table, columns, values)
        }
        continue
      }
      guard !key.isDeferrable else {
        suspects.insert(key.name)
        continue
      }
      if key.isLate {
        for other in rest where !other.isDeferrable && other.kind != key.kind {
          let others = try other.rivals(of: row, replacing: old, table, in: changes, session)
          guard others.isEmpty else {
            throw .undecided(Undecided("which of two indexes is filled first", isRefusal: true))
          }
        }
      }
      throw violation(of: key, row, [first] + rivals.dropFirst(), in: changes)
    }
    return suspects
  }

  /// At the end of the statement: the row itself is found too. `suspects`: the exclusions that it was
  /// in doubt for when it was stored.
  func requireDeferred(
    _ row: Row, suspects: Set<String>, in changes: Changes
  ) throws(EngineFailure) {
    for key in keys where key.isDeferrable {
      if key.clash != nil, !suspects.contains(key.name) { continue }
      let rivals = try key.rivals(ofStored: row, table, in: changes, session)
      guard !rivals.isEmpty else { continue }
      guard
        session.variables.defers(
          key.name, of: model.name, isDeferrable: key.isDeferrable,
          isInitiallyDeferred: key.isInitiallyDeferred)
      else { throw violation(of: key, row, rivals, in: changes) }
      session.variables.deferred.append(
        .unique(DeferredUnique(table: model.name, constraint: key.name, row: row)))
    }
  }

  /// Whether a row that was let in still finds another.
  func recheck(_ constraint: String, _ row: Row, in changes: Changes) throws(EngineFailure) {
    guard let key = keys.first(where: { $0.name == constraint }) else { return }
    let rivals = try key.rivals(ofStored: row, table, in: changes, session)
    if !rivals.isEmpty { throw violation(of: key, row, rivals, in: changes) }
  }

  /// The index is this table's own, whichever table above the statement names.
  private func violation(
    of key: UniqueKey, _ row: Row, _ rivals: [Changes.RowReference], in changes: Changes
  ) -> EngineFailure {
    let description = RowDescription(session, table: table)
    do throws(EngineFailure) {
      let shown = try description.key(key, row)
      guard key.clash != nil else {
        return .postgres(
          PostgresError(
            .uniqueViolation, "duplicate key value violates unique constraint \"\(key.name)\"",
            detail: shown.map { "\($0) already exists." }
          ).about(ErrorObjects(model.name, constraint: key.name)))
      }
      let other = try description.onlyKey(key, rivals.map { changes.row(table, $0) })
      return .postgres(
        PostgresError(
          .exclusionViolation,
          "conflicting key value violates exclusion constraint \"\(key.name)\"",
          detail: RowDescription.conflict(shown, with: other, isStored: true)
            ?? "Key conflicts with existing key."
        ).about(ErrorObjects(model.name, constraint: key.name)))
    } catch {
      return error
    }
  }

  /// The first row that a unique constraint would find in the way. `numbers`: of the constraints
  /// to look at; nil: all.
  ///
  /// Source: `ExecCheckIndexConstraints()` in `execIndexing.c`.
  func conflict(
    with row: Row, keys numbers: [Int]?, in changes: Changes
  ) throws(EngineFailure) -> Changes.RowReference? {
    let asked = numbers.map { numbers in numbers.map { keys[$0] } } ?? compiled.filled
    let isOrderKnown =
      !asked.contains(where: \.isDeferrable)
      || !asked.contains { $0.isLate || $0.clash != nil }
    for key in asked {
      guard !key.isDeferrable else {
        if !isOrderKnown {
          for other in asked where !other.isDeferrable {
            let found = try other.rivals(of: row, replacing: nil, table, in: changes, session)
            guard found.isEmpty else { throw Self.unknownOrder }
          }
        }
        throw .postgres(
          PostgresError(
            .notInPrerequisiteState,
            "ON CONFLICT does not support deferrable unique constraints/exclusion constraints "
              + "as arbiters"))
      }
      try key.requireExecutable(for: row, session)
      let found = try key.rivals(of: row, replacing: nil, table, in: changes, session)
      guard let first = found.first else { continue }
      guard isOrderKnown else { throw Self.unknownOrder }
      return first
    }
    return nil
  }

  private static let unknownOrder = EngineFailure.undecided(
    Undecided("which of two indexes is looked at first"))
}

/// The part of a table's constraints that all statements of a session share.
final class CompiledConstraints {
  let model: Catalog.Table
  /// Positions of columns that take no NULL.
  let notNull: Set<Int>
  let checks: [(name: String, condition: Evaluator)]
  /// Those checks that may be refused before a row is looked at: they call functions of the catalog,
  /// or raise an error when planned.
  let conditions: [BoundExpression]
  let primaryKey: [String]
  let keys: [UniqueKey]
  /// The same in the order in which they are filled, but for those that are late.
  let filled: [UniqueKey]
  /// Those with expressions or conditions.
  let indexes: [CompiledIndex]
  /// Positions of the columns that some index depends on.
  let indexedColumns: Set<Int>
  /// The sequence that fills each column.
  let sequences: [SequenceStore.ID?]

  init(_ table: Int, _ session: Session) throws(EngineFailure) {
    let catalog = session.catalog
    model = catalog.catalog.tables[table]
    let primaryKey = model.primaryKey?.columns ?? []
    self.primaryKey = primaryKey
    notNull = Set(
      model.columns.enumerated().filter {
        !$0.element.isNullable || primaryKey.contains($0.element.name)
      }.map(\.offset))
    sequences = catalog.sequences(ofTable: table)
    // PostgreSQL tries them by name.
    let named = zip(model.checks, session.catalog.tables[table].checks).sorted {
      Text($0.0.name) < Text($1.0.name)
    }
    var checks: [(name: String, condition: Evaluator)] = []
    var conditions: [BoundExpression] = []
    for (check, bound) in named {
      let condition = try bound.get()
      if condition.callsCatalog || (try? ConstantFolder(session: session).fold(condition)) == nil {
        conditions.append(condition)
      }
      checks.append((check.name, try ExpressionCompiler(session).compile(condition)))
    }
    (self.checks, self.conditions) = (checks, conditions)
    keys = try UniqueKey.keys(of: table, session)
    let constraints = model.keys.count
    filled =
      keys.prefix(constraints) + keys.filter { $0.clash != nil }
      + keys.dropFirst(constraints).filter { $0.clash == nil }
    var indexes: [CompiledIndex] = []
    for exclusion in model.exclusions {
      if let index = try exclusion.compiled(of: table, session) { indexes.append(index) }
    }
    for index in model.indexes where index.isComputed {
      indexes.append(try CompiledIndex(index.parts, index.condition, of: table, session))
    }
    self.indexes = indexes
    indexedColumns = try indexes.isEmpty ? [] : Self.indexedColumns(of: table, model, catalog)
  }

  private static func indexedColumns(
    of table: Int, _ model: Catalog.Table, _ catalog: BoundCatalog
  ) throws(EngineFailure) -> Set<Int> {
    var columns: Set<Int> = []
    let written =
      model.exclusions.flatMap { $0.elements.map(\.expression) + ($0.condition.map { [$0] } ?? []) }
      + model.indexes.flatMap { $0.parts + ($0.condition.map { [$0] } ?? []) }
    for written in written {
      try catalog.bind(written, overTable: table).forEach { part in
        if case .column(let position, _) = part { columns.insert(position.column) }
      }
    }
    let keyed = model.keys.flatMap(\.columns)
    columns.formUnion(model.columns.indices.filter { keyed.contains(model.columns[$0].name) })
    return columns.filter { $0 >= 0 }
  }
}

/// Expressions and condition of an index, which are evaluated for each row.
struct CompiledIndex {
  private let parts: [(expression: BoundExpression, value: Evaluator)]
  private let condition: (expression: BoundExpression, value: Evaluator)?

  init(
    _ written: [SQLExpression], _ where: SQLExpression?, of table: Int, _ session: Session
  ) throws(EngineFailure) {
    func compiled(
      _ written: SQLExpression
    ) throws(EngineFailure) -> (expression: BoundExpression, value: Evaluator) {
      let bound = try session.catalog.bind(written, overTable: table)
      return (bound, try ExpressionCompiler(session).compile(bound))
    }
    var parts: [(expression: BoundExpression, value: Evaluator)] = []
    for part in written {
      if case .column = part { continue }
      parts.append(try compiled(part))
    }
    self.parts = parts
    condition = try `where`.map { (written) throws(EngineFailure) in try compiled(written) }
  }

  /// Throws what its functions do, or that they may not be called.
  func evaluate(_ row: Row, _ session: Session) throws(EngineFailure) {
    guard try isMet(by: row, session) else { return }
    for part in parts { _ = try part.value(Frame(row: row)) }
  }

  /// Whether it has an entry for the row. Throws that what it calls may not be called.
  ///
  /// Source: `FormIndexDatum()` in `src/backend/catalog/index.c`.
  func isMet(by row: Row, _ session: Session) throws(EngineFailure) -> Bool {
    if let condition {
      try session.requireExecute(inIndex: condition.expression)
      guard try condition.value(Frame(row: row)).truth == true else { return false }
    }
    for part in parts { try session.requireExecute(inIndex: part.expression) }
    return true
  }
}

extension Catalog.Exclusion {
  /// Nil where it has columns alone.
  func compiled(of table: Int, _ session: Session) throws(EngineFailure) -> CompiledIndex? {
    guard condition != nil || elements.contains(where: { $0.column == nil }) else { return nil }
    return try CompiledIndex(elements.map(\.expression), condition, of: table, session)
  }
}
