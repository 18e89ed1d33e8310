import AccessModel
import SQLBinding

extension SecurityRewriter {
  /// Decides a whole statement. RULES 38–42.
  mutating func statement(
    _ statement: BoundStatement
  ) throws(EngineFailure) -> SecuredStatement {
    if let ruled = try ruled(statement) { return ruled }
    return try single(statement)
  }

  /// A statement that no rule takes over.
  mutating func single(
    _ statement: BoundStatement
  ) throws(EngineFailure) -> SecuredStatement {
    guard case .with(let tables, let main) = statement else {
      let (decided, target) = try command(statement)
      let (needed, collector) = try privileges(for: decided, target)
      try requireArbiter(needed)
      var secured = SecuredStatement(
        statement: decided, privileges: needed, target: target)
      secured.opened = collector.opened
      secured.changesNothing = collector.changesNothing
      secured.lock = collector.lock
      return secured
    }
    return try with(tables, main)
  }

  /// RULES 50: each statement of a WITH is a command of its own, and those that change rows are
  /// rewritten first. Source: `RewriteQuery()` in `rewriteHandler.c`.
  private mutating func with(
    _ tables: [BoundCommonTable], _ main: BoundStatement
  ) throws(EngineFailure) -> SecuredStatement {
    var tables = tables
    var targets: [Int: SecuredTarget] = [:]
    for index in tables.indices {
      try requireOneStatement(ofRules: tables[index].statement)
      let (decided, target) = try command(tables[index].statement)
      tables[index].statement = decided
      targets[tables[index].id] = target
    }
    let (decided, target) = try command(main)
    var (needed, collector) = try privileges(for: decided, target)
    var opened = collector.opened
    for table in tables {
      if case .query = table.statement, table.references == 0 { continue }
      let (own, collector) = try privileges(for: table.statement, targets[table.id])
      needed += own
      opened += collector.opened
    }
    try requireArbiter(needed)
    // The plan decides which comes first.
    for index in needed.indices { needed[index].isOrdered = false }
    var secured = SecuredStatement(
      statement: .with(tables, decided), privileges: needed, target: target,
      commonTargets: targets)
    secured.opened = opened
    return secured
  }

  /// Views were looked at by then.
  private func requireArbiter(_ needed: [PrivilegeCheck]) throws(EngineFailure) {
    guard let missingArbiter else { return }
    let early = needed.filter { $0.isOnView && !catalog.isMaterialized($0.object) }
    if let missing = try engine.privileges.firstFailure(of: early) { throw .postgres(missing) }
    throw missingArbiter
  }

  /// What a statement needs, where that is the same whatever the planner finds out.
  private func privileges(
    for decided: BoundStatement, _ target: SecuredTarget?
  ) throws(EngineFailure) -> (needed: [PrivilegeCheck], PrivilegeCollector) {
    let planned = planned(decided, target, ExclusionGuess(isExcluded: false))
    guard let guessed = planned.collector.guess.met else {
      return (try planned.needed.get(), planned.collector)
    }
    let other = self.planned(decided, target, ExclusionGuess(isExcluded: true))
    let (first, second) = (refusal(of: planned), refusal(of: other))
    guard first == second, first != nil || opens(planned.collector) == opens(other.collector) else {
      throw .undecided(
        Undecided(
          "whether the planner finds that \(guessed.rawValue) has no row",
          isRefusal: first != nil && second != nil ? true : nil))
    }
    return (try planned.needed.get(), planned.collector)
  }

  private typealias Planned = (
    needed: Result<[PrivilegeCheck], EngineFailure>, collector: PrivilegeCollector
  )

  private func planned(
    _ decided: BoundStatement, _ target: SecuredTarget?, _ guess: ExclusionGuess
  ) -> Planned {
    var collector = PrivilegeCollector(engine, caller: caller, planning, guess: guess)
    do throws(EngineFailure) {
      return (.success(try collector.checks(for: decided, target)), collector)
    } catch {
      return (.failure(error), collector)
    }
  }

  /// What is raised as it is planned, or for want of a privilege.
  private func refusal(of planned: Planned) -> EngineFailure? {
    switch planned.needed {
    case .failure(let failure): failure
    case .success(let needed):
      needed.first(where: isMissing).map { .postgres(engine.privileges.error(for: $0)) }
    }
  }

  private func opens(_ collector: PrivilegeCollector) -> Bool {
    collector.opened.contains { planning.isUnpopulated($0.view) }
  }

  private func isMissing(_ check: PrivilegeCheck) -> Bool {
    !engine.privileges.verdict(on: check).isHeld
  }

  private mutating func command(
    _ statement: BoundStatement
  ) throws(EngineFailure) -> (BoundStatement, SecuredTarget?) {
    switch singleRows.merged(into: statement) {
    case .query(let query):
      return (.query(try self.query(query, as: caller)), nil)
    case .insert(let insert): return try self.insert(insert)
    case .update(let update): return try self.update(update)
    case .delete(let delete): return try self.delete(delete)
    case .merge(let merge): return try self.merge(merge)
    case .truncate(let truncation): return (try truncate(truncation), nil)
    case .with: throw .undecided(Undecided("a WITH of a WITH"))
    }
  }

  /// RULES 20: TRUNCATE needs its privilege, and row security has no say.
  private mutating func truncate(
    _ truncation: BoundTruncate
  ) throws(EngineFailure) -> BoundStatement {
    for (number, id) in truncation.relations.enumerated() {
      var refusal: PostgresError?
      if case .table(let index) = id {
        refusal = engine.foreignRefusal(of: engine.catalog.catalog.tables[index])
        if refusal == nil { continue }
      }
      let before = truncation.relations.prefix(number).map {
        PrivilegeCheck(.truncate, on: .relation($0), as: caller)
      }
      if let failure = try engine.privileges.firstFailure(of: before) { throw .postgres(failure) }
      throw .postgres(
        refusal
          ?? PostgresError(
            SQLState(rawValue: "42809"),
            "\"\(engine.catalog.names.name(of: id).name)\" is not a table"))
    }
    return .truncate(truncation)
  }

  /// The sources besides the target, which are read like any others. RULES 50.
  mutating func subqueries(
    ofOthers list: [BoundSource]
  ) throws(EngineFailure) -> [BoundSource] {
    Array(list.prefix(1)) + (try subqueries(of: Array(list.dropFirst()), as: caller))
  }

  mutating func policies(
    ofOthers list: [BoundSource]
  ) throws(EngineFailure) -> [BoundSource] {
    Array(list.prefix(1)) + (try policies(of: Array(list.dropFirst()), as: caller))
  }

  mutating func returning(
    _ targets: [BoundTarget]
  ) throws(EngineFailure) -> [BoundTarget] {
    var result = targets
    for index in result.indices {
      result[index].expression = try expression(result[index].expression, as: caller)
    }
    return result
  }
}
