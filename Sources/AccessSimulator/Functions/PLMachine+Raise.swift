import AccessModel
import SQLBinding

extension PLMachine {
  /// Source: `exec_stmt_raise()`.
  func run(_ raise: PLRaise) throws(EngineFailure) {
    guard let level = raise.level else {
      guard let error = handled.last else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "0Z002"),
            "RAISE without parameters cannot be used outside an exception handler"))
      }
      throw .postgres(error)
    }
    var state = raise.condition
    var message =
      try raise.format.map { (format) throws(EngineFailure) in
        try formatted(format, raise.parameters)
      } ?? raise.conditionName
    var (detail, hint): (String?, String?) = (nil, nil)
    var objects = ErrorObjects()
    var given: Set<PLRaise.Option> = []
    if raise.condition != nil { given.insert(.errcode) }
    if raise.format != nil { given.insert(.message) }
    for setting in raise.settings {
      guard let value = try text(setting.value) else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "22004"), "RAISE statement option cannot be null"))
      }
      guard given.insert(setting.option).inserted else {
        throw .postgres(
          PostgresError(
            .syntaxError,
            "RAISE option already specified: \(setting.option.rawValue.uppercased())"))
      }
      switch setting.option {
      case .errcode: state = try Self.state(named: value)
      case .message: message = value
      case .detail: detail = value
      case .hint: hint = value
      case .column: objects.column = value
      case .constraint: objects.constraint = value
      case .datatype: objects.dataType = value
      case .table: objects.table = value
      case .schema: objects.schema = value
      }
      if setting.option == .errcode, message == nil { message = value }
    }
    guard level == "EXCEPTION" else {
      if variables.shows(level) {
        variables.notices.append(
          Notice(
            level, message ?? state?.rawValue ?? "00000", detail: detail, hint: hint,
            sqlState: state))
      }
      return
    }
    let code = state ?? SQLState(rawValue: "P0001")
    throw .postgres(
      PostgresError(code, message ?? code.rawValue, detail: detail, hint: hint).about(objects))
  }

  private static func state(named value: String) throws(EngineFailure) -> SQLState {
    let isCode =
      value.utf8.count == 5
      && value.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    // The code of success stands for none.
    if isCode { return SQLState(rawValue: value == "00000" ? "P0001" : value) }
    guard let state = SQLState.named(value)?.first else {
      throw .postgres(
        PostgresError(
          .undefinedObject, "unrecognized exception condition \"\(value)\""))
    }
    return state
  }

  /// `%` stands for the next parameter, `%%` for a percent sign.
  private func formatted(
    _ format: String, _ parameters: [PLExpression]
  ) throws(EngineFailure) -> String {
    var result = ""
    var rest = parameters[...]
    var characters = Array(format.unicodeScalars)[...]
    while let character = characters.popFirst() {
      guard character == "%" else {
        result.unicodeScalars.append(character)
        continue
      }
      if characters.first == "%" {
        characters.removeFirst()
        result += "%"
      } else if let parameter = rest.popFirst() {
        result += try text(parameter) ?? "<NULL>"
      }
    }
    return result
  }

  func assert(_ condition: PLExpression, _ message: PLExpression?) throws(EngineFailure) {
    if let setting = variables.settings["plpgsql.check_asserts"],
      ServerSettings.boolean(setting) == "off"
    {
      return
    }
    guard try !self.condition(condition) else { return }
    var text: String?
    if let message { text = try self.text(message) }
    throw .postgres(
      PostgresError(SQLState(rawValue: "P0004"), text ?? "assertion failed"))
  }

  /// GET DIAGNOSTICS.
  func diagnose(_ items: [PLDiagnostic], isStacked: Bool) throws(EngineFailure) {
    if isStacked, handled.isEmpty {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "0Z002"),
          "GET STACKED DIAGNOSTICS cannot be used outside an exception handler"))
    }
    for item in items {
      let value: SQLValue
      var type = DataType.text
      switch (item.item, isStacked, handled.last) {
      case ("row_count", false, _): (value, type) = (.integer(Int64(rowCount)), .bigint)
      case ("returned_sqlstate", true, let error?): value = .text(Text(error.sqlState.rawValue))
      case ("message_text", true, let error?): value = .text(Text(error.message))
      case ("pg_exception_detail", true, let error?): value = .text(Text(error.detail ?? ""))
      case ("pg_exception_hint", true, let error?): value = .text(Text(error.hint ?? ""))
      case ("pg_exception_context", true, let error?)
      where error.origin.query == nil || error.origin.position != nil:
        value = .text(Text(error.origin.context.joined(separator: "\n")))
      case ("pg_context", false, _):
        let isTemporary = variables.calls.contains { ($0 as? PLMachine)?.isTemporary == true }
        guard !isTemporary else {
          throw .undecided(Undecided("PG_CONTEXT of a temporary function"))
        }
        value = .text(Text(variables.contextLines.joined(separator: "\n")))
      case (let name, true, let error?):
        guard let object = error.objects?[diagnostic: name] else {
          throw .undecided(Undecided("GET STACKED DIAGNOSTICS \(name.uppercased())"))
        }
        value = .text(Text(object))
      default: throw .undecided(Undecided("GET DIAGNOSTICS \(item.item.uppercased())"))
      }
      try assign(value, type, to: try reference(item.target))
    }
  }
}

extension ErrorObjects {
  fileprivate subscript(diagnostic name: String) -> String? {
    switch name {
    case "schema_name": schema
    case "table_name": table
    case "column_name": column
    case "constraint_name": constraint
    case "pg_datatype_name": dataType
    default: nil
    }
  }
}
