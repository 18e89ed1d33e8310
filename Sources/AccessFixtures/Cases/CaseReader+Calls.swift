public import AccessModel

extension CaseReader {
  /// `as: ana, call: get_users_from_ids, arguments: {…}, rows: […]`, or `count`, `value`, `expect`.
  mutating func readCall(
    _ subject: YAMLValue, _ fields: inout CaseFields, at place: SourcePlace
  ) -> Parts? {
    let people = identities("as", &fields, at: place)
    let rows = fields.take("rows")
    let count = fields.take("count")
    let value = fields.take("value")
    let expect = fields.take("expect")
    let given = [rows, count, value, expect].count { $0 != nil }
    guard let call = call(subject, &fields) else { return nil }
    guard given > 0 else {
      report(
        .emptyCase, "the case checks nothing: give `rows`, `count`, `value` or `expect`", at: place)
      return nil
    }
    guard given == 1 || given == 2 && rows != nil && count != nil else {
      report(
        .malformedCases, "`value` and `expect` stand alone, without `rows` and `count`", at: place)
      return nil
    }
    guard let people else { return nil }
    if let expect {
      guard let decision = decision(expect) else { return nil }
      return Parts(identities: people, subject: .call(call), expectation: .decision(decision))
    }
    guard let expected = expectedResult(of: call, rows: rows, count: count, value: value)
    else { return nil }
    return Parts(identities: people, subject: .call(call), expectation: .sees(expected))
  }

  private mutating func expectedResult(
    of call: CaseCall, rows: YAMLValue?, count: YAMLValue?, value: YAMLValue?
  ) -> ExpectedRows? {
    if let value {
      guard call.results.count == 1, let column = call.results.first else {
        report(
          .malformedCases, "`\(call.function)` gives rows of several columns, and no `value`",
          at: value.place, suggestion: "rows")
        return nil
      }
      guard let text = text(value, column) else { return nil }
      return ExpectedRows(columns: [column.name], rows: [[text]])
    }
    var expected = ExpectedRows(columns: [], rows: nil)
    if let rows {
      guard let set = resultRows(rows, of: call) else { return nil }
      expected = set
    }
    if let count {
      guard let number = rowCount(count, matching: expected.rows) else { return nil }
      expected.count = number
    }
    return expected
  }

  private mutating func resultRows(_ value: YAMLValue, of call: CaseCall) -> ExpectedRows? {
    guard case .list(let items) = value.kind else {
      diagnostics.append(.wrongKind(value, "rows", "a list"))
      return nil
    }
    var columns: [String]?
    var rows: [[String?]] = []
    for item in items {
      guard let row = resultRow(item, of: call) else { return nil }
      let names = columns ?? row.map(\.column)
      columns = names
      guard Set(row.map(\.column)) == Set(names) else {
        report(.malformedCases, "all rows of a case must name the same columns", at: item.place)
        return nil
      }
      rows.append(names.map { name in row.first { $0.column == name }.flatMap(\.value) })
    }
    return ExpectedRows(columns: columns ?? [], rows: rows)
  }

  /// A mapping, or the one value of a function of one column.
  private mutating func resultRow(_ item: YAMLValue, of call: CaseCall) -> [ColumnValue]? {
    guard case .mapping(let entries) = item.kind else {
      guard call.results.count == 1, let column = call.results.first else {
        diagnostics.append(.wrongKind(item, "a row", "a mapping of columns to values"))
        return nil
      }
      return text(item, column).map { [ColumnValue(column.name, $0)] }
    }
    var row: [ColumnValue] = []
    for entry in entries {
      guard let column = call.results.first(where: { $0.name == entry.key }) else {
        report(
          .unknownColumn, "`\(call.function)` gives no column `\(entry.key)`", at: entry.keyPlace,
          suggestion: nearestName(to: entry.key, in: call.results.map(\.name)))
        return nil
      }
      guard let text = text(entry.value, column) else { return nil }
      row.append(ColumnValue(column.name, text))
    }
    return row
  }

  /// The function named, with `arguments` by name or in order.
  private mutating func call(_ subject: YAMLValue, _ fields: inout CaseFields) -> CaseCall? {
    let written = fields.take("arguments")
    guard let name = subject.text else {
      diagnostics.append(.wrongKind(subject, "call", "the name of a function"))
      return nil
    }
    let qualified = QualifiedName(parsing: name)
    let named = catalog.functions.filter { $0.name == qualified && $0.kind == .function }
    guard !named.isEmpty else {
      report(
        .unknownFunction, "the plan has no function `\(name)`", at: subject.place,
        suggestion: nearestName(
          to: name, in: catalog.functions.filter { $0.origin == .plan }.map(\.name.description)))
      return nil
    }
    let given: [(name: String?, value: YAMLValue)]
    switch written?.kind {
    case nil: given = []
    case .list(let items): given = items.map { (nil, $0) }
    case .mapping(let entries): given = entries.map { ($0.key, $0.value) }
    case .scalar:
      if let written { diagnostics.append(.wrongKind(written, "arguments", "a list or a mapping")) }
      return nil
    }
    let fitting = named.filter { $0.takes(given.map(\.name)) }
    guard fitting.count == 1, let function = fitting.first else {
      let all = named.map(\.signature).joined(separator: ", ")
      report(
        .malformedCases,
        fitting.isEmpty
          ? "the arguments fit none of \(all)"
          : "the arguments fit several functions: \(all)", at: written?.place ?? subject.place)
      return nil
    }
    var call = CaseCall(function.name, results: function.results(in: catalog))
    for (index, argument) in given.enumerated() {
      guard
        let declared = argument.name.map({ name in function.arguments.first { $0.name == name } })
          ?? (function.arguments.indices.contains(index) ? function.arguments[index] : nil),
        let text = argumentText(argument.value, declared)
      else { return nil }
      call.arguments.append(.init(argument.name, declared.type, text))
    }
    return call
  }

  /// The value as PostgreSQL reads it; the outer nil is a refusal, the inner one NULL.
  private mutating func argumentText(
    _ value: YAMLValue, _ argument: Catalog.Function.Argument
  ) -> String?? {
    guard argument.type.isArray, case .list(let items) = value.kind else {
      return text(
        value, RelationShape.Column(name: argument.name ?? "argument", type: argument.type))
    }
    var elements: [String] = []
    for item in items {
      guard let element = item.isNull ? "NULL" : item.text?.quotedArrayElement else {
        diagnostics.append(.wrongKind(item, argument.name ?? "argument", "a list of single values"))
        return nil
      }
      elements.append(element)
    }
    return .some("{\(elements.joined(separator: ","))}")
  }
}

extension Catalog.Function {
  /// `get_users_from_ids(uuid[])`.
  public var signature: String {
    "\(name)(\(arguments.map(\.type.description).joined(separator: ", ")))"
  }

  /// Whether a call may give these arguments, by name, or in order where there is none.
  fileprivate func takes(_ names: [String?]) -> Bool {
    guard names.count <= arguments.count else { return false }
    let given = Set(names.enumerated().map { index, name in name ?? arguments[index].name ?? "" })
    let known = Set(arguments.map { $0.name ?? "" })
    guard names.allSatisfy({ $0 == nil }) else {
      return given.isSubset(of: known)
        && arguments.allSatisfy { $0.defaultValue != nil || given.contains($0.name ?? "") }
    }
    return arguments.dropFirst(names.count).allSatisfy { $0.defaultValue != nil }
  }
}

extension String {
  /// In double quotes, as an element of an array's text.
  package var quotedArrayElement: String {
    var quoted = "\""
    for character in self {
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted + "\""
  }
}
