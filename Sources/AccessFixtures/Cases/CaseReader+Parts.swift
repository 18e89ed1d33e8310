import AccessModel

extension CaseReader {
  /// `as: ana, sees: saved, rows: [1, 2], count: 2, columns: […]`, or an `expect:` instead.
  mutating func readSees(
    _ subject: YAMLValue, _ fields: inout CaseFields, at place: SourcePlace
  ) -> Parts? {
    let people = identities("as", &fields, at: place)
    let rows = fields.take("rows")
    let count = fields.take("count")
    let expect = fields.take("expect")
    let columns = fields.takeTexts("columns", &diagnostics)
    guard let shape = relation(subject, "sees") else { return nil }
    checkColumns(columns ?? [], of: shape, at: place)
    let action = CaseAction(.select, shape.name, columns: columns)
    if let expect {
      if rows != nil || count != nil {
        report(.malformedCases, "`expect` stands instead of `rows` and `count`", at: expect.place)
      }
      guard let people, let decision = decision(expect) else { return nil }
      return Parts(
        identities: people, subject: .statement(action), expectation: .decision(decision))
    }
    guard rows != nil || count != nil else {
      report(.emptyCase, "the case checks nothing: give `rows`, `count` or `expect`", at: place)
      return nil
    }
    var expected = ExpectedRows(columns: [], rows: nil, count: nil)
    if let rows {
      guard let set = rowSet(rows, shape) else { return nil }
      expected = set
      if let columns {
        for name in set.columns where !columns.contains(name) {
          report(.malformedCases, "`rows` names `\(name)`, `columns` does not", at: rows.place)
        }
      }
    }
    if let count {
      guard let number = rowCount(count, matching: expected.rows) else { return nil }
      expected.count = number
    }
    guard let people else { return nil }
    return Parts(identities: people, subject: .statement(action), expectation: .sees(expected))
  }

  /// The number under `count:`, which must be that of `rows`, if they are given.
  mutating func rowCount(_ value: YAMLValue, matching rows: [[String?]]?) -> Int? {
    guard let number = value.text.flatMap({ Int($0) }), number >= 0 else {
      diagnostics.append(.wrongKind(value, "count", "a whole number"))
      return nil
    }
    if let rows, rows.count != number {
      report(.malformedCases, "`rows` has \(rows.count), not \(number)", at: value.place)
    }
    return number
  }

  /// `as: ana, update: patron, row: {id: 1}, set: {name: X}, expect: filtered`.
  mutating func readDecision(
    _ verb: CaseVerb, _ subject: YAMLValue, _ fields: inout CaseFields, at place: SourcePlace
  ) -> Parts? {
    let people = identities("as", &fields, at: place)
    let expect = fields.take("expect")
    let action = action(verb.rawValue, subject, &fields, at: place)
    guard let expect else {
      report(.emptyCase, "the case checks nothing: give `expect`", at: place)
      return nil
    }
    guard let people, let decision = decision(expect), let action else { return nil }
    return Parts(identities: people, subject: .statement(action), expectation: .decision(decision))
  }

  /// `who: [ana, ben], can: select, on: saved, row: {id: 1}`.
  mutating func readWho(
    _ subject: YAMLValue, _ fields: inout CaseFields, at place: SourcePlace
  ) -> Parts? {
    let people = identities("who", &fields, at: place, allowNone: true)
    let relation = fields.take("on")
    guard let relation else {
      report(.emptyCase, "a case with `can` needs `on`", at: place)
      return nil
    }
    guard let verb = subject.text else {
      diagnostics.append(.wrongKind(subject, "can", "a command"))
      return nil
    }
    let action = action(verb, relation, &fields, at: subject.place)
    guard let people, let action else { return nil }
    return Parts(subject: .statement(action), expectation: .who(people))
  }

  private mutating func action(
    _ verb: String, _ relation: YAMLValue, _ fields: inout CaseFields, at place: SourcePlace
  ) -> CaseAction? {
    guard let command = CaseAction.Command(rawValue: verb) else {
      for key in ["row", "values", "set", "columns", "returning"] { _ = fields.take(key) }
      report(
        .malformedCases, "`\(verb)` is no command", at: place,
        suggestion: nearestName(to: verb, in: CaseAction.Command.allCases.map(\.rawValue)))
      return nil
    }
    let row = command == .insert || command == .truncate ? nil : fields.take("row")
    let values = command == .insert ? fields.take("values") : nil
    let assignments = command == .update ? fields.take("set") : nil
    let columns = command == .select ? fields.takeTexts("columns", &diagnostics) : nil
    let writes = command == .insert || command == .update || command == .delete
    let returning = writes ? fields.take("returning") : nil
    guard let shape = self.relation(relation, verb) else { return nil }
    checkColumns(columns ?? [], of: shape, at: place)
    var action = CaseAction(command, shape.name, columns: columns)
    if let row { action.row = rowMeant(row, shape) }
    if let written = values ?? assignments {
      action.values = columnValues(written, shape) ?? []
    }
    if command == .insert, values == nil {
      report(.emptyCase, "an insert needs `values`", at: place)
    }
    if command == .update, assignments == nil, row == nil {
      report(.emptyCase, "an update needs `row`, `set` or both", at: place)
    }
    if let returning { action.returning = returningColumns(returning, shape) }
    return action
  }

  private mutating func returningColumns(_ value: YAMLValue, _ shape: RelationShape) -> [String] {
    if let all = value.bool { return all ? shape.columnNames : [] }
    guard case .list(let items) = value.kind else {
      diagnostics.append(.wrongKind(value, "returning", "true or a list of columns"))
      return []
    }
    let names = items.compactMap(\.text)
    checkColumns(names, of: shape, at: value.place)
    return names
  }

  /// `expect: no_privilege`, `expect: error 23505` or `expect: {error: 23505}`.
  mutating func decision(_ value: YAMLValue) -> ExpectedDecision? {
    var word: String?
    var argument: String?
    if let text = value.text {
      let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
      word = parts.first
      argument = parts.count > 1 ? parts[1] : nil
    } else if case .mapping(let entries) = value.kind, entries.count == 1, let entry = entries.first
    {
      word = entry.key
      argument = entry.value.text
    }
    if let word, let decision = ExpectedDecision(word, argument) { return decision }
    report(
      .malformedCases, "`expect` must be one of \(ExpectedDecision.spellings)", at: value.place,
      suggestion: word.flatMap { nearestName(to: $0, in: ExpectedDecision.words) })
    return nil
  }
}

extension ExpectedDecision {
  fileprivate static let spellings =
    "allowed, bypassed, filtered, no_privilege, check_violated [policy], recursion, "
    + "error SQLSTATE, changed COUNT"
}
