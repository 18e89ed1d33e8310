import AccessModel
import CPgQuery

extension CatalogBuilder {
  /// DO, as far as its body is definitions, conditions over the catalog, and handlers.
  mutating func doBlock(_ node: Node) throws(ReadFailure) -> Effect {
    let options = list(node.pointee.do_stmt.pointee.n_args, node.pointee.do_stmt.pointee.args)
    var source: String?
    for option in options where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      if text(element.defname) == "as" { source = element.arg?.string }
      if text(element.defname) == "language", element.arg?.string != "plpgsql" {
        throw .unsupported("DO in another language")
      }
    }
    guard let source else { throw .unsupported("a DO block") }
    try run(try PLReader.body(of: source, version: state.postgresVersion).block)
    return .applied
  }

  private mutating func run(_ block: PLBlock) throws(ReadFailure) {
    guard !block.handlers.isEmpty else { return try run(block.body) }
    let before = state
    do throws(ReadFailure) {
      try run(block.body)
    } catch {
      guard case .refused(let answer, _) = error,
        let handler = block.handlers.first(where: { $0.handles(answer.sqlState) })
      else { throw error }
      state = before
      try run(handler.body)
    }
  }

  private mutating func run(_ statements: [PLStatement]) throws(ReadFailure) {
    statementDepth += 1
    defer { statementDepth -= 1 }
    guard statementDepth < 50 else { throw .unsupported("a DO block this deep") }
    for statement in statements {
      switch statement.kind {
      case .nothing, .returns(nil): break
      case .block(let block): try run(block)
      case .sql(let command, into: nil): try run(command.text)
      case .perform(let expression): try run("SELECT " + expression.text)
      case .execute(let expression, into: nil, using: []): try runDynamic(expression.text)
      case .conditional(let branches, let otherwise): try run(branches, otherwise)
      // What is raised below an exception only informs.
      case .raise(let raise) where raise.level != nil && raise.level != "EXCEPTION": break
      default: throw .unsupported("this statement of PL/pgSQL in a DO block")
      }
    }
  }

  private mutating func run(
    _ branches: [PLBranch], _ otherwise: [PLStatement]
  ) throws(ReadFailure) {
    for branch in branches {
      guard let holds = ConditionOverCatalog(state).holds(branch.condition.text) else {
        throw .unsupported("the condition `\(branch.condition.text)` in a DO block")
      }
      if holds { return try run(branch.body) }
    }
    try run(otherwise)
  }

  private mutating func run(_ text: String) throws(ReadFailure) {
    let bytes = Array(text.utf8)
    for statement in StatementSplitter.split(bytes) where statement.kind == .sql {
      let parsed = try ParsedStatement.parse(
        statement, in: bytes, version: state.postgresVersion)
      guard let node = parsed.node else { continue }
      if case .partly(let what) = try dispatch(node) { throw .unsupported(what) }
    }
  }

  /// EXECUTE of a constant, or of what decides no access.
  private mutating func runDynamic(_ text: String) throws(ReadFailure) {
    guard let expression = SQLBody.expression(of: text) else {
      throw .unsupported("EXECUTE in a DO block")
    }
    if case .literal(.string(let sql)) = expression { return try run(sql) }
    // The sequence behind an identity column needs no privilege, so what is granted on it is
    // nothing to us.
    if case .binary("||", .binary("||", .literal(.string(let head)), .call(let call)), _) =
      expression, head.hasPrefix("REVOKE ALL ON SEQUENCE "),
      call.name == "pg_get_serial_sequence"
    {
      return
    }
    throw .unsupported("EXECUTE of a computed text in a DO block")
  }
}

extension SQLBody {
  /// The expression that a text is.
  static func expression(of text: String) -> SQLExpression? {
    guard let query = query(of: "SELECT " + text), case .select(let select) = query.body,
      select.targets.count == 1, case .expression(let expression, nil) = select.targets[0]
    else { return nil }
    return expression
  }
}
