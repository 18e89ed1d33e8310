import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension WishMaker {
  /// Rows to insert, or claims, with which a query finds a row. `operand`: what its column must be.
  func insertions(making query: SQLQuery, give operand: SQLExpression?) -> [ProposedChange] {
    guard case .select(let select) = query.body, select.groupBy.isEmpty, select.having == nil,
      let (relations, joined) = relations(of: select.from)
    else { return [] }
    var conditions = (select.condition?.conjuncts ?? []) + joined
    if let operand, let target = query.soleTarget {
      conditions.append(.equal(target, operand))
    }
    var found: [ProposedChange] = []
    for relation in relations {
      let others = relations.filter { $0.alias != relation.alias }
      if let step = row(in: relation, others, conditions) {
        found.append(ProposedChange(.row, [step]))
      }
    }
    return found + claims(relations, conditions)
  }

  /// A relation in FROM.
  struct NamedRelation {
    let table: Int
    let alias: String
    let item: SQLFromItem
  }

  /// The tables of a FROM of inner joins, and what joins them; nil for others.
  private func relations(
    of items: [SQLFromItem]
  ) -> (relations: [NamedRelation], conditions: [SQLExpression])? {
    var relations: [NamedRelation] = []
    var conditions: [SQLExpression] = []
    var pending = items
    while let item = pending.popLast() {
      switch item {
      case .relation(let schema, let name, let alias):
        guard
          case .table(let table)? = try? explainer.session.names.relation(schema: schema, name)
        else { return nil }
        relations.append(NamedRelation(table: table, alias: alias ?? name, item: item))
      case .join(.inner, let left, let right, let condition),
        .join(.cross, let left, let right, let condition):
        pending += [left, right]
        conditions += condition?.conjuncts ?? []
      default: return nil
      }
    }
    return relations.isEmpty ? nil : (relations, conditions)
  }

  /// The row of one relation that meets the conditions beside those that are there of the others.
  private func row(
    in relation: NamedRelation, _ others: [NamedRelation], _ conditions: [SQLExpression]
  ) -> ProposedChange.Step? {
    var wanted: [Int: SQLExpression] = [:]
    var rest: [SQLExpression] = []
    for condition in conditions {
      if let (column, value) = assignment(condition, to: relation) {
        wanted[column] = value
      } else if !mentions(condition, relation) {
        rest.append(condition)
      }
    }
    var values: [Int: SQLValue] = [:]
    for (column, expression) in wanted {
      let own =
        others.isEmpty
        ? expression
        : .scalarQuery(
          query: SQLQuery(
            .select(
              SQLSelect(
                [.expression(expression, name: nil)], from: others.map(\.item),
                where: rest.isEmpty ? nil : .allOf(rest))), limit: .integer(1)))
      guard let (value, type) = value(of: own, seesAll: true) else { return nil }
      if value.isNull, expression != .null { return nil }
      let target = DataType(catalog.tables[relation.table].columns[column].type) ?? .text
      if type == target || value.isNull {
        values[column] = value
      } else if let text = value.output(as: type),
        let fitted = try? SQLValue.input(text, as: target)
      {
        values[column] = fitted
      } else {
        return nil
      }
    }
    return insertion(into: relation.table, values)
  }

  /// `relation.column = value`, or another condition that says what a column must be.
  private func assignment(
    _ condition: SQLExpression, to relation: NamedRelation
  ) -> (column: Int, value: SQLExpression)? {
    switch condition {
    case .binary("=", let left, let right):
      for (side, other) in [(left, right), (right, left)] {
        if let column = column(side, of: relation), !mentions(other, relation) {
          return (column, other)
        }
      }
      return nil
    case .column:
      return column(condition, of: relation).map { ($0, .true) }
    case .not(let operand): return column(operand, of: relation).map { ($0, .false) }
    case .test(let operand, .isNull): return column(operand, of: relation).map { ($0, .null) }
    case .inList(let operand, let list, false):
      guard let first = list.first, !mentions(first, relation) else { return nil }
      return column(operand, of: relation).map { ($0, first) }
    case .distinct(let left, let right, negated: true):
      return assignment(.equal(left, right), to: relation)
    default: return nil
    }
  }

  private func column(_ expression: SQLExpression, of relation: NamedRelation) -> Int? {
    switch expression {
    case .cast(let operand, _): return column(operand, of: relation)
    case .column(let qualifier, let name):
      guard qualifier == nil || qualifier == relation.alias else { return nil }
      return catalog.tables[relation.table].columns.firstIndex { $0.name == name }
    default: return nil
    }
  }

  private func mentions(_ expression: SQLExpression, _ relation: NamedRelation) -> Bool {
    if column(expression, of: relation) != nil { return true }
    if let query = expression.subquery, !query.readsNothing { return false }
    if let inner = expression.subquery?.soleTarget, mentions(inner, relation) { return true }
    return expression.children.contains { mentions($0, relation) }
  }

  /// Claims with which a condition on the session is met by a row that meets the others.
  private func claims(
    _ relations: [NamedRelation], _ conditions: [SQLExpression]
  ) -> [ProposedChange] {
    conditions.enumerated().flatMap { index, condition -> [ProposedChange] in
      guard case .binary("=", let left, let right) = condition else { return [] }
      var rest = conditions
      rest.remove(at: index)
      return [(left, right), (right, left)].flatMap { side, other -> [ProposedChange] in
        guard !side.readsColumns, other.readsColumns else { return [] }
        let query = SQLQuery(
          .select(
            SQLSelect(
              [.expression(other, name: nil)], from: relations.map(\.item),
              where: rest.isEmpty ? nil : .allOf(rest))), limit: .integer(1))
        guard let (value, type) = value(of: .scalarQuery(query: query), seesAll: true),
          !value.isNull
        else { return [] }
        return identities(side, value, type)
      }
    }
  }

  /// An INSERT of a row with these values; what else the table requires is made up.
  func insertion(into table: Int, _ given: [Int: SQLValue]) -> ProposedChange.Step? {
    let model = catalog.tables[table]
    var values: [(column: String, value: SQLExpression)] = []
    for (index, column) in model.columns.enumerated() {
      if let value = given[index] {
        guard column.generated == nil else { return nil }
        values.append((column.name, explainer.literal(value, column)))
        continue
      }
      let isRequired = !column.isNullable || model.primaryKey?.columns.contains(column.name) == true
      guard isRequired, column.defaultValue == nil, column.identity == nil, column.generated == nil
      else { continue }
      guard let value = filler(for: index, of: table) else { return nil }
      values.append((column.name, value))
    }
    if values.isEmpty, let first = model.columns.first, first.generated == nil,
      first.identity == nil, let value = filler(for: 0, of: table)
    {
      values.append((first.name, value))
    }
    guard !values.isEmpty else { return nil }
    let usesIdentity = model.columns.indices.contains {
      given[$0] != nil && model.columns[$0].identity == .always
    }
    let insert = SQLInsert(
      into: SQLRelationName(model.name), columns: values.map(\.column),
      .values(rows: [values.map(\.value)]), overriding: usesIdentity ? .system : nil)
    return .run(.insert(insert))
  }

  /// A value for a column that must have one: a key that is there where it refers to one, else one
  /// that no row has.
  private func filler(for column: Int, of table: Int) -> SQLExpression? {
    let model = catalog.tables[table]
    let definition = model.columns[column]
    for key in model.foreignKeys where key.columns.count == 1 && key.columns[0] == definition.name {
      guard let other = key.referencedColumns.first,
        case .table(let referenced)? = explainer.names.relation(key.references),
        let place = catalog.tables[referenced].columns.firstIndex(where: { $0.name == other }),
        let row = try? explainer.rows(of: referenced).first
      else { return nil }
      return explainer.literal(row[place], catalog.tables[referenced].columns[place])
    }
    let taken = (try? explainer.rows(of: table).map { $0[column] }) ?? []
    switch DataType(definition.type) {
    case .boolean?: return .false
    case .smallint?, .integer?, .bigint?, .numeric?:
      var largest: Int64 = 0
      for case .integer(let value) in taken { largest = max(largest, value) }
      return .integer(
        largest < 30_000
          ? largest + 1
          : (1...30_000).first { number in
            !taken.contains(.integer(number))
          } ?? 0)
    case .text?, .varchar?, .character?: return .string("new")
    case .uuid?: return .string("00000000-0000-4000-8000-0000000000\(10 + taken.count % 90)")
    case .date?, .timestamp?, .timestamptz?: return .string("2000-01-01")
    case .json?, .jsonb?: return .string("{}")
    case .array?: return .string("{}")
    case .enumeration(let type)?: return type.labels.first.map { .string($0) }
    default: return nil
    }
  }
}
