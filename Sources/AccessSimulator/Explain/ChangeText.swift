import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension ProposedChange.Step {
  static func define(_ definition: SQLDefinition) -> Self {
    Self(SQLWriter(layout: .compact).text(definition))
  }

  static func run(_ statement: SQLStatement) -> Self { Self(statement.sqlText) }

  static func set(_ name: String, _ value: String) -> Self {
    Self(SQLWriter(layout: .compact).text(.set(name, value)), isAdministrators: false)
  }
}

extension SQLValue {
  /// As a constant of a statement.
  func literal(as type: DataType) -> SQLExpression {
    guard let text = output(as: type) else { return .null }
    switch type {
    case .boolean: return .literal(.boolean(text == "t" || text == "true"))
    case .smallint, .integer, .bigint:
      return Int64(text).map { .integer($0) } ?? .string(text)
    default: return .string(text)
    }
  }
}

extension Explainer {
  /// A constant for a column.
  func literal(_ value: SQLValue, _ column: Catalog.Column) -> SQLExpression {
    value.literal(as: DataType(column.type) ?? .text)
  }

  /// A condition that just this row meets: on its primary key, or else on every column that can be
  /// compared. `known`: columns whose values the statement itself gives.
  func condition(
    on row: Row, of table: Int, known: Set<Int>? = nil
  ) -> SQLExpression? {
    let model = catalog.tables[table]
    let all = model.columns.indices.filter { column in
      row.indices.contains(column) && known?.contains(column) != false
        && Self.isComparable(model.columns[column].type)
    }
    let key = model.columns.indices.filter {
      model.primaryKey?.columns.contains(model.columns[$0].name) == true
    }
    let usesKey = !key.isEmpty && key.allSatisfy { all.contains($0) && !row[$0].isNull }
    let parts = (usesKey ? key : all).map { column -> SQLExpression in
      let model = model.columns[column]
      return row[column].isNull
        ? .test(operand: .column(model.name), kind: .isNull)
        : .equal(.column(model.name), literal(row[column], model))
    }
    return parts.isEmpty ? nil : .allOf(parts)
  }

  private static func isComparable(_ type: TypeName) -> Bool {
    switch DataType(type) {
    case .boolean?, .smallint?, .integer?, .bigint?, .text?, .uuid?, .date?, .numeric?: true
    default: false
    }
  }

  /// A name that no policy of the table has.
  func policyName(_ wanted: String, on table: Int) -> String {
    let taken = Set(catalog.tables[table].policies.map(\.name))
    var (name, number) = (wanted, 2)
    while taken.contains(name) {
      name = "\(wanted) \(number)"
      number += 1
    }
    return name
  }
}
