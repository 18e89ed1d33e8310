import AccessModel
import SQLBinding

/// A command on a relation, as rules are found for it.
struct RuledCommand: Hashable {
  let relation: RelationID
  let verb: ViewUpdatability.Verb
}

extension SecurityRewriter {
  /// What rules make of a statement; nil where the relation that it names has none.
  ///
  /// Source: `RewriteQuery()` and `QueryRewrite()` in `src/backend/rewrite/rewriteHandler.c`.
  mutating func ruled(
    _ statement: BoundStatement
  ) throws(EngineFailure) -> SecuredStatement? {
    if case .insert(let insert) = statement, insert.isCopy {
      ruled.insert(RuledCommand(relation: insert.target.id, verb: .insert))
      return nil
    }
    guard let command = RuledCommand(statement),
      !rules(on: command.relation, for: command.verb).isEmpty || hasRulesBelow(command)
    else { return nil }
    let parts = try rewritten(statement, .original, inside: [])
    var result = SecuredStatement(statement: statement, privileges: [])
    guard !parts.isEmpty else {
      result.isReplacedByNothing = true
      return result
    }
    var sequence: [SecuredStatement] = []
    for part in parts {
      var secured = try single(part.statement)
      let place = part.isInQuery ? secured.placeAfterTarget : secured.privileges.startIndex
      secured.privileges.insert(contentsOf: part.privileges, at: place)
      sequence.append(secured)
    }
    // All are planned before the first of them runs.
    result.privileges =
      sequence.flatMap { $0.privileges.filter(\.isOfPlanning) } + sequence[0].privileges
    result.sequence = sequence
    result.answering =
      parts.firstIndex { $0.origin == .original }
      ?? parts.lastIndex {
        $0.origin == .instead && RuledCommand($0.statement)?.verb == command.verb
      }
    return result
  }

  /// The statements that one becomes, in the order of running.
  private mutating func rewritten(
    _ statement: BoundStatement, _ origin: RulePart.Origin, inside: [RuledCommand]
  ) throws(EngineFailure) -> [RulePart] {
    guard let command = RuledCommand(statement) else {
      return [RulePart(statement: statement, origin: origin)]
    }
    let met = rules(on: command.relation, for: command.verb)
    ruled.insert(command)
    guard !met.isEmpty else {
      guard hasRulesBelow(command) else {
        return [RulePart(statement: statement, origin: origin)]
      }
      let below = try descended(statement, command)
      var parts = try rewritten(below.statement, origin, inside: inside + [command])
      for index in parts.indices {
        parts[index].privileges = below.privileges + parts[index].privileges
      }
      return parts
    }
    let name = engine.catalog.names.name(of: command.relation).name
    guard !inside.contains(command) else {
      throw .postgres(
        PostgresError(
          .invalidObjectDefinition,
          "infinite recursion detected in rules for relation \"\(name)\""))
    }
    var firing = try RuleFiring(statement, self, relation: command.relation)
    var made: [RulePart] = []
    for rule in met { made += try firing.products(of: rule) }
    try firing.requireUpdatable()
    if case .view = command.relation, try firing.original() != nil {
      try requireWritable(statement)
    }
    var products: [RulePart] = []
    for product in made {
      let parts = try rewritten(
        product.statement, product.origin, inside: inside + [command])
      for part in parts { try requireWritable(part.statement) }
      products += parts.map { $0.made(by: product) }
    }
    try firing.requireReturning()
    if case .insert(let insert) = statement {
      try requireNoConflict(in: insert, on: command.relation, met, hasProducts: !made.isEmpty)
    }
    guard let rest = try firing.original() else { return products }
    let own = RulePart(statement: rest, origin: origin)
    return command.verb == .insert ? [own] + products : products + [own]
  }

  /// ON CONFLICT goes neither with another statement nor with any rule for UPDATE, unless the view's
  /// own table takes the rows.
  ///
  /// Source: `RewriteQuery()` in `src/backend/rewrite/rewriteHandler.c`.
  func requireNoConflict(
    in insert: BoundInsert, on id: RelationID, _ met: [Catalog.Rule] = [], hasProducts: Bool = false
  ) throws(EngineFailure) {
    guard insert.conflict != nil,
      hasProducts || catalog.rules(of: id).contains(where: { $0.event == .update })
    else { return }
    let isReplaced = met.contains { $0.isInstead && $0.condition == nil }
    if case .view(let index) = id, !isReplaced {
      let triggers = catalog.views[index].triggers.filter { $0.timing == .insteadOf }
      guard triggers.contains(where: { $0.events.contains(.insert) }) else { return }
    }
    throw .postgres(
      PostgresError(
        .featureNotSupported,
        "INSERT with ON CONFLICT clause cannot be used with table that has INSERT or UPDATE rules"))
  }

  /// Rules of relations below views that other statements name, and of statements in WITH, are not
  /// rewritten yet.
  func requireNoRule(_ id: RelationID, _ verb: ViewUpdatability.Verb) throws(EngineFailure) {
    guard let met = rules(on: id, for: verb).first else { return }
    let name = engine.catalog.names.name(of: id).name
    throw .undecided(Undecided("the rule `\(met.name)` on `\(name)`"))
  }

  /// A statement in WITH that rules make nothing or more than one statement of is refused; the one
  /// that is left where a rule adds nothing is as it was.
  ///
  /// Source: `RewriteQuery()` in `src/backend/rewrite/rewriteHandler.c`.
  mutating func requireOneStatement(ofRules statement: BoundStatement) throws(EngineFailure) {
    guard let command = RuledCommand(statement) else { return }
    let met = rules(on: command.relation, for: command.verb)
    guard !met.isEmpty, met.allSatisfy({ $0.unread == nil }) else { return }
    var firing = try RuleFiring(statement, self, relation: command.relation)
    var made: [BoundStatement] = []
    for rule in met { made += try firing.products(of: rule).map(\.statement) }
    try firing.requireUpdatable()
    let isReplaced = met.contains { $0.isInstead && $0.condition == nil }
    // They are counted once they are rewritten themselves.
    if !isReplaced, case .view = command.relation {
      var walked = self
      walked.ruled.insert(command)
      try walked.requireWritable(statement)
    }
    let products = made.compactMap { RuledCommand($0) }
    for product in products { try requireDeletable(product) }
    try firing.requireReturning()
    let added = met.flatMap { rule in rule.actions.map { _ in rule } }
    let kind: String
    switch added.count + (isReplaced ? 0 : 1) {
    case 0: kind = "DO INSTEAD NOTHING"
    case 1:
      if !isReplaced, !met.contains(where: \.isInstead) { ruled.insert(command) }
      return
    default:
      let named = added.first { !$0.isInstead || $0.condition != nil }
      kind =
        switch named?.isInstead {
        case true: "conditional DO INSTEAD"
        case false: "DO ALSO"
        case nil: "multi-statement DO INSTEAD"
        }
    }
    for product in products { try requireNoRule(product.relation, product.verb) }
    throw .postgres(
      PostgresError(
        .featureNotSupported,
        "\(kind) rules are not supported for data-modifying statements in WITH"))
  }

  /// Where a view can't be deleted from. Of INSERT and UPDATE that shows as their columns are looked at.
  private func requireDeletable(_ command: RuledCommand) throws(EngineFailure) {
    guard command.verb == .delete, rules(on: command.relation, for: .delete).isEmpty else { return }
    _ = try chain(from: command.relation, .delete, [], [])
  }

  func rules(
    on id: RelationID, for verb: ViewUpdatability.Verb
  ) -> [Catalog.Rule] {
    catalog.rules(of: id).filter {
      $0.event.rawValue == verb.rawValue.uppercased()
        && $0.enabled.fires(isReplica: engine.isReplica)
    }.sorted { Text($0.name) < Text($1.name) }
  }
}

/// One of the statements that rules make of one.
struct RulePart {
  enum Origin { case original, instead, also }

  var statement: BoundStatement
  var origin: Origin
  /// Of the statement that the rule was met by.
  var privileges: [PrivilegeCheck] = []
  /// What INSERT … SELECT reads of that statement it reads in the query: its own target comes first.
  ///
  /// Source: `getInsertSelectQuery()` in `src/backend/rewrite/rewriteManip.c`.
  var isInQuery = false

  /// The same, where what rules were met by was itself made by a rule.
  fileprivate func made(by product: RulePart) -> RulePart {
    var result = self
    if privileges.isEmpty {
      (result.privileges, result.isInQuery) = (product.privileges, product.isInQuery)
    } else if product.isInQuery {
      result.privileges += product.privileges
    } else {
      result.privileges = product.privileges + privileges
    }
    return result
  }
}

extension SecuredStatement {
  /// After the privileges that the relation needs which the statement names.
  fileprivate var placeAfterTarget: Int {
    let named = target.flatMap { $0.needs.named.last }.flatMap { privileges.firstIndex(of: $0) }
    return named.map { $0 + 1 } ?? privileges.startIndex
  }
}

extension RuledCommand {
  init?(_ statement: BoundStatement) {
    switch statement {
    case .insert(let insert): self.init(relation: insert.target.id, verb: .insert)
    case .update(let update): self.init(relation: update.target.id, verb: .update)
    case .delete(let delete): self.init(relation: delete.target.id, verb: .delete)
    case .query, .merge, .truncate, .with: return nil
    }
  }
}

extension Catalog {
  /// Sequences have none.
  func rules(of id: RelationID) -> [Rule] {
    switch id {
    case .table(let index): tables[index].rules
    case .view(let index): views[index].rules
    case .sequence: []
    }
  }
}
