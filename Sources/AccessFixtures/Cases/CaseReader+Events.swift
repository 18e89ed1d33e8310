import AccessModel

extension CaseReader {
  /// `who: [ada, bo], hears: insert, on: messages, values: {…}`, or `row` of the fixtures.
  mutating func readEvent(
    _ subject: YAMLValue, _ fields: inout CaseFields, at place: SourcePlace
  ) -> Parts? {
    let people = identities("who", &fields, at: place, allowNone: true)
    let relation = fields.take("on")
    let row = fields.take("row")
    let values = fields.take("values")
    let assignments = fields.take("set")
    guard let kind = subject.text.flatMap(ChangeEvent.Kind.init) else {
      diagnostics.append(.wrongKind(subject, "hears", "`insert`, `update` or `delete`"))
      return nil
    }
    guard let relation else {
      report(.emptyCase, "a case with `hears` needs `on`", at: place)
      return nil
    }
    guard let shape = self.relation(relation, "on") else { return nil }
    if shape.isView {
      report(.malformedCases, "`\(shape.name)` is a view: changes are of tables", at: place)
    }
    let written = kind == .insert ? values : kind == .update ? assignments : nil
    let useless = kind == .insert ? assignments : kind == .update ? values : values ?? assignments
    if useless != nil || kind == .insert && row != nil && values != nil {
      report(
        .malformedCases,
        "an insert is told by `row` or `values`, an update by `row` and `set`, a delete by `row`",
        at: place)
    }
    guard row != nil || kind == .insert && values != nil else {
      report(.emptyCase, "a case with `hears` needs the `row`", at: place)
      return nil
    }
    var event = ChangeEvent(kind, of: shape.name)
    if let row { event.row = rowMeant(row, shape) }
    if let written { event.values = columnValues(written, shape) ?? [] }
    guard let people else { return nil }
    return Parts(subject: .event(event), expectation: .who(people))
  }
}
