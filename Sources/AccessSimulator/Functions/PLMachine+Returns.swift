import AccessModel
import SQLBinding

/// What a function gives, and what it has given so far.
struct PLOutput {
  enum Shape {
    case nothing
    case value(ColumnType)
    /// Of OUT arguments, RETURNS TABLE, or a relation's row type.
    case row([PLRecord.Field])
    /// RECORD: the caller says which columns it expects.
    case record
    /// Of a trigger function: a row like those of the relation, or NULL.
    case trigger
    /// Of a type that is not modelled.
    case unknown(String)

    /// Whether a call gives a row, not a value.
    var isRow: Bool {
      switch self {
      case .row, .record: true
      default: false
      }
    }
  }

  var shape: Shape
  var isSet: Bool
  /// The columns are OUT arguments, whose variables are the result.
  var columns: [PLSlot] = []
  var rows: [Row] = []
  /// Types of the columns of `rows`, where the shape does not say.
  var types: [DataType] = []
  /// A set of RECORD for a caller that says no columns.
  var isUndescribed = false
}

extension PLMachine {
  /// RETURN. Source: `exec_stmt_return()`.
  func returnValue(_ expression: PLExpression?) throws(EngineFailure) {
    guard !output.isSet else { return }
    guard let expression else {
      if !output.columns.isEmpty { output.rows = try outputRows() }
      return
    }
    switch output.shape {
    case .nothing: _ = try evaluate(expression)
    case .unknown(let type): throw .undecided(Undecided("a function that returns `\(type)`"))
    case .value(let type):
      let (value, source) = try evaluate(expression)
      phase = Self.castsResult
      output.rows = [[try converted(value, from: source, to: type)]]
    case .row, .record, .trigger:
      let row = try row(of: expression, castAs: Self.castsResult)
      output.rows = row.map { [$0] } ?? []
    }
    phase = nil
  }

  /// Of errors about the result's type. Source: `plpgsql_exec_function()`.
  static let castsResult = "while casting return value to function's return type"

  /// What the OUT arguments make: the one row that a single one is, none where that is NULL.
  func outputRows() throws(EngineFailure) -> [Row] {
    if isFunction, output.columns.count == 1, !output.isSet,
      case .record(let record) = output.columns[0].content, record.isFixed
    {
      return record.values.map { [$0] } ?? []
    }
    return [try outputRow()]
  }

  /// The values of the OUT arguments.
  private func outputRow() throws(EngineFailure) -> Row {
    var row: Row = []
    for slot in output.columns {
      switch slot.content {
      case .scalar(_, let value): row.append(value)
      case .cursor(let cursor): row.append(try cursor.value(of: slot))
      default: throw .undecided(Undecided("the OUT argument `\(slot.name)`"))
      }
    }
    return row
  }

  /// A row that an expression gives; nil for NULL. `castAs`: what runs when it is converted.
  private func row(
    of expression: PLExpression, castAs phase: String? = nil,
    mismatch: String = "returned record type does not match expected record type"
  ) throws(EngineFailure) -> Row? {
    let (value, type) = try evaluate(expression)
    self.phase = phase
    if case .record(let values) = value, let fields = type.fields {
      var types = fields.map(\.type.type)
      for index in untypedFields(of: expression, count: types.count) { types[index] = .unknown }
      return try converted(values, types, mismatch)
    }
    guard value.isNull else {
      throw .postgres(
        PostgresError(
          .datatypeMismatch,
          "cannot return non-composite value from function returning composite type"))
    }
    return nil
  }

  /// Of a row, or of a record that one was assigned to.
  private func untypedFields(of expression: PLExpression, count: Int) -> [Int] {
    guard case .select(let select) = expression.query.body,
      case .expression(.column(nil, let name), nil)? = select.targets.first,
      case .variable(let slot)? = scopes.find([name]), case .record(let record) = slot.content
    else { return Self.untypedFields(of: expression) }
    return record.fields.indices.filter { record.fields[$0].isUntyped && $0 < count }
  }

  /// Literals of `ROW(…)`, which nothing gives a type here.
  static func untypedFields(of expression: PLExpression) -> [Int] {
    guard case .select(let select) = expression.query.body,
      case .expression(.row(let fields), nil)? = select.targets.first
    else { return [] }
    return fields.indices.filter { index in
      switch fields[index] {
      case .literal(.string), .literal(.null): true
      default: false
      }
    }
  }

  /// A row as the result's columns take it: types must be the same.
  /// Source: `convert_tuples_by_position()`.
  private func converted(
    _ row: Row, _ types: [DataType], _ mismatch: String
  ) throws(EngineFailure) -> Row {
    guard case .row(let fields) = output.shape else {
      output.types = types
      return row
    }
    if let detail = try Self.difference(of: types, from: fields, variables.version) {
      throw .postgres(PostgresError(.datatypeMismatch, mismatch, detail: detail))
    }
    return row
  }

  /// What keeps rows of these types from being rows of these columns: the first column that is of
  /// another type, or else how many there are.
  ///
  /// Source: `build_attrmap_by_position()` in `src/backend/access/common/attmap.c`.
  private static func difference(
    of types: [DataType], from fields: [PLRecord.Field], _ version: PostgresVersion
  ) throws(EngineFailure) -> String? {
    for (index, (type, field)) in zip(types, fields).enumerated() {
      guard let target = field.type else {
        throw .undecided(Undecided("the type of `\(field.name)`"))
      }
      guard type != target.type else { continue }
      let place =
        version >= .v18 ? "\"\(field.name)\" (position \(index + 1))" : "\(index + 1)"
      return "Returned type \(type) does not match expected type "
        + "\(target.type) in column \(place)."
    }
    guard types.count != fields.count else { return nil }
    return "Number of returned columns (\(types.count)) does not match expected column count "
      + "(\(fields.count))."
  }

  /// Rows are kept until all are there, in the form that the caller asks for.
  ///
  /// Source: `exec_init_tuple_store()`.
  private func requireDescription() throws(EngineFailure) {
    guard output.isUndescribed else { return }
    throw .postgres(
      PostgresError(
        .featureNotSupported,
        "materialize mode required, but it is not allowed in this context"))
  }

  /// RETURN NEXT.
  func returnNext(_ expression: PLExpression?) throws(EngineFailure) {
    guard output.isSet else {
      throw .postgres(
        PostgresError(.datatypeMismatch, "cannot use RETURN NEXT in a non-SETOF function"))
    }
    try requireDescription()
    guard let expression else {
      output.rows.append(try outputRow())
      return
    }
    switch output.shape {
    case .value(let type): output.rows.append([try evaluate(expression, as: type)])
    case .row, .record:
      let width = if case .row(let fields) = output.shape { fields.count } else { 0 }
      output.rows.append(
        try row(of: expression, mismatch: mismatch(ofNext: expression))
          ?? Row(repeating: .null, count: width))
    case .nothing, .trigger: break
    case .unknown(let type): throw .undecided(Undecided("a function that returns `\(type)`"))
    }
  }

  /// Source: `exec_stmt_return_next()`.
  private func mismatch(ofNext expression: PLExpression) -> String {
    if case .select(let select) = expression.query.body,
      case .expression(.column(nil, let name), nil)? = select.targets.first,
      case .variable? = scopes.find([name])
    {
      return "wrong record type supplied in RETURN NEXT"
    }
    return "returned record type does not match expected record type"
  }

  /// RETURN QUERY. Source: `exec_stmt_return_query()`.
  func returnQuery(_ rows: PLRows) throws(EngineFailure) {
    guard output.isSet else {
      throw .postgres(
        PostgresError(.datatypeMismatch, "cannot use RETURN QUERY in a non-SETOF function"))
    }
    try requireDescription()
    let result = try result(of: rows, isFetched: false)
    let expected: [PLRecord.Field]
    switch output.shape {
    case .value(let type): expected = [PLRecord.Field(name: "", type: type)]
    case .row(let fields): expected = fields
    case .record:
      output.types = result.types
      output.rows += result.rows
      rowCount = result.count
      return setFound(result.count > 0)
    case .unknown(let type): throw .undecided(Undecided("a function that returns `\(type)`"))
    case .nothing, .trigger: expected = []
    }
    if let detail = try Self.difference(of: result.types, from: expected, variables.version) {
      let error = PostgresError(
        .datatypeMismatch, "structure of query does not match function result type",
        detail: detail)
      guard case .query(let command) = rows else { throw .postgres(error) }
      throw .postgres(error.inside("SQL statement \"\(command.text)\""))
    }
    output.rows += result.rows
    rowCount = result.count
    setFound(result.count > 0)
  }
}
