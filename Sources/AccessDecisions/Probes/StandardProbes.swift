public import AccessFixtures
public import AccessModel
import Foundation

/// The statements that find out what a caller reaches of one relation.
///
/// Every value is a parameter, cast to its column's type, so one statement serves all rows. Keyed
/// statements name a row in WHERE, which makes them need SELECT on the key and obey SELECT
/// policies; blind ones have no WHERE and need neither, and reach rows the caller cannot see.
/// Source: PostgreSQL manual, CREATE POLICY, "Policies Applied by Command Type".
public struct StandardProbes: Sendable {
  /// The relation asked about.
  public let shape: RelationShape
  private let questions = MadeQuestions()

  /// Probes of a table or view.
  public init(_ shape: RelationShape) { self.shape = shape }

  private var relation: SQLRelationName { SQLRelationName(shape.name) }

  private var from: [SQLFromItem] {
    [.relation(schema: shape.name.schema, name: shape.name.name, alias: nil)]
  }

  private func type(_ column: String) -> TypeName { shape.column(column)?.type ?? .text }

  private func parameter(_ number: Int, _ column: String) -> SQLExpression {
    .cast(operand: .parameter(number: number), type: type(column))
  }

  /// `SELECT columns FROM relation`.
  public func read(_ columns: [String]) -> Probe {
    Probe(
      questions.question(.read, columns) {
        ProbeQuestion(.query(SQLQuery(SQLSelect(targets(columns), from: from))))
      })
  }

  /// `SELECT columns FROM relation WHERE condition`.
  public func read(_ columns: [String], where condition: SQLExpression) -> Probe {
    Probe(.query(SQLQuery(SQLSelect(targets(columns), from: from, where: condition))))
  }

  /// `SELECT columns FROM relation WHERE row`; NULLs are asked for with IS NULL.
  public func read(_ columns: [String], row: [ColumnValue]) -> Probe {
    let select = SQLSelect(targets(columns), from: from, where: condition(row, after: 0))
    return Probe(.query(SQLQuery(select)), parameterTypes: types(row), parameterSets: [texts(row)])
  }

  /// `INSERT INTO relation (columns) VALUES …`, once for each row of values.
  public func insert(_ columns: [String], _ rows: [[String?]]) -> Probe {
    Probe(
      questions.question(.insert, columns) { insertion(columns, returning: []) },
      parameterSets: columns.isEmpty ? rows.map { _ in [] } : rows)
  }

  private func insertion(_ columns: [String], returning: [String]) -> ProbeQuestion {
    guard !columns.isEmpty else {
      let insert = SQLInsert(
        into: relation, columns: nil, .defaultValues, returning: targets(returning))
      return ProbeQuestion(.insert(insert))
    }
    let values = columns.enumerated().map { Optional(parameter($0.offset + 1, $0.element)) }
    let insert = SQLInsert(
      into: relation, columns: columns, .values(rows: [values]), returning: targets(returning),
      overriding: columns.contains(where: shape.defaultOnly.contains) ? .system : nil)
    return ProbeQuestion(.insert(insert), parameterTypes: columns.map(type))
  }

  /// `UPDATE relation SET columns = DEFAULT WHERE key = …`; without keys, all rows at once.
  func updateToDefault(_ columns: [String], _ keys: [[String?]]?) -> Probe {
    let set = columns.map { SQLUpdate.Assignment($0, nil) }
    guard let keys else { return Probe(.update(SQLUpdate(relation, set: set))) }
    let question = questions.question(.updateToDefault, columns) {
      ProbeQuestion(
        .update(SQLUpdate(relation, set: set, where: keyCondition(after: 0))),
        parameterTypes: shape.key.map(type))
    }
    return Probe(question, parameterSets: keys)
  }

  /// `UPDATE relation SET columns = … WHERE key = …`: each of `sets` has the values, then the key.
  public func update(_ columns: [String], _ sets: [[String?]]) -> Probe {
    let question = questions.question(.update, columns) {
      let update = SQLUpdate(
        relation, set: assignments(columns), where: keyCondition(after: columns.count))
      return ProbeQuestion(
        .update(update), parameterTypes: (columns + shape.key).map(type))
    }
    return Probe(question, parameterSets: sets)
  }

  /// `UPDATE relation SET columns = …`, without WHERE.
  public func blindUpdate(_ columns: [String], _ values: [String?]) -> Probe {
    let question = questions.question(.blindUpdate, columns) {
      ProbeQuestion(
        .update(SQLUpdate(relation, set: assignments(columns))),
        parameterTypes: columns.map(type))
    }
    return Probe(question, parameterSets: [values])
  }

  /// `DELETE FROM relation WHERE key = …`.
  public func delete(_ keys: [[String?]]) -> Probe {
    let question = questions.question(.delete, []) {
      ProbeQuestion(
        .delete(SQLDelete(from: relation, where: keyCondition(after: 0))),
        parameterTypes: shape.key.map(type))
    }
    return Probe(question, parameterSets: keys)
  }

  /// `DELETE FROM relation`.
  public func blindDelete() -> Probe {
    let question = questions.question(.blindDelete, []) {
      ProbeQuestion(.delete(SQLDelete(from: relation)))
    }
    return Probe(question)
  }

  /// `TRUNCATE relation`, which row security does not see.
  public func truncate() -> Probe { Probe(.truncate(SQLTruncate(relation))) }

  /// The statement of a case. `ownValues` are what an UPDATE without SET writes back.
  public func action(_ action: CaseAction, ownValues: [ColumnValue] = []) -> Probe {
    let row = action.row ?? []
    let returning = targets(action.returning)
    switch action.command {
    case .select:
      return read(action.columns ?? shape.columnNames, row: row)
    case .insert:
      let question = insertion(action.values.map(\.column), returning: action.returning)
      return Probe(question, parameterSets: [action.values.map(\.value)])
    case .update:
      let values = action.values.isEmpty ? ownValues : action.values
      let update = SQLUpdate(
        relation, set: assignments(values.map(\.column)),
        where: condition(row, after: values.count), returning: returning)
      return Probe(
        .update(update), parameterTypes: values.map { type($0.column) } + types(row),
        parameterSets: [values.map(\.value) + texts(row)])
    case .delete:
      let delete = SQLDelete(
        from: relation, where: condition(row, after: 0), returning: returning)
      return Probe(.delete(delete), parameterTypes: types(row), parameterSets: [texts(row)])
    case .truncate:
      return truncate()
    }
  }

  private func targets(_ columns: [String]) -> [SQLTarget] {
    columns.map { .expression(.column($0), name: nil) }
  }

  private func assignments(_ columns: [String]) -> [SQLUpdate.Assignment] {
    columns.enumerated().map { .init($0.element, parameter($0.offset + 1, $0.element)) }
  }

  /// `key = $n AND …`. Without a primary key NULLs are possible, and must match too.
  private func keyCondition(after used: Int) -> SQLExpression {
    .allOf(
      shape.key.enumerated().map { offset, column in
        let value = parameter(used + offset + 1, column)
        return shape.primaryKey.isEmpty
          ? .distinct(left: .column(column), right: value, negated: true)
          : .equal(.column(column), value)
      })
  }

  private func condition(_ row: [ColumnValue], after used: Int) -> SQLExpression? {
    var number = used
    let parts = row.map { wanted -> SQLExpression in
      guard wanted.value != nil else {
        return .test(operand: .column(wanted.column), kind: .isNull)
      }
      number += 1
      return .equal(.column(wanted.column), parameter(number, wanted.column))
    }
    return parts.isEmpty ? nil : .allOf(parts)
  }

  private func types(_ row: [ColumnValue]) -> [TypeName] {
    row.filter { $0.value != nil }.map { type($0.column) }
  }

  private func texts(_ row: [ColumnValue]) -> [String?] {
    row.map(\.value).filter { $0 != nil }
  }
}

/// The questions that probes of one relation have made, so that each is made once.
// Guarded by `lock`.
private final class MadeQuestions: @unchecked Sendable {
  enum Kind: Hashable {
    case read, insert, update, updateToDefault, blindUpdate, delete, blindDelete
  }

  private struct Key: Hashable {
    var kind: Kind
    var columns: [String]
  }

  private let lock = NSLock()
  private var made: [Key: ProbeQuestion] = [:]

  func question(
    _ kind: Kind, _ columns: [String], _ make: () -> ProbeQuestion
  ) -> ProbeQuestion {
    let key = Key(kind: kind, columns: columns)
    lock.lock()
    defer { lock.unlock() }
    if let known = made[key] { return known }
    let question = make()
    made[key] = question
    return question
  }
}
