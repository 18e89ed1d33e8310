import AccessModel
import SQLBinding

/// Compiles conditions over one table, its row being source 0, to conditions over its columns.
///
/// What is here decided for all rows must be what the row evaluator decides for each, in the order of
/// the operands, errors included: whatever can't be known without asking the row stays open.
/// Conditions have to be steady.
struct ConditionCompiler {
  let session: Session
  let rows: SharedList<Row>
  /// The index of a column.
  let index: (Int) -> RowIndex

  private var compiler: ExpressionCompiler { ExpressionCompiler(session) }

  func compile(_ expression: BoundExpression) throws(EngineFailure) -> ColumnCondition {
    switch expression {
    case .and(let operands): return .and(try each(operands))
    case .or(let operands): return .or(try each(operands))
    case .not(let operand): return .not(try compile(operand))
    default: break
    }
    let columns = expression.ownColumns
    if columns.isEmpty { return .constant(value(of: expression).map(Truth.of) ?? Truth.open) }
    if let condition = comparison(expression) { return condition }
    if let condition = try membership(expression) { return condition }
    if columns.count == 1, let column = columns.first,
      let condition = try perValue(expression, index(column))
    {
      return condition
    }
    return .rows(try asking(expression))
  }

  private func each(
    _ operands: [BoundExpression]
  ) throws(EngineFailure) -> [ColumnCondition] {
    var result: [ColumnCondition] = []
    for operand in operands { result.append(try compile(operand)) }
    return result
  }

  /// Nil where it can't be computed. It mentions no column of the table.
  private func value(of expression: BoundExpression) -> SQLValue? {
    do throws(EngineFailure) {
      return try compiler.compile(expression)(Frame(row: []))
    } catch {
      return nil
    }
  }

  /// A row by itself.
  private func asking(_ expression: BoundExpression) throws(EngineFailure) -> (Int) -> UInt8 {
    let (evaluate, rows, frame) = (try compiler.compile(expression), rows, Frame(row: []))
    return { position in
      guard !rows[position].isEmpty else { return Truth.no }
      frame.rows[0] = rows[position]
      do throws(EngineFailure) {
        return Truth.of(try evaluate(frame))
      } catch {
        return Truth.open
      }
    }
  }

  /// Once for each value of the only column it depends on; nil where most rows have their own.
  private func perValue(
    _ expression: BoundExpression, _ index: RowIndex
  ) throws(EngineFailure) -> ColumnCondition? {
    guard index.isExact, index.codeCount <= rows.count / 2 + 16 else { return nil }
    let ask = try asking(expression)
    var table = [UInt8](repeating: Truth.open, count: index.codeCount)
    for code in table.indices.dropFirst() {
      guard let row = index.run(UInt32(truncatingIfNeeded: code)).first else { continue }
      table[code] = ask(Int(row))
    }
    if let row = index.firstNull { table[0] = ask(row) }
    return .codes(index, .table(table))
  }

  // MARK: A column and a value

  private func comparison(_ expression: BoundExpression) -> ColumnCondition? {
    switch expression {
    case .compare(let symbol, let left, let right, _):
      if let column = JoinPlanner.plainColumn(left, of: 0), right.ownColumns.isEmpty {
        return compare(index(column), symbol, right)
      }
      if let column = JoinPlanner.plainColumn(right, of: 0), left.ownColumns.isEmpty {
        return compare(index(column), symbol.mirrored, left)
      }
    case .quantified(.compare(.equal, _), let left, let list, isAll: false):
      if let column = JoinPlanner.plainColumn(left, of: 0), list.ownColumns.isEmpty {
        return oneOf(index(column), list)
      }
    default: break
    }
    return nil
  }

  private func compare(
    _ index: RowIndex, _ symbol: ComparisonOperator, _ other: BoundExpression
  ) -> ColumnCondition? {
    guard index.isExact else { return nil }
    guard let value = value(of: other) else { return .constant(Truth.open) }
    if value.isNull { return .constant(Truth.unknown) }
    guard value.isExactlyComparable, index.holdsKind(of: value) else { return nil }
    let code = index.code(of: value)
    switch symbol {
    case .equal:
      return .codes(
        index, .chosen(code > 0 ? [code] : [], null: Truth.unknown, others: Truth.no))
    case .notEqual:
      return .not(
        .codes(index, .chosen(code > 0 ? [code] : [], null: Truth.unknown, others: Truth.no)))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let kind = index.values.wordKind, let limit = kind.word(value) else { return nil }
      var table = [UInt8](repeating: Truth.unknown, count: index.codeCount)
      index.values.forEachWord { code, word in
        let order = word < limit ? -1 : word == limit ? 0 : 1
        table[code] = symbol.holds(order) ? Truth.yes : Truth.no
      }
      return .codes(index, .table(table))
    }
  }

  /// `column = ANY (array)`.
  private func oneOf(_ index: RowIndex, _ list: BoundExpression) -> ColumnCondition? {
    guard index.isExact else { return nil }
    guard let value = value(of: list) else { return .constant(Truth.open) }
    guard case .array(let array) = value else { return .constant(Truth.unknown) }
    var codes: Set<UInt32> = []
    for element in array.elements where !element.isNull {
      guard element.isExactlyComparable, index.holdsKind(of: element) else { return nil }
      codes.insert(index.code(of: element))
    }
    codes.remove(0)
    let isEmpty = array.elements.isEmpty
    let hasNull = array.elements.contains(where: \.isNull)
    return .codes(
      index,
      .chosen(
        codes.sorted(), null: isEmpty ? Truth.no : Truth.unknown,
        others: hasNull ? Truth.unknown : Truth.no))
  }
}

extension ComparisonOperator {
  /// With its sides exchanged.
  var mirrored: ComparisonOperator {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension BoundExpression {
  /// `tableoid` is of where a row is stored, and not a value of it.
  var readsSystemColumn: Bool { ownColumns.contains { $0 < 0 } }

  /// Columns of the row that it depends on, from inside subqueries too.
  var ownColumns: Set<Int> {
    var columns: Set<Int> = []
    _ = mapColumns { position, type, depth in
      if position.level == depth { columns.insert(position.column) }
      return .column(position, type)
    }
    return columns
  }
}
