import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding

/// A row that row security keeps from a statement: hidden, not to be changed, or not to be stored.
struct RowBlock {
  let table: Int
  let row: Row
  /// A row to be stored, and not one that is there.
  let isNew: Bool
  /// The role that the table is checked as.
  let role: String
  /// What the row fails, with the command whose policies it is made of.
  let failed: [(filter: SecurityFilter, command: Catalog.Policy.Command)]
  /// The way there: views, the outermost first.
  var views: [QualifiedName] = []
}

extension Explainer {
  /// Of several filters, those that a row does not meet.
  func failed(
    _ filters: [SecurityFilter], _ commands: [Catalog.Policy.Command], on row: Row, of table: Int
  ) throws(EngineFailure) -> [(filter: SecurityFilter, command: Catalog.Policy.Command)] {
    var result: [(filter: SecurityFilter, command: Catalog.Policy.Command)] = []
    for (index, filter) in filters.enumerated() {
      let command = commands.indices.contains(index) ? commands[index] : .select
      guard try !RowFilter([filter], session).passes(row, of: table) else { continue }
      result.append((filter, command))
    }
    return result
  }

  /// The block behind an error about a row.
  func refusedBlock() throws(EngineFailure) -> RowBlock? {
    guard let refusal, let secured else { return nil }
    let table = refusal.table
    let targets = [secured.target].compactMap { $0 } + Array(secured.commonTargets.values)
    switch refusal.reason {
    case .viewCheck, .constraint, .missingReference, .stillReferenced: return nil
    case .new(let filter), .existing(let filter):
      let isNew = if case .new = refusal.reason { true } else { false }
      for target in targets {
        let commands = target.commands
        let lists: [([SecurityFilter], TargetCommands.Commands)] =
          isNew
          ? [
            (target.checks, commands.checks), (target.conflict?.updated ?? [], commands.updated),
            (target.merge?.inserted ?? [], commands.checks),
            (target.merge?.updated ?? [], commands.updated),
          ]
          : [
            (target.conflict?.existing ?? [], commands.existing),
            (target.merge?.updatable ?? [], commands.existing),
            (target.merge?.deletable ?? [], commands.deletable),
          ]
        for (filters, commands) in lists where filters.contains(filter) {
          let failed = try failed(filters, commands, on: refusal.row, of: table)
          guard failed.contains(where: { $0.filter == filter }) else { continue }
          return RowBlock(
            table: table, row: refusal.row, isNew: isNew, role: target.checkedAs, failed: failed,
            views: target.views)
        }
      }
      return nil
    }
  }

  /// Rows that row security hides from a statement that found none, of the tables that matter.
  func hiddenBlocks() throws(EngineFailure) -> [RowBlock] {
    if let known = memory.hiddenBlocks { return known }
    let found = try findHiddenBlocks(limit: 3)
    memory.hiddenBlocks = found
    return found
  }

  private func findHiddenBlocks(limit: Int) throws(EngineFailure) -> [RowBlock] {
    var blocks: [RowBlock] = []
    for reach in reaches where hidingTables.contains(reach.table) {
      for row in try rows(of: reach.table) {
        guard blocks.count < limit else { return blocks }
        if let condition = reach.condition, try !meets(row, condition, of: reach.table) { continue }
        let failed = try failed(reach.filters, reach.commands, on: row, of: reach.table)
        guard !failed.isEmpty else { continue }
        blocks.append(
          RowBlock(
            table: reach.table, row: row, isNew: false, role: reach.role, failed: failed,
            views: reach.views))
      }
    }
    return blocks
  }

  func meets(
    _ row: Row, _ condition: BoundExpression, of table: Int
  ) throws(EngineFailure) -> Bool {
    do throws(EngineFailure) {
      return try ExpressionCompiler(session).compile(condition)(Frame(row: row, of: table)).truth
        == true
    } catch {
      // Division by zero and its kin: a row that the statement may never come to.
      guard case .postgres = error else { throw error }
      return false
    }
  }
}

/// What is asked for again and again, and takes runs of the statement to find out.
final class ExplainerMemory {
  var hidingTables: [Int]?
  var hiddenBlocks: [RowBlock]?
}

/// A table whose rows a statement reads or changes under filters.
struct TableReach {
  let table: Int
  let role: String
  let filters: [SecurityFilter]
  let commands: [Catalog.Policy.Command]
  let bypass: BypassReason?
  let views: [QualifiedName]
  /// The statement's own condition, where it reads just this table.
  let condition: BoundExpression?
  let isTarget: Bool
}

extension Explainer {
  /// Every table that the statement reaches outside of policies.
  var reaches: [TableReach] {
    guard let secured else { return [] }
    var result: [TableReach] = []
    if let target = secured.target, let table = secured.statement.targetTable,
      !secured.statement.isInsert
    {
      result.append(
        TableReach(
          table: table, role: target.checkedAs, filters: target.filters ?? [],
          commands: target.commands.filters, bypass: target.bypass, views: target.views,
          condition: secured.statement.soleCondition, isTarget: true))
    }
    for mention in SecuredMention.all(in: secured) where mention.policy == nil {
      guard case .table(let table) = mention.id else { continue }
      result.append(
        TableReach(
          table: table, role: mention.security.checkedAs, filters: mention.security.filters ?? [],
          commands: mention.security.commands, bypass: mention.security.bypass,
          views: mention.views.map { catalog.views[$0].name },
          condition: mention.views.isEmpty ? secured.statement.soleCondition : nil,
          isTarget: false))
    }
    return result
  }

  /// Tables whose row security is why the statement finds no row: with it off, it would find some.
  var hidingTables: [Int] {
    if let known = memory.hidingTables { return known }
    let found = findHidingTables()
    memory.hidingTables = found
    return found
  }

  private func findHidingTables() -> [Int] {
    var protected: [Int] = []
    for reach in reaches where !reach.filters.isEmpty && !protected.contains(reach.table) {
      protected.append(reach.table)
    }
    guard finds(without: protected) else { return [] }
    let single = protected.filter { finds(without: [$0]) }
    return single.isEmpty ? protected : single
  }

  /// Whether the statement finds rows where some tables have no row security.
  private func finds(without tables: [Int]) -> Bool {
    guard !tables.isEmpty, let outcome = outcome(without: tables) else { return false }
    switch Decision(outcome) {
    case .allowed, .bypassed: return true
    default: return false
    }
  }

  private func outcome(without tables: [Int]) -> Outcome? {
    var changed = catalog
    for table in tables { changed.tables[table].rowSecurityEnabled = false }
    let trial = origin.fork()
    do throws(EngineFailure) {
      try trial.define(changed)
      return .completed(
        try trial.run(statement, parameterTypes: parameterTypes, parameters: parameters))
    } catch {
      return Outcome(error)
    }
  }
}

extension BoundStatement {
  var isInsert: Bool { if case .insert = self { true } else { false } }

  /// WHERE of a statement that reads or changes one relation and nothing beside it.
  var soleCondition: BoundExpression? {
    switch self {
    case .query(let query): query.sources.count == 1 ? query.condition : nil
    case .update(let update): update.sources.count == 1 ? update.condition : nil
    case .delete(let delete): delete.sources.count == 1 ? delete.condition : nil
    default: nil
    }
  }
}
