import AccessFixtures
import AccessModel

extension Prober {
  /// Updates rows by key, each alone; `values` gives what to write, the row's own values if nil.
  ///
  /// Columns that take DEFAULT alone are tried where no other can be written.
  func update(
    _ columns: [String], _ indices: [Int], values: ((Int, [String]) -> [String?])? = nil
  ) throws -> Answer {
    let fixed = columns.filter(rows.shape.defaultOnly.contains)
    let plain = columns.filter { !fixed.contains($0) }
    var answer = Answer(columns: [], outcomes: [])
    if !plain.isEmpty || fixed.isEmpty {
      answer = try asking(.update, plain) { usable in
        probes.update(
          usable,
          indices.map { (values?($0, usable) ?? rows.values($0, usable)) + rows.key($0) })
      }
    }
    if !fixed.isEmpty, values == nil, answer.isRefused || plain.isEmpty {
      let defaults = try asking(.update, fixed) {
        probes.updateToDefault($0, indices.map(rows.key))
      }
      if plain.isEmpty || !defaults.isRefused { answer = defaults }
    }
    answer.indices = indices
    return answer
  }

  /// Updates without WHERE, to the values of `row` (NULLs if nil). Where all columns together are
  /// stopped, each is tried alone, because a constant may break a constraint or a check that
  /// another would not; all answers are given.
  ///
  /// One value in the key of several rows breaks it: its columns are tried where no other can be
  /// written.
  func blindUpdate(_ columns: [String], from row: Int?) throws -> Answer {
    let fixed = columns.filter(rows.shape.defaultOnly.contains)
    let settable = columns.filter { !fixed.contains($0) }
    let key = settable.filter(rows.shape.primaryKey.contains)
    var answer = Answer(columns: [], outcomes: [])
    for part in [settable.filter { !key.contains($0) }, key] where !part.isEmpty {
      answer = try blindUpdate(setting: part, from: row)
      if !answer.isRefused { return answer }
    }
    guard !fixed.isEmpty else { return answer }
    let defaults = try asking(.update, fixed) { probes.updateToDefault($0, nil) }
    return settable.isEmpty || !defaults.isRefused ? defaults : answer
  }

  private func blindUpdate(setting columns: [String], from row: Int?) throws -> Answer {
    func probe(_ columns: [String]) -> Probe {
      probes.blindUpdate(columns, row.map { rows.values($0, columns) } ?? columns.map { _ in nil })
    }
    var answer = try asking(.update, columns, probe)
    // Refused for want of a privilege, it was tried with each column already, or none is held.
    if answer.columns.count > 1, !answer.isRefused,
      answer.outcomes.allSatisfy({ $0.reachedCount == nil })
    {
      for column in answer.columns {
        answer.append(try engine.ask(probe([column]), as: identity))
      }
    }
    return answer
  }

  /// Whether fewer columns could be used than were asked for, apart from those that are only tried
  /// where no other can be written.
  func isPartial(_ answer: Answer, of columns: [String], isBlind: Bool = false) -> Bool {
    let shape = rows.shape
    let expected = columns.filter {
      !shape.defaultOnly.contains($0) && !(isBlind && shape.primaryKey.contains($0))
    }
    return !expected.isEmpty && !expected.allSatisfy(answer.columns.contains)
  }
}
