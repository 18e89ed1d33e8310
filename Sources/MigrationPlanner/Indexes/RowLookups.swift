import AccessModel

/// By which columns a condition finds rows: its equalities, by the relation whose column is compared.
///
/// An equality counts for the innermost query that names the relation. Of the table that a policy is
/// on, only what is compared with a value or a set counts: a subquery that refers to the row is asked
/// for each row, and no index is of use there.
struct RowLookups {
  struct Lookup: Hashable {
    var table: QualifiedName
    var columns: [String]
  }

  private(set) var found: [Lookup] = []
  private let catalog: Catalog
  private var functions: Set<QualifiedName> = []

  /// What the FROM of one query calls its relations.
  private typealias Scope = [String: QualifiedName]

  init(_ catalog: Catalog) { self.catalog = catalog }

  mutating func read(_ policy: Catalog.Policy, of table: Catalog.Table) {
    let scope = [table.name.name: table.name]
    if let using = policy.using { read(using, scope) }
    // A new row is not looked for.
    if let check = policy.check { readInside(check, scope) }
  }

  /// Equalities that hold together, each relation's apart; every alternative of OR by itself.
  ///
  /// A relation with a column that is compared with a value from outside is found by that; one without is
  /// found by what it is joined on.
  private mutating func read(_ condition: SQLExpression, _ scope: Scope) {
    var entries: [String: [String]] = [:]
    var joins: [String: [String]] = [:]
    for part in condition.conjuncts {
      if case .or(let alternatives) = part {
        for alternative in alternatives { read(alternative, scope) }
        continue
      }
      for (source, column, isJoin) in compared(part, scope) {
        if isJoin {
          joins[source, default: []].append(column)
        } else {
          entries[source, default: []].append(column)
        }
      }
      readInside(part, scope)
    }
    for (source, columns) in joins.merging(entries, uniquingKeysWith: { $1 }).sorted(by: {
      $0.key < $1.key
    }) {
      guard let table = scope[source] else { continue }
      var seen: Set<String> = []
      let lookup = Lookup(table: table, columns: columns.filter { seen.insert($0).inserted })
      if !found.contains(lookup) { found.append(lookup) }
    }
  }

  /// The subqueries of an expression, and the functions that it calls.
  private mutating func readInside(_ expression: SQLExpression, _ scope: Scope) {
    visitChildren(of: .expression(expression), scope)
  }

  private mutating func visitChildren(of node: SQLNode, _ scope: Scope) {
    if let call = node.call { readBody(of: call) }
    for child in node.children {
      guard case .query(let query) = child else {
        visitChildren(of: child, scope)
        continue
      }
      read(query)
    }
  }

  private mutating func read(_ query: SQLQuery) {
    guard case .select(let select) = query.body else {
      return visitChildren(of: .query(query), [:])
    }
    var scope: Scope = [:]
    var conditions = [select.condition].compactMap { $0 }
    for item in select.from { collect(item, &scope, &conditions) }
    read(.allOf(conditions), scope)
    for case .expression(let target, _) in select.targets { readInside(target, scope) }
  }

  private mutating func collect(
    _ item: SQLFromItem, _ scope: inout Scope, _ conditions: inout [SQLExpression]
  ) {
    switch item {
    case .relation(let schema, let name, let alias):
      if let table = table(schema, name) { scope[alias ?? name] = table }
    case .join(_, let left, let right, let condition):
      collect(left, &scope, &conditions)
      collect(right, &scope, &conditions)
      conditions += [condition].compactMap { $0 }
    default: visitChildren(of: .from(item), [:])
    }
  }

  private mutating func readBody(of call: SQLFunctionCall) {
    for function in catalog.functions
    where function.origin == .plan && function.name.name == call.name
      && (call.schema ?? function.name.schema) == function.name.schema
    {
      guard functions.insert(function.name).inserted, case .query(let query) = function.body
      else { continue }
      read(query)
    }
  }

  private func table(_ schema: String?, _ name: String) -> QualifiedName? {
    catalog.tables.first { $0.name.name == name && (schema ?? "public") == $0.name.schema }?.name
  }

  /// The columns that one condition compares for equality with something that is no constant, and
  /// whether that is of another relation in scope.
  private func compared(
    _ condition: SQLExpression, _ scope: Scope
  ) -> [(source: String, column: String, isJoin: Bool)] {
    let sides: [(column: SQLExpression, other: SQLExpression)]
    switch condition {
    case .binary("=", let left, let right): sides = [(left, right), (right, left)]
    case .quantified("=", let left, let array, false): sides = [(left, array)]
    default: return []
    }
    return sides.compactMap { column, other in
      guard let own = resolve(column, scope), !other.isConstant else { return nil }
      let others = SQLNode.expression(other).descendants.compactMap { node -> String? in
        guard case .expression(let part) = node else { return nil }
        return resolve(part, scope)?.source
      }
      return others.contains(own.source) ? nil : (own.source, own.column, !others.isEmpty)
    }
  }

  private func resolve(
    _ expression: SQLExpression, _ scope: Scope
  ) -> (source: String, table: QualifiedName, column: String)? {
    guard case .column(let qualifier, let name) = expression else { return nil }
    let sources = qualifier.map { [$0] } ?? scope.keys.sorted()
    for source in sources {
      guard let table = scope[source],
        catalog.table(table)?.columns.contains(where: { $0.name == name }) == true
      else { continue }
      return (source, table, name)
    }
    return nil
  }
}

extension SQLExpression {
  /// A value that stands in the plan, which seldom tells one row from many.
  fileprivate var isConstant: Bool {
    switch self {
    case .literal: true
    case .cast(let operand, _): operand.isConstant
    default: false
    }
  }
}
