import AccessModel
import CPgQuery
import RowSecurity

extension CatalogBuilder {
  /// CREATE [OR REPLACE] VIEW. Source: `DefineView()` in `src/backend/commands/view.c`.
  mutating func createView(
    _ node: UnsafeMutablePointer<PgQuery__ViewStmt>
  ) throws(ReadFailure) -> Effect {
    let statement = node.pointee
    guard let range = statement.view else { throw .unsupported("a view without a name") }
    let names = strings(list(statement.n_aliases, statement.aliases))
    let (query, columns, note) = try definition(
      try reader.lenientQuery(statement.query), names: names)
    guard query.with?.tables.contains(where: \.changesRows) != true else {
      throw .refused(
        .featureNotSupported, "views must not contain data-modifying statements in WITH")
    }
    let name = try newView(range, over: query)
    try requireTypes(of: columns)
    var view = Catalog.View(
      name, columns: columns, query: query, securityInvoker: false, owner: state.currentRole,
      acl: state.newACL(.tables, in: name.schema), origin: origin == .plan ? nil : origin,
      place: place)
    view.isTemporary = isTemporary(name)
    for option in list(statement.n_options, statement.options) { try set(option, of: &view) }
    switch statement.with_check_option {
    case PG_QUERY__VIEW_CHECK_OPTION__LOCAL_CHECK_OPTION: view.checkOption = .local
    case PG_QUERY__VIEW_CHECK_OPTION__CASCADED_CHECK_OPTION: view.checkOption = .cascaded
    default: break
    }
    if statement.replace != 0, let type = state.compositeType(name) {
      try require(.ownership(what: "type \(name.name)", owner: type.owner))
      throw .refused(SQLState(rawValue: "42809"), "\"\(name.name)\" is not a view")
    }
    if statement.replace != 0, let slot = state.slot(name) {
      try requireOwner(of: name)
      guard case .view(let index) = slot, !state.catalog.views[index].isMaterialized else {
        throw .refused(SQLState(rawValue: "42809"), "\"\(name.name)\" is not a view")
      }
      try replace(index, with: view)
    } else {
      guard try isFree(name, for: query) else { return .applied }
      if let refusal = systemRefusal(of: name) { self.note(.refusedOnceBound(refusal)) }
      state.add(view)
    }
    return note.map { .partly($0) } ?? .applied
  }

  /// USAGE on the types of a new relation's columns. Source: `BuildDescForRelation()`.
  func requireTypes(of columns: [Catalog.ViewColumn]) throws(ReadFailure) {
    for column in columns where !BuiltinTypes.names.contains(column.type.name) {
      guard isSession, let type = state.customType(ofText: column.type.name) else { continue }
      try require(.typeUsage(type, named: state.visibleType(type)))
    }
  }

  /// A view over a temporary table is temporary itself.
  private mutating func newView(
    _ range: UnsafeMutablePointer<PgQuery__RangeVar>, over query: SQLQuery
  ) throws(ReadFailure) -> QualifiedName {
    let usesTemporary =
      state.hasTemporarySchema
      && References(query, in: state).relations.contains(where: isTemporary)
    guard usesTemporary, text(range.pointee.relpersistence) != "t" else {
      return try newRelation(range)
    }
    notice("view \"\(text(range.pointee.relname))\" will be a temporary view")
    let schema = text(range.pointee.schemaname)
    guard schema.isEmpty || schema == DatabaseState.temporarySchema else {
      _ = try newRelation(range)
      throw Self.temporaryElsewhere
    }
    return QualifiedName(try temporarySchema(), text(range.pointee.relname))
  }

  /// A view's query with its names written out, and its columns.
  mutating func definition(
    _ written: SQLQuery, names: [String], kind: String = "CREATE VIEW"
  ) throws(ReadFailure) -> (SQLQuery, [Catalog.ViewColumn], note: String?) {
    var resolver = NameResolver(state)
    resolver.expandsStars = true
    let query = try stored(in: .query(written), by: &resolver) { (names) throws(ReadFailure) in
      try names.resolve(written)
    }
    var typer = ViewTyper(state)
    let known = resolver.outputs(of: query)
    let outputs = known ?? []
    let types = typer.types(of: query, count: outputs.count)
    guard outputs.count >= names.count || outputs.isEmpty else {
      throw .refused(
        .syntaxError,
        kind == "CREATE VIEW"
          ? "CREATE VIEW specifies more column names than columns"
          : "too many column names were specified")
    }
    var columns: [Catalog.ViewColumn] = []
    let all = outputs.isEmpty ? names : names + outputs.dropFirst(names.count)
    for (index, output) in all.enumerated() {
      guard !columns.contains(where: { $0.name == output }) else {
        throw firstRefusal(
          of: written,
          .refused(SQLState(rawValue: "42701"), "column \"\(output)\" specified more than once"))
      }
      let type = types.indices.contains(index) ? types[index] : nil
      if isSession { try requireNoRecord(query, index, as: output) }
      columns.append(Catalog.ViewColumn(output, type ?? TypeName("unknown"), place: place))
    }
    if known == nil { return (query, columns, "the columns of the view are not known") }
    if case .unread = query.body { return (query, columns, "the view's query is kept as text") }
    return (query, columns, nil)
  }

  /// Rows without a type of their own are no values of a column, nor is nothing.
  private func requireNoRecord(
    _ query: SQLQuery, _ index: Int, as name: String
  ) throws(ReadFailure) {
    guard case .select(let select) = query.body, select.targets.indices.contains(index),
      case .expression(let output, _) = select.targets[index]
    else { return }
    let pseudoType: TypeName? =
      switch output {
      case .row: TypeName("record")
      case .wholeRow(let alias) where select.from.contains(where: { $0.isJoin(called: alias) }):
        TypeName("record")
      case .array(let elements) where elements.contains(where: \.isRow):
        TypeName("record", isArray: true)
      case .call(let call): resultWithoutType(of: call)
      default: nil
      }
    guard let pseudoType else { return }
    do throws(ReadFailure) {
      try requireStorable(pseudoType, isSet: false, column: name)
    } catch {
      throw firstRefusal(of: query, error)
    }
  }

  /// What a function of somebody's own gives, if that is no type of a column.
  private func resultWithoutType(of call: SQLFunctionCall) -> TypeName? {
    let functions = state.catalog.functions.filter {
      $0.name.name == call.name && (call.schema ?? $0.name.schema) == $0.name.schema
        && $0.takes(call.arguments.count)
    }
    guard functions.count == 1, let result = functions.first?.returns, !result.isArray,
      ["record", "void"].contains(result.name)
    else { return nil }
    return result
  }

  private mutating func replace(_ index: Int, with view: Catalog.View) throws(ReadFailure) {
    let old = state.catalog.views[index]
    var new = view
    (new.owner, new.acl, new.comment) = (old.owner, old.acl, old.comment)
    (new.triggers, new.rules) = (old.triggers, old.rules)
    guard new.columns.count >= old.columns.count else {
      throw .refused(SQLState(rawValue: "42P16"), "cannot drop columns from view")
    }
    for (position, column) in old.columns.enumerated() {
      guard new.columns[position].name == column.name else {
        throw .refused(
          SQLState(rawValue: "42P16"),
          "cannot change name of view column \"\(column.name)\" to "
            + "\"\(new.columns[position].name)\"",
          hint: "Use ALTER VIEW ... RENAME COLUMN ... to change name of view column instead.")
      }
      let type = new.columns[position].type
      guard type == column.type || type.name == "unknown" || column.type.name == "unknown" else {
        throw .refused(
          SQLState(rawValue: "42P16"),
          "cannot change data type of view column \"\(column.name)\" from \(column.type) to \(type)"
        )
      }
      try requireSameCollation(position, of: old, new)
      new.columns[position].acl = column.acl
      new.columns[position].defaultValue = column.defaultValue
      new.columns[position].comment = column.comment
    }
    state.catalog.views[index] = new
    for column in new.columns.dropFirst(old.columns.count) {
      try keepNames(beside: column.name, of: new.name)
    }
  }

  /// A storage parameter of a view; booleans as PostgreSQL reads them.
  private func set(_ option: Node, of view: inout Catalog.View) throws(ReadFailure) {
    guard option.kind == PG_QUERY__NODE__NODE_DEF_ELEM else { return }
    let element = option.pointee.def_elem.pointee
    let name = text(element.defname)
    switch name {
    case "security_invoker": view.securityInvoker = try Self.boolean(element.arg, name)
    case "security_barrier": view.securityBarrier = try Self.boolean(element.arg, name)
    case "check_option":
      let value = Self.value(element.arg) ?? ""
      guard let check = Catalog.View.CheckOption(rawValue: value.lowercased()) else {
        throw .refused(
          PostgresError(
            SQLState(rawValue: "22023"),
            "invalid value for enum option \"check_option\": \(value)",
            detail: "Valid values are \"local\" and \"cascaded\"."), location: nil)
      }
      view.checkOption = check
    default:
      throw .refused(SQLState(rawValue: "22023"), "unrecognized parameter \"\(name)\"")
    }
  }

  /// The text of an option's value.
  static func value(_ node: Node?) -> String? {
    guard let node else { return nil }
    switch node.kind {
    case PG_QUERY__NODE__NODE_STRING: return node.string
    case PG_QUERY__NODE__NODE_INTEGER: return String(node.pointee.integer.pointee.ival)
    case PG_QUERY__NODE__NODE_FLOAT: return text(node.pointee.float_.pointee.fval)
    case PG_QUERY__NODE__NODE_BOOLEAN: return isOn(node) ? "true" : "false"
    case PG_QUERY__NODE__NODE_TYPE_NAME:
      let type = node.pointee.type_name.pointee
      return strings(list(type.n_names, type.names)).last
    default: return nil
    }
  }

  /// Source: `parse_bool()` in `src/backend/utils/adt/bool.c`.
  static func boolean(_ node: Node?, _ option: String) throws(ReadFailure) -> Bool {
    guard let text = value(node) else { return true }
    let word = text.lowercased()
    func isPrefix(_ full: String, atLeast count: Int = 1) -> Bool {
      word.count >= count && full.hasPrefix(word)
    }
    if isPrefix("true") || isPrefix("yes") || word == "on" || word == "1" { return true }
    if isPrefix("false") || isPrefix("no") || isPrefix("off", atLeast: 2) || word == "0" {
      return false
    }
    throw .refused(
      SQLState(rawValue: "22023"), "invalid value for boolean option \"\(option)\": \(text)")
  }

  /// ALTER VIEW, and ALTER TABLE on a view.
  mutating func alterView(
    _ index: Int, _ command: PgQuery__AlterTableCmd
  ) throws(ReadFailure) {
    switch command.subtype {
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ColumnDefault:
      let name = text(command.name)
      guard
        let column = state.catalog.views[index].columns.firstIndex(where: { $0.name == name })
      else {
        throw .refused(
          .undefinedColumn,
          "column \"\(name)\" of relation \"\(state.catalog.views[index].name.name)\" does not exist"
        )
      }
      let type = state.catalog.views[index].columns[column].type
      state.catalog.views[index].columns[column].defaultValue = try command.def.flatMap {
        (node) throws(ReadFailure) in try defaultValue(node, of: type)
      }
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetRelOptions:
      guard !state.catalog.views[index].isMaterialized else { return }
      for option in command.def?.items ?? [] {
        try set(option, of: &state.catalog.views[index])
      }
    case PG_QUERY__ALTER_TABLE_TYPE__AT_ResetRelOptions:
      for option in command.def?.items ?? [] where option.kind == PG_QUERY__NODE__NODE_DEF_ELEM {
        switch text(option.pointee.def_elem.pointee.defname) {
        case "security_invoker": state.catalog.views[index].securityInvoker = false
        case "security_barrier": state.catalog.views[index].securityBarrier = false
        case "check_option": state.catalog.views[index].checkOption = nil
        default: break
        }
      }
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetStatistics:
      let view = state.catalog.views[index]
      try setStatistics(command, of: view.name, view.columns.map(\.name))
    case PG_QUERY__ALTER_TABLE_TYPE__AT_SetOptions, PG_QUERY__ALTER_TABLE_TYPE__AT_ResetOptions:
      let view = state.catalog.views[index]
      try setOptions(command, of: view.name, view.columns.map(\.name))
    default: break
    }
  }
}

extension SQLExpression {
  fileprivate var isRow: Bool { if case .row = self { true } else { false } }
}

extension SQLFromItem {
  fileprivate func isJoin(called alias: String) -> Bool {
    switch self {
    case .joinAlias(_, alias): true
    case .join(_, let left, let right, _), .joinUsing(_, let left, let right, _),
      .joinNatural(_, let left, let right):
      left.isJoin(called: alias) || right.isJoin(called: alias)
    default: false
    }
  }
}

extension SQLCommonTable {
  var changesRows: Bool { if case .query = statement { false } else { true } }
}
