import AccessModel
import SQLBinding

/// Items of FROM that are one row of no table: wherever their columns are mentioned, the planner has
/// what computes them. A condition with them may so be one of a table alone, asked among its policies.
/// RULES 35, 36.
///
/// Source: `pull_up_simple_subquery()`, `pull_up_simple_values()`, `pull_up_constant_function()` in
/// `src/backend/optimizer/prep/prepjointree.c`.
struct SingleRows {
  let catalog: Catalog
  let version: PostgresVersion
  let fold: Planning.Folding

  /// The query with columns of single rows replaced, and IN of one row as the equality that it is.
  func merged(into query: BoundQuery) -> BoundQuery {
    guard query.setOperation == nil, query.values == nil else { return query }
    var result = query
    result.condition = query.condition.map(plain)
    let rows = outputs(of: query)
    guard !rows.isEmpty else { return result }
    return result.mapColumns(depth: 0) { Self.replacement(of: $0, $1, depth: $2, in: rows) }
  }

  /// Which sources of a query are such rows.
  func numbers(in query: BoundQuery) -> Set<Int> { Set(outputs(of: query).keys) }

  private func outputs(of query: BoundQuery) -> [Int: [BoundExpression]] {
    outputs(of: query.sources, query.joins, query.commonTables, without: query.lockedSources)
  }

  /// As for queries: of a statement that changes rows, and joins others to them.
  func merged(into statement: BoundStatement) -> BoundStatement {
    switch statement {
    case .update(var update):
      update.condition = update.condition.map(plain)
      return merged(into: .update(update), update.sources, update.joins)
    case .delete(var delete):
      delete.condition = delete.condition.map(plain)
      return merged(into: .delete(delete), delete.sources, delete.joins)
    case .merge(let merge):
      // The target may be without a source, which then is NULL.
      guard !merge.branches.contains(where: { $0.match == .notMatchedBySource }) else {
        return statement
      }
      return merged(into: statement, merge.sources, merge.joins)
    case .query, .insert, .truncate, .with: return statement
    }
  }

  private func merged(
    into statement: BoundStatement, _ sources: [BoundSource], _ joins: [BoundJoin]
  ) -> BoundStatement {
    let rows = outputs(of: sources, joins, [], without: [0])
    guard !rows.isEmpty else { return statement }
    return statement.mapExpressions { expression in
      expression.mapColumns { Self.replacement(of: $0, $1, depth: $2, in: rows) }
    }
  }

  private static func replacement(
    of position: ColumnPosition, _ type: DataType, depth: Int, in rows: [Int: [BoundExpression]]
  ) -> BoundExpression {
    guard position.level == depth, let outputs = rows[position.source],
      outputs.indices.contains(position.column)
    else { return .column(position, type) }
    // What it mentions was named from inside of the row's own query.
    return outputs[position.column].replacingLeaves { leaf in
      guard case .column(var inner, let type) = leaf else { return nil }
      inner.level += depth - 1
      return .column(inner, type)
    }
  }

  /// What computes the columns of those sources that are single rows.
  private func outputs(
    of sources: [BoundSource], _ joins: [BoundJoin], _ tables: [BoundCommonTable],
    without excluded: Set<Int>
  ) -> [Int: [BoundExpression]] {
    var result: [Int: [BoundExpression]] = [:]
    let optional = Set(joins.flatMap(\.optionalSources))
    for (number, source) in sources.enumerated()
    where !excluded.contains(number) && !optional.contains(number) {
      guard let row = outputs(of: source, tables),
        optional.isEmpty || !row.contains(where: { $0.mentions(level: 1) })
      else { continue }
      result[number] = row
    }
    return result
  }

  private func outputs(
    of source: BoundSource, _ tables: [BoundCommonTable]
  ) -> [BoundExpression]? {
    switch source.kind {
    case .query(let query): return row(of: query)
    case .commonTable(let id):
      guard let table = tables.first(where: { $0.id == id }), table.references == 1,
        !table.isRecursive, table.isMaterialized != true, case .query(let query) = table.statement
      else { return nil }
      return row(of: query)
    case .function(let function):
      guard case .scalar(let value) = function.call, !function.withOrdinality,
        source.columnTypes.count == 1, let constant = try? fold(value),
        case .constant = constant
      else { return nil }
      return [constant]
    case .relation, .system: return nil
    }
  }

  /// Of a query that gives one row, whatever there is: nil if it is no such query.
  private func row(of query: BoundQuery) -> [BoundExpression]? {
    var row: [BoundExpression]
    if let values = query.values {
      guard values.count == 1, query.isBare else { return nil }
      row = values[0]
    } else {
      guard query.isBare, query.condition == nil, query.setFunctions.isEmpty else { return nil }
      let rows = outputs(of: query.sources, query.joins, query.commonTables, without: [])
      guard rows.count == query.sources.count else { return nil }
      row = query.targets.map(\.expression)
      if !rows.isEmpty {
        row = row.map { $0.mapColumns { Self.replacement(of: $0, $1, depth: $2, in: rows) } }
      }
    }
    let isSimple = row.allSatisfy {
      !$0.hasSubquery && !$0.mentions(level: 0) && !$0.isVolatile(catalog)
    }
    return isSimple ? row : nil
  }

  /// `x IN (SELECT 1)` is `x = 1`; from 18 on IN of several constants is an array too.
  ///
  /// Source: `convert_ANY_sublink_to_join()` in `subselect.c`, `convert_VALUES_to_ANY()`.
  private func plain(_ condition: BoundExpression) -> BoundExpression {
    switch condition {
    case .and(let operands): return .and(operands.map(plain))
    case .inQuery(let operand, let query, let type, false):
      // Blanks at the end of `character` don't count; elsewhere that is said by conversions.
      guard operand.mentions(level: 0), !operand.hasSubquery, !operand.isVolatile(catalog),
        type.base != .character
      else { return condition }
      if let row = row(of: query), row.count == 1, !query.isCorrelated {
        return .compare(.equal, operand, row[0], type: type)
      }
      guard version >= .v18, let values = query.values, query.isBare,
        values.allSatisfy({ $0.count == 1 && $0[0].isFixed(catalog) })
      else { return condition }
      return .quantified(
        .compare(.equal, type), operand, .array(values.map { $0[0] }, type: .array(type)),
        isAll: false)
    default: return condition
    }
  }
}

extension BoundExpression {
  /// Without columns, queries and what changes.
  fileprivate func isFixed(_ catalog: Catalog) -> Bool {
    if case .column = self { return false }
    return subquery == nil && !isVolatile(catalog) && !hasOperand { !$0.isFixed(catalog) }
  }
}

extension BoundQuery {
  /// A select list or VALUES, and nothing that groups, sorts or cuts.
  fileprivate var isBare: Bool {
    grouping == nil && windows.isEmpty && !isDistinct && distinctOn == nil && orderBy.isEmpty
      && limit == nil && offset == nil && setOperation == nil && lockedSources.isEmpty
      && commonTables.isEmpty
  }
}

extension BoundJoin {
  /// Sources that may be missing from a row.
  fileprivate var optionalSources: [Int] {
    guard case .join(let kind, let left, let right, _) = self else { return [] }
    let own = kind == .full ? sources : optional?.sources ?? []
    return own + left.optionalSources + right.optionalSources
  }
}
