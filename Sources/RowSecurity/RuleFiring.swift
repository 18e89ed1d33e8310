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
  private let verb: ViewUpdatability.Verb
  private let returning: [BoundTarget]
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
    let caller = rewriter.caller
    switch statement {
    case .insert(let insert):
      guard insert.conflict == nil || !Self.hasProducts(relation, engine.catalog.catalog) else {
        throw .postgres(
          PostgresError(
            .featureNotSupported,
            "INSERT with ON CONFLICT clause cannot be used with table that has INSERT or UPDATE "
              + "rules"))
      }
      (verb, returning) = (.insert, insert.returning)
      privileges =
        TargetPath(
          insert.target, rewriter.privileges(of: insert), as: insert.target.checkedAs ?? caller
        ).named
    case .update(let update):
      (verb, returning) = (.update, update.returning)
      privileges =
        TargetPath(
          update.target, rewriter.privileges(of: update), as: update.target.checkedAs ?? caller
        ).named
    case .delete(let delete):
      (verb, returning) = (.delete, delete.returning)
      privileges =
        TargetPath(
          delete.target, [.init(.delete, nil)], as: delete.target.checkedAs ?? caller
        ).named
    case .query, .merge, .truncate, .with:
      throw .undecided(Undecided("a rule for a statement of another kind"))
    }
  }

  /// Whether rules add anything to an INSERT, or there is a rule for UPDATE.
  private static func hasProducts(_ relation: RelationID, _ catalog: Catalog) -> Bool {
    catalog.rules(of: relation).contains { rule in
      rule.event == .update
        || rule.event == .insert
          && (!rule.actions.isEmpty || rule.unread != nil || rule.condition != nil)
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
        product = product.returning(returning)
        hasReturned = true
      } else {
        product = product.returning(nil)
      }
      result.append(
        RulePart(
          statement: try rows.joined(with: product, where: condition),
          origin: rule.isInstead ? .instead : .also, privileges: privileges))
    }
    return result
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
  fileprivate var returns: Bool {
    switch self {
    case .insert(let insert): !insert.returning.isEmpty
    case .update(let update): !update.returning.isEmpty
    case .delete(let delete): !delete.returning.isEmpty
    case .query, .merge, .truncate, .with: false
    }
  }

  /// The action of a rule, whose RETURNING stands for the columns of the rule's relation: with that
  /// of the statement, or with none.
  fileprivate func returning(_ targets: [BoundTarget]?) -> BoundStatement {
    func replaced(_ own: [BoundTarget]) -> [BoundTarget] {
      guard let targets else { return [] }
      let columns = own.map(\.expression)
      return targets.map { target in
        BoundTarget(
          target.name,
          target.expression.mapColumns { position, type, depth in
            guard position.level == depth, position.source == 0,
              columns.indices.contains(position.column)
            else { return .column(position, type) }
            return columns[position.column].shifted(by: depth)
          })
      }
    }
    switch self {
    case .insert(var insert):
      insert.returning = replaced(insert.returning)
      return .insert(insert)
    case .update(var update):
      update.returning = replaced(update.returning)
      return .update(update)
    case .delete(var delete):
      delete.returning = replaced(delete.returning)
      return .delete(delete)
    case .query, .merge, .truncate, .with: return self
    }
  }
}
