import AccessModel
import RowSecurity
import SQLBinding

/// Functions in FROM that are one query of SQL: the planner puts that in their place, so that of its
/// rows and outputs no more are computed than the query around it asks for.
///
/// Source: `inline_set_returning_function()` in `src/backend/optimizer/util/clauses.c`.
extension QueryCompiler {
  /// Where it shows what is computed.
  func inliningFunctions(_ query: BoundQuery) -> BoundQuery {
    var query = query
    for number in query.sources.indices {
      guard case .function(let function) = query.sources[number].kind,
        let body = body(of: function),
        body.targets.map(\.expression.type) == query.sources[number].columnTypes,
        outputsMayFail(body) || asksOfRows(body)
      else { continue }
      query.sources[number].kind = .query(body)
    }
    return query
  }

  /// Nil where the function is called.
  private func body(of function: BoundTableFunction) -> BoundQuery? {
    guard let (index, arguments) = function.inlinedCall(session.catalog.catalog),
      session.depth < 8, session.variables.settings["search_path"] == nil,
      arguments.allSatisfy(\.isWithoutColumns),
      session.holds([PrivilegeCheck(.execute, on: .function(index), as: session.role)]),
      let bound = try? session.body(ofFunctionInFrom: index, arguments.map(\.type)),
      let secured = try? session.engine.secure(
        .query(bound.substitutingParameters(arguments)), as: session.role,
        planning: session.planning),
      session.holds(secured.privileges), case .query(let body) = secured.statement,
      !body.callsFunctionInFrom
    else { return nil }
    return body
  }

  private func asksOfRows(_ body: BoundQuery) -> Bool {
    let order = QualOrder(session.catalog.catalog)
    let conditions = JoinPlanner.conjuncts(body.condition) + body.sources.flatMap(\.ownConditions)
    return conditions.contains { order.mayMatterBesideOthers($0, raises: session.raises) }
  }
}

extension BoundExpression {
  fileprivate var isWithoutColumns: Bool {
    if case .column = self { false } else { !hasOperand { !$0.isWithoutColumns } }
  }
}

extension BoundQuery {
  /// Functions of the catalog in FROM.
  private var functionsInFrom: [Int] {
    sources.flatMap { source -> [Int] in
      switch source.kind {
      case .function(let function):
        if case .function(let index, _) = function.call { [index] } else { [] }
      case .query(let inner): inner.functionsInFrom
      case .relation(let relation): relation.security?.viewQuery?.functionsInFrom ?? []
      case .commonTable, .system: []
      }
    }
  }

  var callsFunctionInFrom: Bool { !functionsInFrom.isEmpty }

  /// Whether a function in FROM is planned with the query: as whoever plans that.
  func plansFunction(_ catalog: Catalog) -> Bool {
    functionsInFrom.contains { catalog.functions[$0].isInlinedInFrom }
  }
}
