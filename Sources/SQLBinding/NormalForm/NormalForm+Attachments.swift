public import AccessModel
import SQLText

/// Indexes, triggers, rules and exclusions: all that is said of them but their names and places.
extension NormalForms {
  /// The form of an index of a table or materialized view.
  public func form(of index: Catalog.Index, on relation: QualifiedName) -> String {
    var head = index
    (head.parts, head.condition) = ([], nil)
    let parts = index.parts.map { text($0, over: relation, as: .value) }
    return
      "\(Self.writer.text(.createIndex(head, on: relation))) (\(parts.joined(separator: ", "))) "
      + text(index.condition, over: relation)
  }

  /// The form of an EXCLUDE constraint.
  public func form(of exclusion: Catalog.Exclusion, on table: QualifiedName) -> String {
    let elements = exclusion.elements.map {
      "\(text($0.expression, over: table, as: .value)) \($0.symbol)"
    }
    return
      "\(exclusion.method) (\(elements.joined(separator: ", "))) \(exclusion.isDeferrable) "
      + "\(exclusion.isInitiallyDeferred) \(text(exclusion.condition, over: table))"
  }

  /// The form of a trigger; its events have no order.
  public func form(of trigger: Catalog.Trigger, on relation: QualifiedName) -> String {
    var head = trigger
    head.condition = nil
    head.events.sort { "\($0)" < "\($1)" }
    return Self.writer.text(.createTrigger(head, on: relation))
      + " \(form(ofReaction: trigger.condition, on: relation)?.text ?? "")"
  }

  /// The form of a rule. Its actions are compared as written, but for the types of texts.
  public func form(of rule: Catalog.Rule, on relation: QualifiedName) -> String {
    var head = rule
    (head.condition, head.actions) = (nil, [])
    let actions = rule.actions.map { Self.withoutTypesOfTexts(Self.writer.text($0)) }
    return
      "\(Self.writer.text(.createRule(head, on: relation))) \(rule.unread ?? "") "
      + "\(form(ofReaction: rule.condition, on: relation)?.text ?? "") "
      + actions.joined(separator: "; ")
  }

  /// The form of a CHECK of a domain over `base`, whose value stands there as VALUE.
  public func form(ofDomainCheck expression: SQLExpression, over base: TypeName) -> String {
    let written = Self.writer.text(expression)
    guard let type = names.columnType(base),
      let bound = try? Binder.domainCheck(expression, over: type, in: names)
    else { return written }
    var text = NormalText(names)
    text.enter([["value"]])
    return (try? text.text(bound)) ?? written
  }

  private static let writer = SQLWriter(layout: .compact)

  private func text(
    _ expression: SQLExpression?, over relation: QualifiedName, as context: Context = .condition
  ) -> String {
    form(of: expression, over: relation, as: context)?.text ?? ""
  }

  /// `'x'::text` is what PostgreSQL makes of `'x'` wherever a text is wanted.
  private static func withoutTypesOfTexts(_ text: String) -> String {
    text.replacing("'::text", with: "'").replacing("'::character varying", with: "'")
  }
}
