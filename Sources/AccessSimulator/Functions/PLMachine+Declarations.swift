import AccessModel
import SQLBinding

extension PLMachine {
  /// The variable of a declaration, with its default.
  func slot(_ declaration: PLDeclaration) throws(EngineFailure) -> PLSlot {
    line = declaration.line
    switch declaration.kind {
    case .alias(let original):
      guard case .variable(let slot)? = scopes.find(original) else {
        throw .undecided(Undecided("the alias `\(declaration.name)`"))
      }
      return slot
    case .cursor(let arguments, let query):
      var cursor = PLCursor(arguments: arguments, query: query)
      if variables.version < .v16 { cursor.name = .known(declaration.name) }
      return PLSlot(declaration.name, .cursor(cursor))
    case .variable(let variable):
      let content = try content(variable.type)
      let slot = PLSlot(declaration.name, content, isNotNull: variable.isNotNull)
      if let value = variable.defaultValue {
        try assign(value, toNew: slot)
      } else if case .scalar(let type, _) = content, case .domain = type.type {
        // A domain may refuse NULL. Source: `exec_stmt_block()`.
        _ = try converted(.null, from: .unknown, to: type)
      } else if variable.isNotNull {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22004"),
            "null value cannot be assigned to variable \"\(slot.name)\" declared NOT NULL"))
      }
      return variable.isConstant
        ? PLSlot(slot.name, slot.content, isConstant: true, isNotNull: slot.isNotNull) : slot
    }
  }

  private func assign(_ expression: PLExpression, toNew slot: PLSlot) throws(EngineFailure) {
    let scope = PLScope(label: nil)
    let name = "\u{0}" + slot.name
    scope.slots[name] = slot
    scopes.scopes.append(scope)
    defer { scopes.scopes.removeLast() }
    try assign(expression, to: PLTarget([name]), isDefault: true)
  }

  private func content(_ type: PLType) throws(EngineFailure) -> PLSlot.Content {
    switch type {
    case .record: return .record(PLRecord(isFixed: false))
    case .named(let name): return try Self.content(of: name, in: session.caller)
    case .rowOf(let path): return .record(try row(of: path))
    case .typeOf(let path):
      switch scopes.find(path) {
      case .variable(let slot)?:
        switch slot.content {
        case .scalar(let type, _): return .scalar(type, .null)
        case .record(var record):
          record.values = nil
          return .record(record)
        case .cursor: return .cursor(PLCursor())
        case .unknown: return slot.content
        }
      case .field(let slot, let field)?:
        guard case .record(let record) = slot.content, let index = record.index(of: field),
          let type = record.fields[index].type
        else { break }
        return .scalar(type, .null)
      case nil: break
      }
      guard let column = path.last, path.count > 1 else {
        throw .undecided(Undecided("the type `\(path.joined(separator: "."))%TYPE`"))
      }
      let record = try row(of: Array(path.dropLast()))
      guard let index = record.index(of: column) else {
        throw .postgres(
          PostgresError(
            .undefinedColumn,
            "column \"\(column)\" of relation \"\(path[path.count - 2])\" does not exist"))
      }
      guard let type = record.fields[index].type else {
        return .unknown(path.joined(separator: ".") + "%TYPE")
      }
      return .scalar(type, .null)
    }
  }

  /// The row type of a relation.
  private func row(of path: [String]) throws(EngineFailure) -> PLRecord {
    let names = session.caller.names
    let schema = path.count > 1 ? path[path.count - 2] : nil
    let id = try names.relation(schema: schema, path.last ?? "")
    guard !id.isSequence else { throw .undecided(Undecided("the row type of a sequence")) }
    return Self.record(of: id, names)
  }

  static func record(of id: RelationID, _ names: CatalogNames) -> PLRecord {
    let models: [TypeName] =
      switch id {
      case .table(let index): names.catalog.tables[index].columns.map(\.type)
      case .view(let index): names.catalog.views[index].columns.map(\.type)
      case .sequence: Catalog.Sequence.columns.map(\.type)
      }
    let fields = zip(names.columnNames(of: id), models).map {
      PLRecord.Field(name: $0, type: names.columnType($1))
    }
    return PLRecord(fields, isFixed: true, type: .composite(names.rowType(of: id)))
  }

  /// An empty variable of a type: a scalar, or a row.
  static func content(
    of name: TypeName, in session: Session
  ) throws(EngineFailure) -> PLSlot.Content {
    if !name.isArray, name.name == "refcursor" { return .cursor(PLCursor()) }
    guard let type = session.names.columnType(name) else {
      return .unknown(name.description)
    }
    return content(of: type, in: session)
  }

  static func content(of type: ColumnType, in session: Session) -> PLSlot.Content {
    switch type.type {
    case .other where RangeKind(type.type) != nil: return .scalar(type, .null)
    case .pseudo, .other, .void: return .unknown(type.type.description)
    case .composite(let composite):
      if let id = session.names.relation(composite.name) {
        return .record(record(of: id, session.names))
      }
      let fields = composite.fields.map { PLRecord.Field(name: $0.name, type: $0.type) }
      return .record(PLRecord(fields, isFixed: true, type: type.type))
    case .record: return .record(PLRecord(isFixed: false))
    default: return .scalar(type, .null)
    }
  }
}
