import AccessModel
import SQLBinding

/// What stands at the end of a chain of updatable views.
struct ChainEnd {
  /// Nil: a view with INSTEAD OF triggers.
  var table: Int?
  /// The columns assigned, as the end has them.
  var columns: [Int]
  var set: [Int]
  /// Those that an INSERT gives a value, not DEFAULT.
  var given: Set<Int> = []
  /// Below a view, DEFAULT is the view's.
  var isBelowView = false
}

extension SecurityRewriter {
  /// Source: `CheckValidResultRel()` in `src/backend/executor/execMain.c`, after privileges.
  private func refusal(
    ofChanging sequence: Int, _ verb: ViewUpdatability.Verb
  ) throws(EngineFailure) -> EngineFailure {
    let name = catalog.sequences[sequence].name
    let command: Privilege =
      switch verb {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      }
    let checks = [command, .select].map {
      PrivilegeCheck($0, on: .relation(.sequence(sequence)), columns: .none, as: caller)
    }
    if let failure = try engine.privileges.firstFailure(of: [checks[0]]) {
      return .postgres(failure)
    }
    // Whether it reads a column does not matter to who may.
    guard try engine.privileges.firstFailure(of: checks) == nil else {
      return .undecided(
        Undecided("a change of a sequence as a relation", changesNothing: true))
    }
    return .postgres(
      PostgresError(
        SQLState(rawValue: "42809"), "cannot change sequence \"\(name.name)\""))
  }

  /// Walks down from the relation that a statement names to the table it changes, before row
  /// security is looked at: what can't be changed is an error first. RULES 62.
  ///
  /// `set`: columns assigned by the DO UPDATE of an INSERT. Both come back as the table's. Nil: it
  /// ends at a view with INSTEAD OF triggers. `given`: those of an INSERT that get more than DEFAULT;
  /// of several rows all count as assigned.
  func chain(
    from id: RelationID, _ verb: ViewUpdatability.Verb, _ columns: [Int], _ set: [Int],
    given: Set<Int> = [], hasSeveralRows: Bool = false
  ) throws(EngineFailure) -> ChainEnd {
    var (id, columns, set, given) = (id, columns, set, given)
    var steps = 0
    while true {
      if steps > 0 || !ruled.contains(RuledCommand(relation: id, verb: verb)) {
        try requireNoRule(id, verb)
      }
      switch id {
      case .table(let table):
        return ChainEnd(
          table: table, columns: columns, set: set, given: given, isBelowView: steps > 0)
      case .sequence(let sequence): throw try refusal(ofChanging: sequence, verb)
      case .view(let index) where isTriggered(index, verb):
        return ChainEnd(table: nil, columns: columns, set: set)
      case .view(let index):
        guard steps <= catalog.views.count else {
          throw .undecided(Undecided("views that are defined by each other"))
        }
        steps += 1
        if verb == .insert {
          // Defaults of the view's own are values like others.
          let models = catalog.views[index].columns
          for column in models.indices where models[column].defaultValue != nil {
            if !columns.contains(column) { columns.append(column) }
            given.insert(column)
          }
        }
        try ViewUpdatability(engine.catalog).require(verb, on: index, columns: columns + set)
        let query = try engine.catalog.views[index].query.get()
        guard case .relation(let base)? = query.sources.first?.kind else {
          throw .undecided(Undecided("a view without a relation below"))
        }
        let assignsAll = verb != .insert || hasSeveralRows
        columns = try below(columns, of: query, assigned: assignsAll ? nil : given)
        given = Set(given.compactMap { query.targets[$0].expression.plainColumn })
        set = try below(set, of: query)
        id = base.id
      }
    }
  }

  /// Two columns of a view may stand for the same one. `assigned`: those that an INSERT of one row
  /// gives a value; DEFAULT of the others assigns nothing.
  private func below(
    _ columns: [Int], of query: BoundQuery, assigned: Set<Int>? = nil
  ) throws(EngineFailure) -> [Int] {
    var result: [Int] = []
    var known: Set<Int> = []
    for column in columns {
      guard let base = query.targets[column].expression.plainColumn else { continue }
      if assigned?.contains(column) != false, !known.insert(base).inserted {
        throw .postgres(
          PostgresError(
            .syntaxError,
            "multiple assignments to same column \"\(query.sources[0].columnNames[base])\""))
      }
      if !result.contains(base) { result.append(base) }
    }
    return result
  }

  /// What a rule adds must be able to change what it names, before the rest of the statement is
  /// looked at. Source: `RewriteQuery()`.
  func requireWritable(_ statement: BoundStatement) throws(EngineFailure) {
    switch statement {
    case .insert(let insert): try requireWritable(insert)
    case .update(let update): try requireWritable(update.assignments, of: update.target.id)
    case .delete(let delete): _ = try chain(from: delete.target.id, .delete, [], [])
    case .query, .merge, .truncate, .with: break
    }
  }

  /// Identity columns GENERATED ALWAYS and generated columns take only DEFAULT.
  ///
  /// Found out after all else in the text, by the rewriter: `rewriteTargetListIU()`.
  func requireWritable(_ insert: BoundInsert) throws(EngineFailure) {
    var set: [BoundAssignment] = []
    if case .update(let assignments, _)? = insert.conflict?.action { set = assignments }
    let given = insert.columns.enumerated().filter { !insert.source.isDefault($0.offset) }
    let end = try chain(
      from: insert.target.id, .insert, insert.columns, set.map(\.column),
      given: Set(given.map(\.element)), hasSeveralRows: insert.hasSeveralRows)
    guard let table = end.table else { return }
    try requireWritable(Array(end.given), in: table, insert.overriding)
    try requireWritable(
      zip(end.set, set).filter { end.isBelowView || $0.1.value != nil }.map(\.0), in: table)
  }

  func requireWritable(
    _ assignments: [BoundAssignment], of id: RelationID
  ) throws(EngineFailure) {
    let end = try chain(from: id, .update, assignments.map(\.column), [])
    guard let table = end.table else { return }
    try requireWritable(
      zip(end.columns, assignments).filter { end.isBelowView || $0.1.value != nil }.map(\.0),
      in: table)
  }

  func requireWritable(
    _ columns: [Int], in table: Int, _ overriding: SQLOverriding?
  ) throws(EngineFailure) {
    let models = catalog.tables[table].columns
    for column in columns.sorted() {
      let model = models[column]
      guard model.generated != nil || model.identity == .always && overriding == nil else {
        continue
      }
      throw .postgres(
        PostgresError(
          .generatedAlways, "cannot insert a non-DEFAULT value into column \"\(model.name)\"",
          detail: Self.detail(model),
          hint: model.generated == nil ? "Use OVERRIDING SYSTEM VALUE to override." : nil))
    }
  }

  private func requireWritable(_ columns: [Int], in table: Int) throws(EngineFailure) {
    let models = catalog.tables[table].columns
    for column in columns.sorted() {
      let model = models[column]
      guard model.generated != nil || model.identity == .always else { continue }
      throw .postgres(
        PostgresError(
          .generatedAlways, "column \"\(model.name)\" can only be updated to DEFAULT",
          detail: Self.detail(model)))
    }
  }

  private static func detail(_ column: Catalog.Column) -> String {
    column.generated != nil
      ? "Column \"\(column.name)\" is a generated column."
      : "Column \"\(column.name)\" is an identity column defined as GENERATED ALWAYS."
  }
}

extension BoundInsert.Source {
  /// Whether every row has DEFAULT in that place.
  func isDefault(_ index: Int) -> Bool {
    if case .values(let rows) = self { rows.allSatisfy { $0[index] == nil } } else { false }
  }
}
