import AccessModel
import SQLBinding

/// What the rules of one relation make of one statement.
///
/// Source: `fireRules()` and `rewriteRuleAction()` in `src/backend/rewrite/rewriteHandler.c`.
struct RuleFiring {
  private let statement: BoundStatement
  private let relation: RelationID
  private let engine: RowSecurityEngine
  private let rows: RuleRows
  /// The statement's own privileges, which each of its products needs too.
  private let privileges: [PrivilegeCheck]
  private let caller: String
  private let verb: ViewUpdatability.Verb
  private let returning: [BoundTarget]
  private let returnedRows: BoundReturnedRows?
  private var isReplaced = false
  private var hasReturned = false
  /// Of rules DO INSTEAD with a condition.
  private var exceptions: [BoundExpression] = []

  init(
    _ statement: BoundStatement, _ rewriter: SecurityRewriter, relation: RelationID
  ) throws(EngineFailure) {
    self.statement = statement
    self.relation = relation
    engine = rewriter.engine
    rows = try RuleRows(statement, engine.catalog)
    caller = rewriter.caller
    switch statement {
    case .insert(let insert):
      (verb, returning, returnedRows) = (.insert, insert.returning, insert.returnedRows)
      privileges =
        TargetPath(
          insert.target, rewriter.privileges(of: insert), as: insert.target.checkedAs ?? caller
        ).named
    case .update(let update):
      (verb, returning, returnedRows) = (.update, update.returning, update.returnedRows)
      privileges =
        TargetPath(
          update.target, rewriter.privileges(of: update), as: update.target.checkedAs ?? caller
        ).named + Self.privileges(beside: statement.sourcesBesideTarget, rewriter)
    case .delete(let delete):
      (verb, returning, returnedRows) = (.delete, delete.returning, delete.returnedRows)
      privileges =
        TargetPath(
          delete.target, [.init(.delete, nil)], as: delete.target.checkedAs ?? caller
        ).named + Self.privileges(beside: statement.sourcesBesideTarget, rewriter)
    case .query, .merge, .truncate, .with:
      throw .undecided(Undecided("a rule for a statement of another kind"))
    }
  }

  /// Views beside a view that an action reads as OLD: 15 looks at views as it merges them, and OLD is
  /// joined last.
  ///
  /// Source: `rewriteRuleAction()`; `transformRuleStmt()` in `src/backend/parser/parse_utilcmd.c`.
  private func privileges(
    before action: BoundStatement
  ) throws(EngineFailure) -> [PrivilegeCheck] {
    guard engine.version < .v16, case .view = relation,
      action.ruleColumns.keys.contains(where: { $0.isOld || verb == .update })
    else { return [] }
    let catalog = engine.catalog.catalog
    var result: [PrivilegeCheck] = []
    for source in statement.sourcesBesideTarget {
      guard case .relation(let mention) = source.kind, case .view(let index) = mention.id,
        !catalog.views[index].securityBarrier,
        try engine.catalog.views[index].query.get().isMergeable(catalog)
      else { continue }
      result += mention.privileges(as: mention.checkedAs ?? caller, catalog)
    }
    return result
  }

  /// What stands beside the target comes before what the rule names. Views have moved to their own
  /// queries by then.
  private static func privileges(
    beside sources: [BoundSource], _ rewriter: SecurityRewriter
  ) -> [PrivilegeCheck] {
    sources.flatMap { source -> [PrivilegeCheck] in
      guard case .relation(let relation) = source.kind, case .table = relation.id else { return [] }
      return relation.privileges(
        as: relation.checkedAs ?? rewriter.caller, rewriter.engine.catalog.catalog)
    }
  }

  private var owner: String {
    switch relation {
    case .table(let index): engine.catalog.catalog.tables[index].owner
    case .view(let index): engine.catalog.catalog.views[index].owner
    case .sequence(let index): engine.catalog.catalog.sequences[index].owner
    }
  }

  private var name: String { engine.catalog.names.name(of: relation).name }

  /// The statements that one rule adds.
  mutating func products(of rule: Catalog.Rule) throws(EngineFailure) -> [RulePart] {
    let bound = try engine.catalog.bind(rule, of: relation)
    let condition = bound.condition?.checked(as: owner)
    if rule.isInstead {
      if let condition { exceptions.append(condition) } else { isReplaced = true }
    }
    var result: [RulePart] = []
    for action in bound.actions {
      var product = action.checked(as: owner)
      let isAnswer = rule.isInstead && rule.condition == nil && product.returns
      if !returning.isEmpty, isAnswer, !hasReturned {
        try requireOwnColumns()
        product = try product.returning(returning, returnedRows)
        hasReturned = true
      } else {
        product = try product.returning(nil, nil)
      }
      result.append(
        RulePart(
          statement: try rows.joined(with: product, where: condition),
          origin: rule.isInstead ? .instead : .also,
          privileges: try privileges(before: action) + privileges,
          isInQuery: action.insertsQuery))
    }
    return result
  }

  /// What stands beside the target in FROM or USING is no source of the action.
  private func requireOwnColumns() throws(EngineFailure) {
    let known = Set([0] + (returnedRows.map { Array($0.old...$0.facts) } ?? []))
    guard returning.allSatisfy({ $0.expression.sources(atLevel: 0).isSubset(of: known) }) else {
      throw .undecided(Undecided("RETURNING of what is in FROM, with a rule"))
    }
  }

  /// A view is not written to where a rule takes some of the rows over.
  func requireUpdatable() throws(EngineFailure) {
    if !isReplaced, !exceptions.isEmpty, case .view = relation { _ = try original() }
  }

  /// RETURNING has no rows to return where a rule takes the statement over without any.
  func requireReturning() throws(EngineFailure) {
    guard !returning.isEmpty, isReplaced || !exceptions.isEmpty, !hasReturned else { return }
    let keyword = verb.rawValue.uppercased()
    throw .postgres(
      PostgresError(
        .featureNotSupported, "cannot perform \(keyword) RETURNING on relation \"\(name)\"",
        hint: "You need an unconditional ON \(keyword) DO INSTEAD rule with a RETURNING clause."))
  }

  /// What is left of the statement itself; nil: nothing.
  func original() throws(EngineFailure) -> BoundStatement? {
    if isReplaced { return nil }
    guard !exceptions.isEmpty else { return statement }
    if case .view(let index) = relation {
      let view = engine.catalog.catalog.views[index]
      guard !view.triggers.contains(where: { $0.timing == .insteadOf }) else {
        throw .undecided(Undecided("a conditional rule DO INSTEAD of the view `\(name)`"))
      }
      throw .postgres(
        ViewUpdatability(engine.catalog).refusal(
          of: verb, view,
          "Views with conditional DO INSTEAD rules are not automatically updatable."))
    }
    return try rows.original(except: exceptions)
  }
}

extension BoundStatement {
  /// Those in FROM and USING.
  fileprivate var sourcesBesideTarget: [BoundSource] {
    switch self {
    case .update(let update): Array(update.sources.dropFirst())
    case .delete(let delete): Array(delete.sources.dropFirst())
    case .query, .insert, .merge, .truncate, .with: []
    }
  }

  fileprivate var returns: Bool {
    switch self {
    case .insert(let insert): !insert.returning.isEmpty
    case .update(let update): !update.returning.isEmpty
    case .delete(let delete): !delete.returning.isEmpty
    case .query, .merge, .truncate, .with: false
    }
  }

  /// The action of a rule, whose RETURNING stands for the columns of the rule's relation: with that
  /// of the statement, or with none. `rows`: OLD and NEW of the statement's.
  fileprivate func returning(
    _ targets: [BoundTarget]?, _ rows: BoundReturnedRows?
  ) throws(EngineFailure) -> BoundStatement {
    switch self {
    case .insert(var insert):
      guard insert.returnedRows == nil || targets == nil else { throw Self.namesRows }
      let list = ReturnedColumns(insert.returning, rows, after: 1)
      (insert.returning, insert.returnedRows) = (list.targets(targets), list.rows)
      return .insert(insert)
    case .update(var update):
      guard update.returnedRows == nil || targets == nil else { throw Self.namesRows }
      // What the rule is met by comes as one more source.
      let list = ReturnedColumns(update.returning, rows, after: update.sources.count + 1)
      (update.returning, update.returnedRows) = (list.targets(targets), list.rows)
      return .update(update)
    case .delete(var delete):
      guard delete.returnedRows == nil || targets == nil else { throw Self.namesRows }
      let list = ReturnedColumns(delete.returning, rows, after: delete.sources.count + 1)
      (delete.returning, delete.returnedRows) = (list.targets(targets), list.rows)
      return .delete(delete)
    case .query, .merge, .truncate, .with: return self
    }
  }

  private static let namesRows = EngineFailure.undecided(
    Undecided("a rule whose RETURNING has names for OLD and NEW"))
}

/// The RETURNING of a rule's action, in the place of the columns of the rule's relation.
///
/// Source: `rewriteRuleAction()`, `ReplaceVarFromTargetList()` in `rewriteManip.c`, 18.
private struct ReturnedColumns {
  private let columns: [BoundExpression]
  private let written: BoundReturnedRows?
  /// OLD and NEW of the action.
  let rows: BoundReturnedRows?

  init(_ own: [BoundTarget], _ written: BoundReturnedRows?, after sources: Int) {
    columns = own.map(\.expression)
    self.written = written
    rows = written.map { _ in BoundReturnedRows(after: sources) }
  }

  func targets(_ targets: [BoundTarget]?) -> [BoundTarget] {
    (targets ?? []).map { target in
      BoundTarget(target.name, target.expression.mapColumns(replaced))
    }
  }

  private func replaced(
    _ position: ColumnPosition, _ type: DataType, _ depth: Int
  ) -> BoundExpression {
    guard position.level == depth else { return .column(position, type) }
    if position.source == 0, columns.indices.contains(position.column) {
      return columns[position.column].shifted(by: depth)
    }
    guard let written, let rows, position.source >= written.old else {
      return .column(position, type)
    }
    guard position.source < written.facts, columns.indices.contains(position.column) else {
      return .column(
        ColumnPosition(
          level: position.level, source: rows.facts, column: position.column), type)
    }
    let isOld = position.source == written.old
    let own = columns[position.column]
    let value = own.mapColumns { inner, type, innerDepth in
      guard inner.level == innerDepth, inner.source == 0 else { return .column(inner, type) }
      return .column(
        ColumnPosition(
          level: inner.level, source: isOld ? rows.old : rows.new, column: inner.column), type)
    }.shifted(by: depth)
    if case .column(let inner, _) = own, inner.level == 0, inner.source == 0 { return value }
    return .cases(
      [
        BoundCaseBranch(
          condition: rows.fact(isOld ? .hasOld : .hasNew, level: depth), result: value)
      ], otherwise: .constant(.null, type), type: type)
  }
}
