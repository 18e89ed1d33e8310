public import AccessModel
import CPgQuery
import SQLText

/// Reads one statement's text for a session.
///
/// Call it, and whatever uses what it gives, inside `onDeepStack`.
public enum SessionStatementReader {
  /// Runs `body` where the deepest trees fit the stack.
  public static func onDeepStack<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    DeepStack.run(body)
  }

  /// The statements of a text, each without its semicolon.
  public static func statements(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    return StatementSplitter.split(bytes).filter { $0.kind == .sql }.map {
      String(decoding: bytes[$0.range], as: UTF8.self)
    }
  }

  /// What a text's first statement is for a version of PostgreSQL; nil for an empty text. Throws
  /// PostgreSQL's error; `offset` is the byte it points at.
  public static func read(
    _ text: String, version: PostgresVersion = .v15
  ) throws(SessionReadFailure) -> SessionStatement? {
    let bytes = Array(text.utf8)
    guard let statement = StatementSplitter.split(bytes).first(where: { $0.kind == .sql }) else {
      return nil
    }
    var isParsed = false
    do throws(ReadFailure) {
      let parsed = try ParsedStatement.parse(statement, in: bytes, version: version)
      isParsed = true
      guard let node = parsed.node else { return nil }
      var reader = SyntaxReader(parsed.newer)
      if node.kind == PG_QUERY__NODE__NODE_VACUUM_STMT,
        node.pointee.vacuum_stmt.pointee.is_vacuumcmd != 0
      {
        return .vacuum(Definition(parsed: parsed))
      }
      return try reader.sessionStatement(node)
        ?? .definition(
          Definition(parsed: parsed, text: bytes, start: statement.range.lowerBound))
    } catch {
      switch error {
      case .unsupported(let what, _): return .unsupported(what, isParsed: isParsed)
      // What the grammar refuses has a place.
      case .refused(let answer, location: nil) where answer.sqlState == .featureNotSupported:
        return .refused(answer)
      case .refused(let answer, let location):
        // The semicolon is what PostgreSQL finds where the statement should go on.
        if answer.message == "syntax error at end of input",
          statement.range.upperBound < bytes.count
        {
          let error = PostgresError(.syntaxError, "syntax error at or near \";\"")
          throw SessionReadFailure(error: error, offset: statement.range.upperBound)
        }
        throw SessionReadFailure(
          error: answer, offset: location.map { $0 + statement.range.lowerBound })
      }
    }
  }
}

/// Why a text is no statement.
public struct SessionReadFailure: Error, Hashable, Sendable {
  public var error: PostgresError
  /// The byte of the text that PostgreSQL's message points at.
  public var offset: Int?
}

extension SyntaxReader {
  /// Nil for definitions.
  fileprivate mutating func sessionStatement(
    _ node: Node
  ) throws(ReadFailure) -> SessionStatement? {
    let statement = node.pointee
    switch node.kind {
    case PG_QUERY__NODE__NODE_TRANSACTION_STMT:
      return .transaction(try transaction(statement.transaction_stmt.pointee))
    case PG_QUERY__NODE__NODE_VARIABLE_SET_STMT:
      return try setting(statement.variable_set_stmt.pointee)
    case PG_QUERY__NODE__NODE_VARIABLE_SHOW_STMT:
      let name = text(statement.variable_show_stmt.pointee.name)
      return .show(name == "all" ? nil : name)
    case PG_QUERY__NODE__NODE_PREPARE_STMT:
      return try prepare(statement.prepare_stmt.pointee)
    case PG_QUERY__NODE__NODE_EXECUTE_STMT:
      let execute = statement.execute_stmt.pointee
      return .execute(
        name: text(execute.name),
        arguments: try expressions(list(execute.n_params, execute.params)))
    case PG_QUERY__NODE__NODE_DEALLOCATE_STMT:
      let name = text(statement.deallocate_stmt.pointee.name)
      return .deallocate(name.isEmpty ? nil : name)
    case PG_QUERY__NODE__NODE_DECLARE_CURSOR_STMT:
      return .declareCursor(try cursor(statement.declare_cursor_stmt.pointee))
    case PG_QUERY__NODE__NODE_FETCH_STMT: return .fetch(fetch(statement.fetch_stmt.pointee))
    case PG_QUERY__NODE__NODE_CLOSE_PORTAL_STMT:
      let name = text(statement.close_portal_stmt.pointee.portalname)
      return .close(name.isEmpty ? nil : name)
    case PG_QUERY__NODE__NODE_COPY_STMT: return .copy(try copy(statement.copy_stmt.pointee))
    case PG_QUERY__NODE__NODE_EXPLAIN_STMT:
      let explain = statement.explain_stmt.pointee
      let inner = try explain.query.flatMap { (node) throws(ReadFailure) in
        try sessionStatement(node)
      }
      var runs = false
      for option in list(explain.n_options, explain.options)
      where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
        let element = option.pointee.def_elem.pointee
        guard text(element.defname) == "analyze" else { continue }
        runs = try CatalogBuilder.boolean(element.arg, "analyze")
      }
      return .explain(inner ?? .unsupported("EXPLAIN of this kind"), runs: runs)
    case PG_QUERY__NODE__NODE_CALL_STMT:
      guard let node = statement.call_stmt.pointee.funccall,
        case .call(let call) = try call(node)
      else { throw .unsupported("CALL of this kind") }
      return .call(call)
    case PG_QUERY__NODE__NODE_LOCK_STMT:
      let lock = statement.lock_stmt.pointee
      let names = try relations(list(lock.n_relations, lock.relations))
      return .lock(names, mode: Int(lock.mode))
    case PG_QUERY__NODE__NODE_DISCARD_STMT:
      switch statement.discard_stmt.pointee.target {
      case PG_QUERY__DISCARD_MODE__DISCARD_PLANS: return .discard("PLANS")
      case PG_QUERY__DISCARD_MODE__DISCARD_SEQUENCES: return .discard("SEQUENCES")
      case PG_QUERY__DISCARD_MODE__DISCARD_TEMP: return .discard("TEMP")
      default: return .discard("ALL")
      }
    case PG_QUERY__NODE__NODE_CONSTRAINTS_SET_STMT:
      let change = statement.constraints_set_stmt.pointee
      let names = try relations(list(change.n_constraints, change.constraints))
      return .constraints(names, isDeferred: change.deferred != 0)
    case PG_QUERY__NODE__NODE_SELECT_STMT
    where node.pointee.select_stmt.pointee.into_clause != nil:
      return nil
    default:
      if let tag = Self.idleTag(node) { return .idle(tag: tag) }
      return try self.statement(node).map { .data($0) }
    }
  }

  /// Statements without any bearing on access.
  private static func idleTag(_ node: Node) -> String? {
    switch node.kind {
    case PG_QUERY__NODE__NODE_NOTIFY_STMT: "NOTIFY"
    case PG_QUERY__NODE__NODE_LISTEN_STMT: "LISTEN"
    case PG_QUERY__NODE__NODE_UNLISTEN_STMT: "UNLISTEN"
    case PG_QUERY__NODE__NODE_CHECK_POINT_STMT: "CHECKPOINT"
    case PG_QUERY__NODE__NODE_LOAD_STMT: "LOAD"
    default: nil
    }
  }

  private func transaction(
    _ statement: PgQuery__TransactionStmt
  ) throws(ReadFailure) -> TransactionCommand {
    let name = text(statement.savepoint_name)
    switch statement.kind {
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_BEGIN:
      return .begin(modes(list(statement.n_options, statement.options)))
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_START:
      var modes = modes(list(statement.n_options, statement.options))
      modes.isOfStart = true
      return .begin(modes)
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_COMMIT:
      return .commit(chain: statement.chain != 0)
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK:
      return .rollback(chain: statement.chain != 0)
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_SAVEPOINT: return .savepoint(name)
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_RELEASE: return .release(name)
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK_TO: return .rollbackTo(name)
    default: throw .unsupported("a prepared transaction")
    }
  }

  private func modes(_ options: [Node]) -> TransactionModes {
    var result = TransactionModes()
    for option in options where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let element = option.pointee.def_elem.pointee
      let value = element.arg.flatMap(settingText)
      switch text(element.defname) {
      case "transaction_isolation": result.isolation = value?.lowercased()
      case "transaction_read_only": result.isReadOnly = value == "1" || value == "true"
      default: break
      }
    }
    return result
  }

  /// Settings whose value is a list: `GUC_LIST_INPUT` in `guc_tables.c`.
  private static let listSettings: Set<String> = [
    "createrole_self_grant", "datestyle", "debug_io_direct", "listen_addresses",
    "local_preload_libraries", "log_destination", "restrict_nonsystem_relation_kind",
    "search_path", "session_preload_libraries", "shared_preload_libraries",
    "synchronous_standby_names", "synchronized_standby_slots", "temp_tablespaces",
    "unix_socket_directories", "wal_consistency_checking",
  ]

  private func setting(
    _ statement: PgQuery__VariableSetStmt
  ) throws(ReadFailure) -> SessionStatement {
    let name = text(statement.name)
    switch statement.kind {
    case PG_QUERY__VARIABLE_SET_KIND__VAR_SET_MULTI:
      guard name != "TRANSACTION SNAPSHOT" else { throw .unsupported("SET TRANSACTION SNAPSHOT") }
      return .setTransaction(
        modes(list(statement.n_args, statement.args)), ofSession: name != "TRANSACTION")
    case PG_QUERY__VARIABLE_SET_KIND__VAR_RESET_ALL:
      return .set(SettingChange(name: nil, value: nil, isLocal: false, tag: "RESET"))
    case PG_QUERY__VARIABLE_SET_KIND__VAR_SET_CURRENT: throw .unsupported("SET … FROM CURRENT")
    case PG_QUERY__VARIABLE_SET_KIND__VAR_SET_VALUE:
      let values = list(statement.n_args, statement.args)
      guard values.count == 1 || Self.listSettings.contains(name.lowercased()) else {
        throw .refused(SQLState(rawValue: "22023"), "SET \(name) takes only one argument")
      }
      let texts = values.compactMap(settingText)
      guard texts.count == values.count else { throw .unsupported("SET of an expression") }
      // `search_path` holds a list of names, quoted where they must be.
      let value =
        name == "search_path"
        ? texts.map(quoteIdentifier).joined(separator: ", ") : texts.joined(separator: ", ")
      return .set(
        SettingChange(name: name, value: value, isLocal: statement.is_local != 0, tag: "SET"))
    default:
      let isReset = statement.kind == PG_QUERY__VARIABLE_SET_KIND__VAR_RESET
      return .set(
        SettingChange(
          name: name, value: nil, isLocal: statement.is_local != 0,
          tag: isReset ? "RESET" : "SET"))
    }
  }

  private func settingText(_ node: Node) -> String? {
    if node.kind == PG_QUERY__NODE__NODE_TYPE_CAST {
      // `TIME ZONE INTERVAL …`. Source: `flatten_set_variable_args()`.
      return node.pointee.type_cast.pointee.arg.flatMap(settingText).map { "INTERVAL '\($0)'" }
    }
    return CatalogBuilder.constant(node)
  }

  private mutating func prepare(
    _ statement: PgQuery__PrepareStmt
  ) throws(ReadFailure) -> SessionStatement {
    var types: [TypeName] = []
    for node in list(statement.n_argtypes, statement.argtypes)
    where node.kind == PG_QUERY__NODE__NODE_TYPE_NAME {
      types.append(try typeName(node.pointee.type_name))
    }
    guard let node = statement.query, let tree = try self.statement(node) else {
      throw .unsupported("PREPARE of a statement of this kind")
    }
    return .prepare(
      name: text(statement.name), types: types,
      PreparedText(statement: tree, parameterCount: Self.highestParameter(node)))
  }

  /// Deparsed text shows parameters as `$n`, and strings that look like them are rare enough to
  /// only widen the list.
  private static func highestParameter(_ node: Node) -> Int {
    guard let text = Deparser.statement(node) else { return 0 }
    var highest = 0
    var digits: String?
    for character in text.unicodeScalars {
      if character == "$" {
        digits = ""
      } else if let so = digits, ("0"..."9").contains(character), so.count < 5 {
        digits = so + String(character)
      } else {
        highest = max(highest, digits.flatMap { Int($0) } ?? 0)
        digits = nil
      }
    }
    return max(highest, digits.flatMap { Int($0) } ?? 0)
  }

  private mutating func cursor(
    _ statement: PgQuery__DeclareCursorStmt
  ) throws(ReadFailure) -> CursorDeclaration {
    // Source: `CURSOR_OPT_*` in `src/include/nodes/parsenodes.h`.
    let options = statement.options
    return CursorDeclaration(
      name: text(statement.portalname), query: try query(statement.query),
      outlivesTransaction: options & 0x20 != 0,
      scrolls: options & 0x2 != 0 ? true : options & 0x4 != 0 ? false : nil,
      isInsensitive: options & 0x8 != 0)
  }

  private func fetch(_ statement: PgQuery__FetchStmt) -> FetchCommand {
    // FETCH ALL asks for LONG_MAX rows.
    let count = statement.how_many == Int64.max ? nil : Int(statement.how_many)
    let direction: FetchCommand.Direction =
      switch statement.direction {
      case PG_QUERY__FETCH_DIRECTION__FETCH_BACKWARD: .backward(count)
      case PG_QUERY__FETCH_DIRECTION__FETCH_ABSOLUTE: .absolute(count ?? Int.max)
      case PG_QUERY__FETCH_DIRECTION__FETCH_RELATIVE: .relative(count ?? Int.max)
      default: .forward(count)
      }
    return FetchCommand(
      cursor: text(statement.portalname), direction: direction, isMove: statement.ismove != 0)
  }

  private mutating func copy(_ statement: PgQuery__CopyStmt) throws(ReadFailure) -> CopyCommand {
    let source: CopyCommand.Source
    if let target = statement.relation {
      let columns = list(statement.n_attlist, statement.attlist).compactMap(\.string)
      source = .relation(try relation(target), columns: columns.isEmpty ? nil : columns)
    } else if let node = statement.query, let inner = try self.statement(node) {
      source = .statement(inner)
    } else {
      throw .unsupported("COPY of a statement of this kind")
    }
    var command = CopyCommand(
      source: source, isFrom: statement.is_from != 0,
      isStandardStream: text(statement.filename).isEmpty && statement.is_program == 0,
      isProgram: statement.is_program != 0,
      format: "text", hasHeader: false, condition: try optional(statement.where_clause))
    var seen: Set<String> = []
    for node in list(statement.n_options, statement.options)
    where node.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
      let option = node.pointee.def_elem.pointee
      let value = option.arg.flatMap { $0.string ?? Self.word($0) }
      let word = value?.lowercased()
      let isBoolean = word.map { Self.booleans[$0] != nil } ?? (option.arg == nil)
      guard seen.insert(text(option.defname)).inserted else {
        command.unknownOption = "\(text(option.defname)) twice"
        continue
      }
      switch text(option.defname) {
      case "format": command.format = value ?? "text"
      case "delimiter" where value == nil, "null" where value == nil, "quote" where value == nil,
        "escape" where value == nil:
        command.unknownOption = "\(text(option.defname)) without a value"
      case "delimiter": command.delimiter = value
      case "null": command.nullText = value
      case "header" where isBoolean || word == "match":
        command.matchesHeader = word == "match"
        command.hasHeader = Self.booleans[word ?? "true"] != false
      case "force_quote": command.forceQuote = Self.columnNames(option.arg)
      case "force_not_null": command.forceNotNull = Self.columnNames(option.arg)
      case "force_null": command.forceNull = Self.columnNames(option.arg)
      case "quote": command.quote = value
      case "escape": command.escape = value
      case "freeze" where isBoolean: command.isFreezing = Self.booleans[word ?? "true"] != false
      case "encoding" where ["utf8", "utf-8", "unicode"].contains(word): break
      case let other: command.unknownOption = other
      }
    }
    return command
  }

  /// Source: `defGetBoolean()` in `src/backend/commands/define.c`.
  private static let booleans = [
    "true": true, "on": true, "1": true, "false": false, "off": false, "0": false,
  ]

  private static func columnNames(_ node: Node?) -> [String] {
    guard let node else { return [] }
    return node.kind == PG_QUERY__NODE__NODE_A_STAR ? ["*"] : strings(node.items)
  }

  private static func word(_ node: Node) -> String? {
    switch node.kind {
    case PG_QUERY__NODE__NODE_INTEGER: String(node.pointee.integer.pointee.ival)
    case PG_QUERY__NODE__NODE_BOOLEAN: node.pointee.boolean.pointee.boolval != 0 ? "true" : "false"
    default: nil
    }
  }
}
