import AccessModel
import CPgQuery

extension SyntaxReader {
  mutating func expression(_ node: Node?) throws(ReadFailure) -> SQLExpression {
    guard let node else { throw .unsupported("an empty expression") }
    return try nested { (reader) throws(ReadFailure) in try reader.unnested(node) }
  }

  private mutating func unnested(_ node: Node) throws(ReadFailure) -> SQLExpression {
    switch node.kind {
    case PG_QUERY__NODE__NODE_COLUMN_REF: return try column(node)
    case PG_QUERY__NODE__NODE_A_CONST: return .literal(try literal(node))
    case PG_QUERY__NODE__NODE_PARAM_REF:
      return .parameter(number: Int(node.pointee.param_ref.pointee.number))
    case PG_QUERY__NODE__NODE_FUNC_CALL: return try call(node.pointee.func_call)
    case PG_QUERY__NODE__NODE_GROUPING_FUNC: return try grouping(node.pointee.grouping_func)
    case PG_QUERY__NODE__NODE_A_EXPR: return try operation(node.pointee.a_expr)
    case PG_QUERY__NODE__NODE_BOOL_EXPR: return try boolean(node.pointee.bool_expr)
    case PG_QUERY__NODE__NODE_NULL_TEST:
      let test = node.pointee.null_test.pointee
      return .test(
        operand: try expression(test.arg),
        kind: test.nulltesttype == PG_QUERY__NULL_TEST_TYPE__IS_NULL ? .isNull : .isNotNull)
    case PG_QUERY__NODE__NODE_BOOLEAN_TEST:
      let test = node.pointee.boolean_test.pointee
      return .test(operand: try expression(test.arg), kind: try kind(test.booltesttype))
    case PG_QUERY__NODE__NODE_SUB_LINK: return try subquery(node.pointee.sub_link)
    case PG_QUERY__NODE__NODE_CASE_EXPR: return try cases(node.pointee.case_expr)
    case PG_QUERY__NODE__NODE_COALESCE_EXPR:
      let coalesce = node.pointee.coalesce_expr.pointee
      return .coalesce(operands: try expressions(list(coalesce.n_args, coalesce.args)))
    case PG_QUERY__NODE__NODE_MIN_MAX_EXPR:
      let extremum = node.pointee.min_max_expr.pointee
      return .extremum(
        operands: try expressions(list(extremum.n_args, extremum.args)),
        isGreatest: extremum.op == PG_QUERY__MIN_MAX_OP__IS_GREATEST)
    case PG_QUERY__NODE__NODE_SQLVALUE_FUNCTION:
      return try valueFunction(node.pointee.sqlvalue_function)
    case PG_QUERY__NODE__NODE_TYPE_CAST: return try cast(node.pointee.type_cast)
    case PG_QUERY__NODE__NODE_A_ARRAY_EXPR:
      let array = node.pointee.a_array_expr.pointee
      return .array(elements: try expressions(list(array.n_elements, array.elements)))
    case PG_QUERY__NODE__NODE_ROW_EXPR:
      let row = node.pointee.row_expr.pointee
      return .row(fields: try expressions(list(row.n_args, row.args)))
    case PG_QUERY__NODE__NODE_COLLATE_CLAUSE:
      let clause = node.pointee.collate_clause.pointee
      return .collated(
        operand: try expression(clause.arg),
        collation: strings(list(clause.n_collname, clause.collname)).joined(separator: "."))
    case PG_QUERY__NODE__NODE_A_INDIRECTION: return try indirection(node.pointee.a_indirection)
    case PG_QUERY__NODE__NODE_NAMED_ARG_EXPR:
      let argument = node.pointee.named_arg_expr.pointee
      return .namedArgument(name: text(argument.name), value: try expression(argument.arg))
    default: throw .unsupported("an expression that the model has no form for")
    }
  }

  private func column(_ node: Node) throws(ReadFailure) -> SQLExpression {
    let reference = node.pointee.column_ref.pointee
    let fields = list(reference.n_fields, reference.fields)
    let names = strings(fields)
    if names.count == fields.count {
      switch names.count {
      case 1: return .column(qualifier: nil, name: names[0])
      case 2: return .column(qualifier: names[0], name: names[1])
      case 3: return .schemaColumn(schema: names[0], relation: names[1], name: names[2])
      case 4:
        try requireCurrent(
          database: names[0], of: Array(names[1...]), isQuoted: false)
        return .schemaColumn(schema: names[1], relation: names[2], name: names[3])
      default: throw .unsupported("a column of too many names", location: Int(reference.location))
      }
    } else if let relation = names.last, fields.last?.kind == PG_QUERY__NODE__NODE_A_STAR {
      return .wholeRow(qualifier: relation)
    }
    throw .unsupported("`*` as an expression", location: Int(reference.location))
  }

  private func literal(_ node: Node) throws(ReadFailure) -> SQLLiteral {
    let constant = node.pointee.a_const.pointee
    if constant.isnull != 0 { return .null }
    switch constant.val_case {
    case PG_QUERY__A__CONST__VAL_IVAL: return .integer(Int64(constant.ival.pointee.ival))
    case PG_QUERY__A__CONST__VAL_FVAL:
      let digits = text(constant.fval.pointee.fval)
      return Int64(digits).map { .integer($0) } ?? .decimal(digits)
    case PG_QUERY__A__CONST__VAL_BOOLVAL: return .boolean(constant.boolval.pointee.boolval != 0)
    case PG_QUERY__A__CONST__VAL_SVAL: return .string(text(constant.sval.pointee.sval))
    default: throw .unsupported("a bit string", location: Int(constant.location))
    }
  }

  private mutating func boolean(
    _ node: UnsafeMutablePointer<PgQuery__BoolExpr>
  ) throws(ReadFailure) -> SQLExpression {
    let operands = try expressions(list(node.pointee.n_args, node.pointee.args))
    switch node.pointee.boolop {
    case PG_QUERY__BOOL_EXPR_TYPE__AND_EXPR: return .and(operands: operands)
    case PG_QUERY__BOOL_EXPR_TYPE__OR_EXPR: return .or(operands: operands)
    default:
      guard let operand = operands.first else { throw .unsupported("NOT of nothing") }
      // `NOT IN` is read as the negation of `IN`. The negation of that is joined with nothing.
      if case .inQuery(let value, let query, negated: false) = operand {
        return .inQuery(operand: value, query: query, negated: true)
      }
      return .not(operand: operand)
    }
  }

  private func kind(_ type: PgQuery__BoolTestType) throws(ReadFailure) -> SQLTest {
    switch type {
    case PG_QUERY__BOOL_TEST_TYPE__IS_TRUE: return .isTrue
    case PG_QUERY__BOOL_TEST_TYPE__IS_NOT_TRUE: return .isNotTrue
    case PG_QUERY__BOOL_TEST_TYPE__IS_FALSE: return .isFalse
    case PG_QUERY__BOOL_TEST_TYPE__IS_NOT_FALSE: return .isNotFalse
    case PG_QUERY__BOOL_TEST_TYPE__IS_UNKNOWN: return .isUnknown
    case PG_QUERY__BOOL_TEST_TYPE__IS_NOT_UNKNOWN: return .isNotUnknown
    default: throw .unsupported("a test")
    }
  }

  private mutating func cases(
    _ node: UnsafeMutablePointer<PgQuery__CaseExpr>
  ) throws(ReadFailure) -> SQLExpression {
    var branches: [SQLCaseBranch] = []
    for item in list(node.pointee.n_args, node.pointee.args)
    where item.kind == PG_QUERY__NODE__NODE_CASE_WHEN {
      let branch = item.pointee.case_when.pointee
      branches.append(
        SQLCaseBranch(when: try expression(branch.expr), then: try expression(branch.result)))
    }
    return .cases(
      operand: try optional(node.pointee.arg), branches: branches,
      otherwise: try optional(node.pointee.defresult))
  }

  private mutating func cast(
    _ node: UnsafeMutablePointer<PgQuery__TypeCast>
  ) throws(ReadFailure) -> SQLExpression {
    let operand = try expression(node.pointee.arg)
    let type = try typeName(node.pointee.type_name)
    // TRUE and FALSE are read as casts.
    if case .literal(.boolean) = operand, type == .boolean { return operand }
    return .cast(operand: operand, type: type)
  }

  private mutating func indirection(
    _ node: UnsafeMutablePointer<PgQuery__AIndirection>
  ) throws(ReadFailure) -> SQLExpression {
    var result = try expression(node.pointee.arg)
    let steps = list(node.pointee.n_indirection, node.pointee.indirection)
    // An element of an element, which is no element of an array of arrays.
    if case .subscripted = result, steps.first?.kind == PG_QUERY__NODE__NODE_A_INDICES,
      node.pointee.arg?.kind == PG_QUERY__NODE__NODE_A_INDIRECTION
    {
      throw .unsupported("a subscript of a subscript's result")
    }
    for step in steps {
      if let name = step.string {
        result = .field(operand: result, name: name)
      } else if step.kind == PG_QUERY__NODE__NODE_A_INDICES {
        let indices = step.pointee.a_indices.pointee
        let isSlice = indices.is_slice != 0
        let (lower, upper) = (try optional(indices.lidx), try optional(indices.uidx))
        // A plain subscript is the upper bound.
        result = .subscripted(
          operand: result, lower: isSlice ? lower : upper, upper: isSlice ? upper : nil,
          isSlice: isSlice)
      } else {
        // All fields, which have no name together.
        result = .field(operand: result, name: "")
      }
    }
    return result
  }

  private func valueFunction(
    _ node: UnsafeMutablePointer<PgQuery__SQLValueFunction>
  ) throws(ReadFailure) -> SQLExpression {
    func rounded(_ function: SQLValueFunction, _ type: TypeName) -> SQLExpression {
      var type = type
      type.modifiers = [Int(node.pointee.typmod)]
      return .cast(operand: .valueFunction(function), type: type)
    }
    switch node.pointee.op {
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_DATE: return .valueFunction(.currentDate)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIME: return .valueFunction(.currentTime)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIMESTAMP:
      return .valueFunction(.currentTimestamp)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_TIMESTAMP_N:
      return rounded(.currentTimestamp, .timestamptz)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIME: return .valueFunction(.localTime)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIMESTAMP:
      return .valueFunction(.localTimestamp)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_LOCALTIMESTAMP_N:
      return rounded(.localTimestamp, .timestamp)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_ROLE: return .valueFunction(.currentRole)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_USER: return .valueFunction(.currentUser)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_USER: return .valueFunction(.user)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_SESSION_USER: return .valueFunction(.sessionUser)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_CATALOG:
      return .valueFunction(.currentCatalog)
    case PG_QUERY__SQLVALUE_FUNCTION_OP__SVFOP_CURRENT_SCHEMA:
      return .valueFunction(.currentSchema)
    default: throw .unsupported("a time of day with precision")
    }
  }
}
