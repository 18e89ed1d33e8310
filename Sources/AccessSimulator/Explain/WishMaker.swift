import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

/// Guesses what would make a policy's expression true for a row: another claim or role, other values
/// in the row, or a row in a table that a subquery reads.
///
/// Guesses are cheap and often wrong: each is tried before anybody sees it.
struct WishMaker {
  let explainer: Explainer
  /// The row that a policy is not true for; nil: there is none, the statement itself finds nothing.
  let block: RowBlock?

  var catalog: Catalog { explainer.catalog }

  /// Ways to give a condition the value `wanted`.
  func wishes(for expression: SQLExpression, wanted: Bool = true) -> [ProposedChange] {
    switch expression {
    case .and(let operands):
      return wanted ? all(operands, wanted) : operands.flatMap { wishes(for: $0, wanted: false) }
    case .or(let operands):
      return wanted ? operands.flatMap { wishes(for: $0) } : all(operands, wanted)
    case .not(let operand): return wishes(for: operand, wanted: !wanted)
    case .cast(let operand, _): return wishes(for: operand, wanted: wanted)
    case .test(let operand, .isTrue), .test(let operand, .isNotFalse):
      return wishes(for: operand, wanted: wanted)
    case .test(let operand, .isNotTrue), .test(let operand, .isFalse):
      return wishes(for: operand, wanted: !wanted)
    case .test(let operand, .isNull) where wanted: return changes(of: operand, to: .null, .text)
    case .coalesce(let operands): return operands.flatMap { wishes(for: $0, wanted: wanted) }
    case .column: return changes(of: expression, to: .boolean(wanted), .boolean)
    case .exists(let query) where wanted: return insertions(making: query, give: nil)
    case .inQuery(let operand, let query, false) where wanted:
      return insertions(making: query, give: operand)
    case .quantified("=", let operand, .arrayQuery(let query), isAll: false) where wanted:
      return insertions(making: query, give: operand)
    case .scalarQuery(let query):
      if let inner = query.soleTarget, query.readsNothing {
        return wishes(for: inner, wanted: wanted)
      }
      return wanted ? insertions(making: query, give: .true) : []
    case .inList(let operand, let list, false) where wanted:
      return list.prefix(3).flatMap { equality(operand, $0) }
    case .binary("=", let left, let right) where wanted: return equality(left, right)
    case .call(let call): return wanted ? wishes(forCall: call) : []
    default: return []
    }
  }

  /// Every operand must have the value: the first ways of each that has it not, together.
  private func all(_ operands: [SQLExpression], _ wanted: Bool) -> [ProposedChange] {
    var result: [ProposedChange] = []
    for operand in operands where value(of: operand)?.value.truth != wanted {
      let ways = wishes(for: operand, wanted: wanted).prefix(4)
      guard !ways.isEmpty else { return [] }
      if result.isEmpty {
        result = Array(ways)
      } else {
        result = result.prefix(3).flatMap { first in ways.map { first.followed(by: $0) } }
      }
    }
    return result
  }

  private func equality(_ left: SQLExpression, _ right: SQLExpression) -> [ProposedChange] {
    [(left, right), (right, left)].flatMap { side, other -> [ProposedChange] in
      if case .scalarQuery(let query) = side, !query.readsNothing {
        return insertions(making: query, give: other)
      }
      guard let (value, type) = value(of: other), !value.isNull else { return [] }
      return identities(side, value, type) + changes(of: side, to: value, type)
    }
  }

  // MARK: The session

  /// Claims, settings or the role that give an expression a value.
  func identities(
    _ side: SQLExpression, _ value: SQLValue, _ type: DataType
  ) -> [ProposedChange] {
    guard !side.readsColumns, let text = value.output(as: type) else { return [] }
    if side.isCurrentUser {
      guard explainer.engine.roles.exists(text), !explainer.engine.roles.isSuperuser(text) else {
        return []
      }
      return [ProposedChange(.role, [.set("role", text)])]
    }
    return SessionInputs(of: side, catalog).settings(
      giving: text, now: explainer.session.variables.settings["request.jwt.claims"]
    )
    .map { ProposedChange(.claim, [.set($0.name, $0.value)]) }
  }

  // MARK: The row

  /// A column of the row with another value: in the table, or in the statement that writes it.
  private func changes(
    of side: SQLExpression, to value: SQLValue, _ type: DataType
  ) -> [ProposedChange] {
    guard let block, let column = column(side, of: block.table) else { return [] }
    let model = catalog.tables[block.table].columns[column]
    guard model.generated == nil else { return [] }
    let constant = value.literal(as: type)
    guard block.isNew else {
      guard let key = explainer.condition(on: block.row, of: block.table) else { return [] }
      let update = SQLUpdate(
        SQLRelationName(catalog.tables[block.table].name), set: [.init(model.name, constant)],
        where: key)
      return [ProposedChange(.row, [.run(.update(update))])]
    }
    return rewritten(model.name, constant).map {
      [ProposedChange(.statement, [], statement: $0.sqlText)]
    } ?? []
  }

  /// The statement with another value for a column, where it gives one.
  private func rewritten(_ column: String, _ value: SQLExpression) -> SQLStatement? {
    switch explainer.statement {
    case .insert(var insert):
      guard case .values(var rows) = insert.source, rows.count == 1, let block,
        explainer.secured?.target?.views.isEmpty == true
      else { return nil }
      let columns = insert.columns ?? catalog.tables[block.table].columns.map(\.name)
      guard let place = columns.firstIndex(of: column), rows[0].indices.contains(place) else {
        return nil
      }
      rows[0][place] = value
      insert.source = .values(rows: rows)
      return .insert(insert)
    case .update(var update):
      guard let place = update.assignments.firstIndex(where: { $0.column == column }),
        update.assignments[place].row == nil
      else { return nil }
      update.assignments[place].value = value
      return .update(update)
    default: return nil
    }
  }

  // MARK: Values

  /// The column of a table that an expression is, casts aside.
  func column(_ expression: SQLExpression, of table: Int) -> Int? {
    let model = catalog.tables[table]
    switch expression {
    case .cast(let operand, _): return column(operand, of: table)
    case .column(let qualifier, let name):
      guard qualifier == nil || qualifier == model.name.name else { return nil }
      return model.columns.firstIndex { $0.name == name }
    default: return nil
    }
  }

  /// What an expression of the policy gives for the row, or of the statement for itself.
  ///
  /// `seesAll`: whatever row security hides, since the change may show it.
  func value(
    of expression: SQLExpression, seesAll: Bool = false
  ) -> (value: SQLValue, type: DataType)? {
    if let block {
      let administrator = catalog.roles.first { $0.isSuperuser }?.name
      let tracer = ExpressionTracer(
        explainer: explainer, table: block.table, row: block.row,
        role: seesAll ? administrator ?? block.role : block.role)
      guard let (value, type) = try? tracer.evaluate(expression) else { return nil }
      return (value, type)
    }
    let query = SQLQuery(SQLSelect([.expression(expression, name: nil)]))
    guard
      case .query(let bound)? = try? PreparedStatement.secure(
        .query(query), [], explainer.session
      ).statement,
      let rows = try? QueryCompiler(explainer.session).compile(bound).rows(in: nil),
      let type = bound.targets.first?.expression.type, let value = rows.first?.first
    else { return nil }
    return (value, type)
  }

  /// The body of a function in SQL, with the arguments in the place of its parameters.
  private func wishes(forCall call: SQLFunctionCall) -> [ProposedChange] {
    let found = catalog.functions.filter {
      $0.name.name == call.name && (call.schema == nil || $0.name.schema == call.schema)
        && $0.arguments.count == call.arguments.count
    }
    guard found.count == 1, case .query(let body) = found[0].body,
      let value = FunctionArguments(found[0], call.arguments).inlined(body)
    else { return [] }
    return wishes(for: .scalarQuery(query: value))
  }
}

extension SQLExpression {
  /// Whether a column occurs in it, subqueries included.
  var readsColumns: Bool {
    switch self {
    case .column, .wholeRow: true
    default:
      children.contains(where: \.readsColumns) || subquery.map { !$0.readsNothing } ?? false
    }
  }

  /// `CURRENT_USER`, `current_setting('role')` aside.
  var isCurrentUser: Bool {
    switch self {
    case .valueFunction(.currentUser): true
    case .cast(let operand, _), .collated(let operand, _): operand.isCurrentUser
    case .scalarQuery(let query): query.soleTarget?.isCurrentUser == true
    case .call(let call): call.name == "current_user"
    default: false
    }
  }
}

extension SQLQuery {
  /// `SELECT expression`, without FROM.
  var readsNothing: Bool {
    if case .select(let select) = body { select.from.isEmpty } else { false }
  }

  /// The only thing that it selects.
  var soleTarget: SQLExpression? {
    guard case .select(let select) = body, select.targets.count == 1,
      case .expression(let expression, _) = select.targets[0]
    else { return nil }
    return expression
  }
}
