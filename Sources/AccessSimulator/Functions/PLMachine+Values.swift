import AccessModel
import SQLBinding

extension PLMachine {
  /// Runs SQL over the variables in sight.
  func execute(
    _ statement: SQLStatement, text: String, upTo rowLimit: Int = .max,
    keepsPlaces: Bool = false, isFetched: Bool = false
  ) throws(EngineFailure) -> SQLResult {
    try session.execute(
      FunctionStatement(
        statement: statement, text: text, line: line, rowLimit: rowLimit,
        keepsPlaces: keepsPlaces, isFetched: isFetched),
      PLParameters(scopes, body.conflict, transition: transition))
  }

  /// Runs SQL of a text that was computed: it sees no variables.
  func execute(
    dynamic statement: SQLStatement, text: String, _ given: [(value: SQLValue, type: DataType)],
    isFetched: Bool = false
  ) throws(EngineFailure) -> SQLResult {
    try session.execute(
      FunctionStatement(
        statement: statement, text: text, isDynamic: true, isFetched: isFetched),
      PLParameters(scopes, nil, given: given, transition: transition))
  }

  /// The one value of an expression, and its type. Source: `exec_eval_expr()`.
  func evaluate(
    _ expression: PLExpression
  ) throws(EngineFailure) -> (value: SQLValue, type: DataType) {
    let statement = FunctionStatement(
      statement: .query(expression.query), text: expression.text, line: line, isExpression: true)
    let parameters = PLParameters(scopes, body.conflict, transition: transition)
    try variables.limits.step()
    if let (value, type, _) = try session.simpleValue(statement, parameters) {
      return (value, type)
    }
    let result = try session.execute(statement, parameters)
    guard result.types.count == 1 else {
      throw .postgres(
        PostgresError(.syntaxError, "query returned \(result.types.count) columns")
          .inside("query: \(expression.text)"))
    }
    guard result.rows.count <= 1 else {
      throw .postgres(
        PostgresError(.cardinalityViolation, "query returned more than one row")
          .inside("query: \(expression.text)"))
    }
    return (result.rows.first?.first ?? .null, result.types[0])
  }

  func condition(_ expression: PLExpression) throws(EngineFailure) -> Bool {
    try evaluate(expression, as: ColumnType(DataType.boolean)).truth == true
  }

  func evaluate(
    _ expression: PLExpression, as type: ColumnType
  ) throws(EngineFailure) -> SQLValue {
    let (value, source) = try evaluate(expression)
    return try converted(value, from: source, to: type)
  }

  /// The text of a value, as RAISE and EXECUTE have it; nil is NULL.
  func text(_ expression: PLExpression) throws(EngineFailure) -> String? {
    let (value, type) = try evaluate(expression)
    try value.requireShown(as: type)
    return try shown(value, type)
  }

  /// Relations are called as the function's search path needs it.
  private func shown(_ value: SQLValue, _ type: DataType) throws(EngineFailure) -> String? {
    type.mayHoldRelations
      ? try session.caller.named(value, type).output(as: type) : value.output(as: type)
  }
}

// MARK: - Assignment

extension PLMachine {
  /// A value as a variable of another type takes it, with the constraints of a domain.
  func converted(
    _ value: SQLValue, from source: DataType, to target: ColumnType
  ) throws(EngineFailure) -> SQLValue {
    try session.caller.requireNoCastFunction(from: source, to: target.type)
    if source.mayHoldRelations, target.type.isString {
      return try session.caller.named(value, source).assigned(from: source, to: target)
    }
    guard source != target.type, target.type.isConstrained else {
      return try value.assigned(from: source, to: target)
    }
    guard case .domain(let domain) = target.type, !domain.base.type.isConstrained else {
      return try session.caller.cast(value, from: source, to: target.type).fitted(to: target)
    }
    let base = try value.assigned(from: source, to: ColumnType(target.type.base))
    return try DomainChecks(domain, session.caller).checked(base)
  }
}

extension PLMachine {
  /// `isDefault`: of a declaration, which takes rows only for a row.
  func assign(
    _ expression: PLExpression, to target: PLTarget, isDefault: Bool = false
  ) throws(EngineFailure) {
    let (reference, steps) = try place(target)
    guard steps.isEmpty else {
      return try assign(expression, toPart: steps[...], of: reference)
    }
    let (value, type) = try evaluate(expression)
    if case .variable(let slot) = reference, case .record(let record) = slot.content,
      !value.isNull, type.fields == nil, !isDefault
    {
      try assign(try row(value, type, for: record), record.type ?? .record([]), to: reference)
    } else {
      try assign(value, type, to: reference)
    }
    note(untypedFieldsOf: expression, in: reference)
  }

  /// What is no row becomes one by its text.
  ///
  /// Source: `COERCION_PLPGSQL` in `find_coercion_pathway()`, `parse_coerce.c`.
  private func row(
    _ value: SQLValue, _ type: DataType, for record: PLRecord
  ) throws(EngineFailure) -> SQLValue {
    guard let target = record.type else {
      throw .postgres(
        PostgresError(
          .featureNotSupported, "input of anonymous composite types is not implemented"))
    }
    try value.requireShown(as: type)
    return try .input(try shown(value, type) ?? "", as: target)
  }

  /// The variable or field that the path of a target begins with, and the steps from there.
  private func place(
    _ target: PLTarget
  ) throws(EngineFailure) -> (PLReference, [PLTargetStep]) {
    for count in stride(from: target.path.count, through: 1, by: -1) {
      guard let found = scopes.find(Array(target.path.prefix(count))) else { continue }
      return (found, target.path.dropFirst(count).map(PLTargetStep.field) + target.steps)
    }
    return (try reference(target), target.steps)
  }

  /// Literals of a row have no type of their own, which shows where the row is returned.
  private func note(untypedFieldsOf expression: PLExpression, in reference: PLReference) {
    guard case .variable(let slot) = reference, case .record(var record) = slot.content,
      !record.isFixed
    else { return }
    for index in Self.untypedFields(of: expression) where record.fields.indices.contains(index) {
      record.fields[index].isUntyped = true
    }
    slot.content = .record(record)
  }

  func reference(_ target: PLTarget) throws(EngineFailure) -> PLReference {
    if let found = scopes.find(target.path) { return found }
    throw .postgres(
      PostgresError(
        .syntaxError, "\"\(target.path.joined(separator: "."))\" is not a known variable"))
  }

  func assign(
    _ value: SQLValue, _ type: DataType, to reference: PLReference
  ) throws(EngineFailure) {
    switch reference {
    case .variable(let slot):
      switch slot.content {
      case .scalar(let target, _):
        let converted = try converted(value, from: type, to: target)
        try store(converted, in: slot, target)
      case .record(let record):
        if case .record(let values) = value, let fields = type.fields {
          return try assign(
            values, fields.map { PLRecord.Field(name: $0.name, type: $0.type) }, to: slot, record)
        }
        guard value.isNull else {
          throw .postgres(
            PostgresError(
              .datatypeMismatch, "cannot assign non-composite value to a record variable"))
        }
        var empty = record
        empty.values = nil
        slot.content = .record(empty)
      case .cursor(var cursor):
        try requireAssignable(slot, value)
        cursor.take(try value.assigned(from: type, to: ColumnType(DataType.refcursor)))
        slot.content = .cursor(cursor)
      case .unknown:
        throw .undecided(Undecided("assignment to the variable `\(slot.name)`"))
      }
    case .field(let slot, let field):
      guard case .record(var record) = slot.content else { return }
      let index = try PLParameters.index(of: field, in: record, slot)
      guard let target = record.fields[index].type else {
        throw .undecided(Undecided("the type of `\(slot.name).\(field)`"))
      }
      var values = record.values ?? Row(repeating: .null, count: record.fields.count)
      values[index] = try converted(value, from: type, to: target)
      record.values = values
      slot.content = .record(record)
    }
  }

  private func store(
    _ value: SQLValue, in slot: PLSlot, _ type: ColumnType
  ) throws(EngineFailure) {
    try requireAssignable(slot, value)
    slot.content = .scalar(type, value)
  }

  func requireAssignable(_ slot: PLSlot, _ value: SQLValue) throws(EngineFailure) {
    guard !slot.isConstant else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22005"), "variable \"\(slot.name)\" is declared CONSTANT"))
    }
    guard !slot.isNotNull || !value.isNull else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22004"),
          "null value cannot be assigned to variable \"\(slot.name)\" declared NOT NULL"))
    }
  }

  /// Gives a record variable a row.
  func assign(
    _ values: Row?, _ fields: [PLRecord.Field], to slot: PLSlot, _ old: PLRecord
  ) throws(EngineFailure) {
    guard old.isFixed else {
      slot.content = .record(PLRecord(fields, isFixed: false, values: values))
      return
    }
    var record = old
    guard let values else {
      // Where a query has no row, a row of NULLs. Source: `exec_move_row()`.
      record.values = Row(repeating: .null, count: old.fields.count)
      slot.content = .record(record)
      return
    }
    try reportFields(fields.count, assignedTo: old.fields.count)
    var row: Row = []
    for (index, field) in old.fields.enumerated() {
      guard values.indices.contains(index) else {
        row.append(.null)
        continue
      }
      guard let source = fields[index].type, let target = field.type else {
        throw .undecided(Undecided("the type of `\(slot.name).\(field.name)`"))
      }
      row.append(try converted(values[index], from: source.type, to: target))
    }
    record.values = row
    slot.content = .record(record)
  }

  /// Gives targets the first row of a result: one record, or a list of variables.
  func assign(_ result: SQLResult, to targets: [PLTarget]) throws(EngineFailure) {
    let row = result.rows.first
    if targets.count == 1, case .variable(let slot) = try reference(targets[0]),
      case .record(let old) = slot.content
    {
      let fields = zip(result.names, result.types).map {
        PLRecord.Field(name: $0, type: ColumnType($1))
      }
      let nulls = old.isFixed ? nil : Row(repeating: .null, count: fields.count)
      return try assign(row ?? nulls, fields, to: slot, old)
    }
    if !targets.isEmpty { try reportFields(result.types.count, assignedTo: targets.count) }
    for (index, target) in targets.enumerated() {
      let reference = try reference(target)
      let isGiven = result.types.indices.contains(index)
      try assign(
        isGiven ? row?[index] ?? .null : .null, isGiven ? result.types[index] : .unknown,
        to: reference)
    }
  }
}

extension SQLValue {
  /// The value as a variable of another type takes it: by an assignment cast, or else by its text.
  ///
  /// Source: `exec_cast_value()`; `COERCION_PLPGSQL` in `parse_coerce.c`.
  func assigned(from source: DataType, to target: ColumnType) throws(EngineFailure) -> SQLValue {
    if isNull { return .null }
    var value = self
    if source != target.type {
      if let context = source.conversion(to: target.type), context <= .assignment {
        value = try cast(from: source, to: target.type)
      } else {
        try requireShown(as: source)
        guard let text = output(as: source) else { return .null }
        guard !target.type.isConstrainedInside else {
          throw .undecided(Undecided("the constraints of domains inside of a text"))
        }
        value = try .input(text, as: target.type)
      }
    }
    return try value.fitted(to: target)
  }
}
