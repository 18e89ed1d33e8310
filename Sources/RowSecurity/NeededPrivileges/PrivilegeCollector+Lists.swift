import AccessModel
import SQLBinding

extension PrivilegeCollector {
  /// Expressions that are all computed as far as they can be before the subqueries in any of them are
  /// planned.
  ///
  /// Source: `preprocess_expression()` in `src/backend/optimizer/plan/planner.c`.
  struct ExpressionList {
    var expressions: [BoundExpression]
    /// The columns that get them: to their lengths they are cut. Empty: none.
    var columns: [Int] = []

    init(_ expressions: [BoundExpression]) { self.expressions = expressions }

    /// Those that are not DEFAULT, in the order of the columns or, of rows of VALUES, as they stand.
    ///
    /// Source: `rewriteTargetListIU()` in `src/backend/rewrite/rewriteHandler.c`.
    init(_ values: [BoundExpression?], for columns: [Int], isRow: Bool = false) {
      let written = zip(columns, values).filter { $0.1 != nil }
      let given = isRow ? written : written.sorted { $0.0 < $1.0 }
      self.columns = given.map(\.0)
      expressions = given.compactMap(\.1)
    }

    init(assignments: [BoundAssignment]) {
      self.init(assignments.map(\.value), for: assignments.map(\.column))
    }
  }

  /// What the columns of the relation that a statement changes get.
  struct Assigned {
    var relation: RelationID
    /// Outputs of the statement's query.
    var outputs = ExpressionList([])
    /// They are those of a query that is merged into the statement's.
    var isMerged = false
    /// Of several rows of VALUES.
    var rows: [ExpressionList] = []
  }

  /// Those of a statement.
  enum Actions {
    case list([Action])
    /// The query's outputs are what they compute.
    case outputs([Action])

    /// Those outputs; others stand before them.
    func taking(_ outputs: [BoundExpression]) -> [Action] {
      guard case .outputs(let actions) = self else { return [] }
      let others = outputs.count - actions.map(\.ordered.count).reduce(0, +)
      var rest = outputs.dropFirst(others)
      return [Action(list: ExpressionList(Array(outputs.prefix(others))))]
        + actions.map { $0.taking(&rest) }
    }
  }

  /// What DO UPDATE or one branch of MERGE computes, which is planned after the conditions.
  ///
  /// Source: `subquery_planner()` in `src/backend/optimizer/plan/planner.c`.
  struct Action {
    var list: ExpressionList
    var condition: BoundExpression?
    /// The condition is made ready first, as that of MERGE.
    var asksFirst = false

    var ordered: [(expression: BoundExpression, isCondition: Bool)] {
      let asked = [condition].compactMap(\.self).map { ($0, true) }
      let values = list.expressions.map { ($0, false) }
      return asksFirst ? asked + values : values + asked
    }

    /// The same, of the next of a query's outputs.
    fileprivate func taking(_ outputs: inout ArraySlice<BoundExpression>) -> Action {
      var action = self
      if condition != nil { action.condition = outputs.popFirst() }
      action.list.expressions = Array(outputs.prefix(list.expressions.count))
      outputs = outputs.dropFirst(list.expressions.count)
      return action
    }
  }

  /// Throws what the first of them raises. `isLate`: they are looked at one by one only after others.
  func compute(
    _ list: ExpressionList, of relation: RelationID?, isLate: Bool = false
  ) throws(EngineFailure) {
    let types = lengths(of: list.columns, of: relation)
    guard
      isLate || types.contains(where: { $0 != nil })
        || list.expressions.contains(where: \.hasSubquery)
    else { return }
    for (place, expression) in list.expressions.enumerated() {
      let folded = try fold(expression)
      if types.indices.contains(place), let type = types[place] {
        try requireFitting(folded, type)
      }
    }
  }

  /// What is made ready to run after all else: its functions are returned.
  mutating func requireLate(
    _ list: ExpressionList, ordered: [(expression: BoundExpression, isCondition: Bool)]? = nil,
    of relation: RelationID? = nil, as role: String, _ needs: inout Needs
  ) throws(EngineFailure) -> [PrivilegeCheck] {
    try compute(list, of: relation)
    let before = functions
    for (expression, isCondition) in ordered ?? list.expressions.map({ ($0, false) }) {
      try require(expression, as: role, &needs, isQual: isCondition)
    }
    defer { functions = before }
    return Array(functions.dropFirst(before.count))
  }

  /// Subqueries of what merged ones compute for an output, in the place of which they are planned.
  ///
  /// Source: `pullup_replace_vars()` in `src/backend/optimizer/prep/prepjointree.c`.
  mutating func requireQueries(
    behind output: BoundExpression, of query: BoundQuery, as role: String, _ needs: inout Needs
  ) throws(EngineFailure) {
    guard query.setOperation == nil else { return }
    for (number, source) in query.sources.enumerated() where isMerged(source) {
      guard let (inner, innerRole) = content(of: source, as: role) else { continue }
      for column in output.columns(ofSource: number, atLevel: 0).sorted()
      where inner.targets.indices.contains(column) {
        let expression = inner.targets[column].expression
        if expression.hasSubquery { try require(expression, as: innerRole, &needs) }
        try requireQueries(behind: expression, of: inner, as: innerRole, &needs)
      }
    }
  }

  /// Of a default.
  func requireFitting(
    _ folded: BoundExpression, _ column: Int, of id: RelationID
  ) throws(EngineFailure) {
    if let type = lengths(of: [column], of: id)[0] { try requireFitting(folded, type) }
  }

  /// Throws where a constant is not one of its column's values: the length of a text, say.
  ///
  /// Source: `coerce_type_typmod()` in `src/backend/parser/parse_coerce.c`.
  private func requireFitting(
    _ folded: BoundExpression, _ type: ColumnType
  ) throws(EngineFailure) {
    guard case .constant(let constant, _) = folded else { return }
    _ = try constant.fitted(to: type)
  }

  /// The types that have lengths, of columns of a table or a view.
  private func lengths(of columns: [Int], of id: RelationID?) -> [ColumnType?] {
    let types: [ColumnType?] =
      switch id {
      case .table(let table)?: engine.catalog.tables[table].columns
      case .view(let view)?:
        engine.catalog.catalog.views[view].columns.map { ColumnType($0.type) }
      default: []
      }
    return columns.map { column in
      guard types.indices.contains(column), let type = types[column] else { return nil }
      return type.modifiers.isEmpty ? nil : type
    }
  }
}

extension BoundMerge {
  var actions: [PrivilegeCollector.Action] {
    branches.map { branch in
      let list: PrivilegeCollector.ExpressionList =
        switch branch.action {
        case .nothing, .delete: .init([])
        case .update(let assignments): .init(assignments: assignments)
        case .insert(let columns, let values, _): .init(values, for: columns)
        }
      return .init(list: list, condition: branch.condition, asksFirst: true)
    }
  }
}

extension BoundConflict {
  var actions: [PrivilegeCollector.Action] {
    guard case .update(let assignments, let condition) = action else { return [] }
    return [.init(list: .init(assignments: assignments), condition: condition)]
  }
}
