import AccessFixtures
import AccessModel

extension CaseRunner {
  /// Whether exactly the expected rows come back, compared as canonical text.
  func sees(
    _ action: CaseAction, _ expected: ExpectedRows, _ identity: Identity
  ) throws -> Finding {
    guard let shape = shapes[action.relation] else {
      throw Who.Failure.unknownRelation(action.relation)
    }
    let columns = (action.columns ?? shape.columnNames).compactMap(shape.column)
    return try sees(
      StandardProbes(shape).read(columns.map(\.name)), columns, expected, identity)
  }

  /// As above, of any query that gives `columns`.
  func sees(
    _ probe: Probe, _ columns: [RelationShape.Column], _ expected: ExpectedRows,
    _ identity: Identity
  ) throws -> Finding {
    let wanted = words(expected)
    let outcome = try engine.ask(probe, as: identity).first
    guard case .completed(let completion) = outcome else {
      let decision = outcome.map { Decision($0) } ?? .undecided(Undecided("no answer"))
      let actual = decision.description
      let verdict = decision.undecidedConstruct.map { CaseResult.Verdict.undecided($0) }
      return Finding(verdict ?? .failed, wanted, actual)
    }
    let total = count(completion.rows.count)
    if let number = expected.count, number != completion.rows.count {
      return Finding(.failed, wanted, total)
    }
    guard let rows = expected.rows else { return Finding(.passed, wanted, total) }
    let visible = completion.rows.map { row in
      expected.columns.map { name in
        columns.firstIndex { $0.name == name }.flatMap { row.indices.contains($0) ? row[$0] : nil }
      }
    }
    let difference = compare(
      rows.map { canonical($0, expected.columns, columns) },
      visible.map { canonical($0, expected.columns, columns) })
    let missing = difference.missing.map { text($0, expected.columns) }
    let surplus = difference.surplus.map { text($0, expected.columns) }
    let actual =
      total + clause("without", missing) + clause("with", surplus)
    return Finding(isMet: missing.isEmpty && surplus.isEmpty, wanted, actual)
  }

  private func compare(
    _ expected: [[String?]], _ visible: [[String?]]
  ) -> (missing: [[String?]], surplus: [[String?]]) {
    var left: [[String?]: Int] = [:]
    for row in expected { left[row, default: 0] += 1 }
    var surplus: [[String?]] = []
    for row in visible {
      if let number = left[row], number > 0 {
        left[row] = number - 1
      } else {
        surplus.append(row)
      }
    }
    let missing = expected.filter { row in
      guard let number = left[row], number > 0 else { return false }
      left[row] = number - 1
      return true
    }
    return (missing, surplus)
  }

  private func canonical(
    _ row: [String?], _ names: [String], _ columns: [RelationShape.Column]
  ) -> [String?] {
    zip(row, names).map { value, name in
      guard let value, let type = columns.first(where: { $0.name == name })?.type else {
        return value
      }
      return ValueText.canonical(value, type)
    }
  }

  private func words(_ expected: ExpectedRows) -> String {
    guard let rows = expected.rows else { return count(expected.count ?? 0) }
    let named = rows.map { text($0, expected.columns) }
    return count(rows.count) + (named.isEmpty ? "" : ": " + some(named))
  }

  private func text(_ row: [String?], _ columns: [String]) -> String {
    "{" + zip(columns, row).map { "\($0): \($1 ?? "null")" }.joined(separator: ", ") + "}"
  }

  private func clause(_ word: String, _ rows: [String]) -> String {
    rows.isEmpty ? "" : ", \(word) \(some(rows))"
  }

  private func some(_ rows: [String]) -> String {
    let named = rows.prefix(8).joined(separator: " ")
    return named + (rows.count > 8 ? " and \(rows.count - 8) more" : "")
  }

  private func count(_ number: Int) -> String { number == 1 ? "1 row" : "\(number) rows" }
}
