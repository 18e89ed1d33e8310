import AccessModel

extension SQLWriter {
  func document(_ merge: SQLMerge) -> Document {
    var parts: [Document] =
      prefix(merge.with) + [
        .text("MERGE INTO \(text(merge.relation))"), .line,
        clause("USING", [joins(merge.source)]), .line, clause("ON", merge.condition),
      ]
    for branch in merge.branches {
      parts += [.line, .text("WHEN \(branch.match.rawValue)")]
      if let condition = branch.condition {
        parts += [.text(" "), clause("AND", condition)]
      }
      parts += [.text(" THEN ")] + action(branch.action)
    }
    return .group(parts + returning(merge.returning, merge.returnedNames))
  }

  private func action(_ action: SQLMerge.Action) -> [Document] {
    switch action {
    case .nothing: return [.text("DO NOTHING")]
    case .delete: return [.text("DELETE")]
    case .update(let list): return [.text("UPDATE "), clause("SET", assignments(list))]
    case .insert(let insertion):
      var parts: [Document] = [.text("INSERT")]
      if let columns = insertion.columns {
        let names = columns.map { Document.text(quoteIdentifier($0)) }
        parts += [.text(" "), .parenthesized(.list(names))]
      }
      if let overriding = insertion.overriding { parts.append(.text(overridingText(overriding))) }
      guard let row = insertion.values else { return parts + [.text(" DEFAULT VALUES")] }
      return parts + [.text(" VALUES "), .parenthesized(.list(row.map(value)))]
    }
  }

  func overridingText(_ overriding: SQLOverriding) -> String {
    " OVERRIDING \(overriding.rawValue) VALUE"
  }

  /// `a = 1, (b, c) = (SELECT …)`.
  func assignments(_ list: [SQLUpdate.Assignment]) -> [Document] {
    var result: [Document] = []
    var index = 0
    while index < list.count {
      let assignment = list[index]
      guard let row = assignment.row, row.width > 0 else {
        result.append(
          .joined([
            column(assignment.column, assignment.part), .text(" = "), value(assignment.value),
          ]))
        index += 1
        continue
      }
      let columns = list[index...].prefix(row.width).map { quoteIdentifier($0.column) }
      result.append(
        .joined([
          .text("(\(columns.joined(separator: ", "))) = "), .parenthesized(.query(row.query)),
        ]))
      index += row.width
    }
    return result
  }

  /// A column or a part of it, as the target of an assignment.
  func column(_ name: String, _ part: [SQLPartStep]) -> Document {
    var result: [Document] = [.text(quoteIdentifier(name))]
    for step in part {
      switch step {
      case .field(let field): result.append(.text(".\(quoteIdentifier(field))"))
      case .elements(let lower, let upper, let isSlice):
        result += [.text("["), lower.map { .expression($0) } ?? .text("")]
        if isSlice { result += [.text(":"), upper.map { .expression($0) } ?? .text("")] }
        result.append(.text("]"))
      }
    }
    return .joined(result)
  }

  func text(_ truncate: SQLTruncate) -> String {
    let names = truncate.relations.map {
      text(SQLRelationName(schema: $0.schema, $0.name, isOnly: $0.isOnly))
    }
    return "TRUNCATE TABLE \(names.joined(separator: ", "))"
      + (truncate.restartsIdentity ? " RESTART IDENTITY" : "")
      + (truncate.isCascading ? " CASCADE" : "")
  }
}
