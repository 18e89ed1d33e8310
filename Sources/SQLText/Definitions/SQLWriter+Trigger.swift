import AccessModel

extension SQLWriter {
  /// OR REPLACE: so it can be run again. Constraint triggers do not know it.
  func document(_ trigger: Catalog.Trigger, on relation: QualifiedName) -> Document {
    let kind = trigger.isConstraint ? "CONSTRAINT TRIGGER" : "OR REPLACE TRIGGER"
    let events = trigger.events.map(text).joined(separator: " OR ")
    var clauses: [Document] = [
      .hardLine, .text("\(trigger.timing.rawValue) \(events) ON \(sqlText(relation))"),
    ]
    if trigger.isDeferrable {
      let initially = trigger.isInitiallyDeferred ? "DEFERRED" : "IMMEDIATE"
      clauses += [.hardLine, .text("DEFERRABLE INITIALLY \(initially)")]
    }
    let tables = [("OLD", trigger.oldTable), ("NEW", trigger.newTable)].compactMap { word, name in
      name.map { "\(word) TABLE AS \(quoteIdentifier($0))" }
    }
    if !tables.isEmpty {
      clauses += [.hardLine, .text("REFERENCING \(tables.joined(separator: " "))")]
    }
    clauses += [.hardLine, .text("FOR EACH \(trigger.isForEachRow ? "ROW" : "STATEMENT")")]
    if let condition = trigger.condition {
      clauses += [.hardLine, .text("WHEN "), .parenthesized(.expression(condition))]
    }
    let arguments = trigger.arguments.map(quoteLiteral).joined(separator: ", ")
    clauses += [.hardLine, .text("EXECUTE FUNCTION \(sqlText(trigger.function))(\(arguments))")]
    return .joined([.text("CREATE \(kind) \(quoteIdentifier(trigger.name))"), .nested(clauses)])
  }

  private func text(_ event: Catalog.Trigger.Event) -> String {
    switch event {
    case .insert: return "INSERT"
    case .delete: return "DELETE"
    case .truncate: return "TRUNCATE"
    case .update(let columns):
      guard !columns.isEmpty else { return "UPDATE" }
      return "UPDATE OF \(columns.map(quoteIdentifier).joined(separator: ", "))"
    }
  }

  /// Of a trigger or a rule, which are enabled alike.
  func state(
    _ kind: String, _ name: String, _ enabled: Catalog.Trigger.Enabled, on relation: QualifiedName
  ) -> Document {
    let words =
      switch enabled {
      case .origin: "ENABLE"
      case .disabled: "DISABLE"
      case .replica: "ENABLE REPLICA"
      case .always: "ENABLE ALWAYS"
      }
    return .text("ALTER TABLE \(sqlText(relation)) \(words) \(kind) \(quoteIdentifier(name))")
  }

  func document(_ rule: Catalog.Rule, on relation: QualifiedName) -> Document {
    var clauses: [Document] = [
      .hardLine, .text("ON \(rule.event.rawValue) TO \(sqlText(relation))"),
    ]
    if let condition = rule.condition {
      clauses += [.hardLine, .text("WHERE "), .expression(condition)]
    }
    let actions = rule.actions.map { Document.text(text($0)) }
    clauses += [.hardLine, .text("DO \(rule.isInstead ? "INSTEAD" : "ALSO") ")]
    switch actions.count {
    case 0: clauses.append(.text("NOTHING"))
    case 1: clauses.append(actions[0])
    default:
      let items = actions.enumerated().flatMap { index, action -> [Document] in
        index == 0 ? [action] : [.text(";"), .hardLine, action]
      }
      clauses += [.text("("), .nested([.hardLine] + items), .hardLine, .text(")")]
    }
    return .joined([
      .text("CREATE OR REPLACE RULE \(quoteIdentifier(rule.name)) AS"), .nested(clauses),
    ])
  }

  func document(_ index: Catalog.Index, on relation: QualifiedName) -> Document {
    let written = index.parts.enumerated().map { place, part in
      let keeping = index.keeping.indices.contains(place) ? index.keeping[place] : .init()
      return Document.joined([keyPart(part), .text(words(keeping))])
    }
    var parts: [Document] = [
      .text(
        "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS "
          + "\(quoteIdentifier(index.name)) ON \(sqlText(relation)) "
          + (index.method.map { "USING \(quoteIdentifier($0)) " } ?? "")),
      .parenthesized(.list(written)),
    ]
    if !index.included.isEmpty {
      let names = index.included.map(quoteIdentifier).joined(separator: ", ")
      parts.append(.text(" INCLUDE (\(names))"))
    }
    if index.nullsAreEqual { parts.append(.text(" NULLS NOT DISTINCT")) }
    if !index.parameters.isEmpty {
      parts.append(.text(" WITH (\(parameters(index.parameters)))"))
    }
    if let condition = index.condition {
      parts += [.text(" WHERE "), .expression(condition)]
    }
    return .joined(parts)
  }

  /// ` COLLATE "C" text_pattern_ops DESC NULLS LAST`.
  private func words(_ keeping: Catalog.PartKeeping) -> String {
    var text = keeping.collation.map { " COLLATE \(quoteIdentifier($0))" } ?? ""
    if let name = keeping.operatorClass {
      let names = name.split(separator: ".").map { quoteIdentifier(String($0)) }
      text += " " + names.joined(separator: ".")
      if !keeping.operatorClassParameters.isEmpty {
        text += " (\(parameters(keeping.operatorClassParameters)))"
      }
    }
    if keeping.isDescending { text += " DESC" }
    if keeping.nullsFirst != keeping.isDescending {
      text += keeping.nullsFirst ? " NULLS FIRST" : " NULLS LAST"
    }
    return text
  }

  /// `fillfactor = '70'` of `fillfactor=70`.
  private func parameters(_ parameters: [String]) -> String {
    parameters.map { parameter in
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : ""
      return "\(quoteIdentifier(String(parts[0]))) = \(quoteLiteral(value))"
    }.joined(separator: ", ")
  }

  /// Columns as they are, expressions in parentheses.
  func keyParts(_ parts: [SQLExpression]) -> Document {
    .parenthesized(.list(parts.map(keyPart)))
  }

  func keyPart(_ part: SQLExpression) -> Document {
    if case .column(_, let name) = part { return .text(quoteIdentifier(name)) }
    return .parenthesized(.expression(part))
  }

  func document(_ sequence: Catalog.Sequence) -> Document {
    var text =
      "CREATE \(sequence.isTemporary ? "TEMPORARY " : "")SEQUENCE IF NOT EXISTS "
      + sqlText(sequence.name)
    if let type = sequence.type { text += " AS \(sqlText(type))" }
    return .text(text + options(sequence))
  }

  /// ` INCREMENT 2 START 10`, where a sequence does not count as all do.
  func options(_ sequence: Catalog.Sequence) -> String {
    var text = ""
    let numbers = [
      ("INCREMENT", sequence.increment), ("MINVALUE", sequence.minimum),
      ("MAXVALUE", sequence.maximum), ("START", sequence.start),
    ]
    for case (let word, let number?) in numbers { text += " \(word) \(number)" }
    if let cache = sequence.cache { text += " CACHE \(cache)" }
    if sequence.cycles { text += " CYCLE" }
    return text
  }
}
