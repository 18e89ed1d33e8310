public import AccessModel
import SQLText

/// Indexes, triggers, rules and exclusions: all that is said of them but their names and places.
extension NormalForms {
  /// The form of an index of a table or materialized view.
  public func form(of index: Catalog.Index, on relation: QualifiedName) -> String {
    var head = index
    (head.parts, head.keeping, head.condition) = ([], [], nil)
    let parts = index.parts.enumerated().map { place, part in
      let keeping = index.keeping.indices.contains(place) ? index.keeping[place] : .init()
      return text(part, over: relation, as: .value) + Self.form(of: keeping, index.method)
    }
    return
      "\(Self.writer.text(.createIndex(head, on: relation))) (\(parts.joined(separator: ", "))) "
      + text(index.condition, over: relation)
  }

  /// Of an operator class without its schema, which depends on the search path; none for a type's
  /// own.
  private static func form(of keeping: Catalog.PartKeeping, _ method: String?) -> String {
    let known = keeping.operatorClass?.split(separator: ".").last.map(String.init)
    let isOwn = known.map { usualClasses[method ?? "btree"]?.contains($0) == true } ?? true
    let parts =
      [keeping.collation.map { "COLLATE \($0)" }, isOwn ? nil : known]
      + keeping.operatorClassParameters + [
        keeping.isDescending ? "DESC" : nil, keeping.nullsFirst ? "NULLS FIRST" : nil,
      ]
    return parts.compactMap { $0 }.map { " \($0)" }.joined()
  }

  /// Operator classes that are the usual ones of the types that they are for. Catalog: `pg_opclass`.
  private static let usualClasses: [String: Set<String>] = {
    let ordered: Set<String> = [
      "array_ops", "bit_ops", "bool_ops", "bpchar_ops", "bytea_ops", "char_ops", "cidr_ops",
      "date_ops", "enum_ops", "float4_ops", "float8_ops", "inet_ops", "int2_ops", "int4_ops",
      "int8_ops", "interval_ops", "jsonb_ops", "macaddr_ops", "money_ops", "name_ops",
      "numeric_ops", "oid_ops", "range_ops", "text_ops", "time_ops", "timestamp_ops",
      "timestamptz_ops", "timetz_ops", "tsvector_ops", "uuid_ops", "varbit_ops", "varchar_ops",
    ]
    return [
      "btree": ordered, "hash": ordered, "gin": ["array_ops", "jsonb_ops", "tsvector_ops"],
      "gist": ["range_ops", "tsvector_ops", "point_ops", "box_ops"],
    ]
  }()

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

  /// The form of a rule. Its actions are compared as written, but for the types of texts and what
  /// PostgreSQL adds when it keeps them.
  public func form(of rule: Catalog.Rule, on relation: QualifiedName) -> String {
    var head = rule
    (head.condition, head.actions) = (nil, [])
    let actions = rule.actions.map { Self.withoutTypesOfTexts(Self.writer.text(asKept($0))) }
    return
      "\(Self.writer.text(.createRule(head, on: relation))) \(rule.unread ?? "") "
      + "\(form(ofReaction: rule.condition, on: relation)?.text ?? "") "
      + actions.joined(separator: "; ")
  }

  /// INSERT names the columns that it gives, a literal has no type but its column's, and what
  /// RETURNING gives has no name. Source: `get_insert_query_def()` in `ruleutils.c`.
  private func asKept(_ action: SQLStatement) -> SQLStatement {
    switch action {
    case .insert(var insert):
      let columns = columns(of: insert.relation)
      if insert.columns == nil, let count = insert.width {
        insert.columns = columns.prefix(count).map(\.name)
      }
      if case .values(let rows) = insert.source, let named = insert.columns {
        let types = named.map { name in columns.first { $0.name == name }?.type }
        insert.source = .values(
          rows: rows.map { row in
            zip(row, types).map { $0?.withoutCast(to: $1) } + row.dropFirst(types.count)
          })
      }
      insert.returning = insert.returning.map(\.withoutName)
      return .insert(insert)
    case .update(var update):
      let columns = columns(of: update.relation)
      for index in update.assignments.indices {
        let name = update.assignments[index].column
        update.assignments[index].value = update.assignments[index].value?
          .withoutCast(to: columns.first { $0.name == name }?.type)
      }
      update.returning = update.returning.map(\.withoutName)
      return .update(update)
    case .delete(var delete):
      delete.returning = delete.returning.map(\.withoutName)
      return .delete(delete)
    default: return action
    }
  }

  private func columns(of relation: SQLRelationName) -> [(name: String, type: TypeName)] {
    let name = QualifiedName(relation.schema ?? "public", relation.name)
    return names.catalog.table(name)?.columns.map { ($0.name, $0.type) }
      ?? names.catalog.view(name)?.columns.map { ($0.name, $0.type) } ?? []
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

extension SQLInsert {
  /// How many columns it gives; nil where that is not written.
  fileprivate var width: Int? {
    switch source {
    case .values(let rows): return rows.first?.count
    case .query(let query):
      guard case .select(let select) = query.body else { return nil }
      let isPlain = select.targets.allSatisfy {
        if case .expression = $0 { true } else { false }
      }
      return isPlain ? select.targets.count : nil
    case .defaultValues: return nil
    }
  }
}

extension SQLTarget {
  fileprivate var withoutName: SQLTarget {
    if case .expression(let expression, _) = self {
      .expression(expression, name: nil)
    } else {
      self
    }
  }
}

extension SQLExpression {
  fileprivate func withoutCast(to type: TypeName?) -> SQLExpression {
    guard case .cast(let operand, type) = self, case .literal = operand else { return self }
    return operand
  }
}
