import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension Explainer {
  /// More rows than this are not explained one by one.
  private static let maxRows = 5

  /// The rows a statement is about, and what each policy says of each.
  func target(
    of secured: SecuredStatement, _ parameters: [SQLValue]
  ) -> [TraceNode] {
    do throws(EngineFailure) {
      session.begin(parameters: parameters)
      switch secured.statement {
      case .query(let query):
        guard let (table, security) = query.singleTable else { return [] }
        return try existingRows(
          of: table, where: query.condition, [.select], as: security.checkedAs,
          security.filters, security.bypass)
      case .update(let update):
        guard case .table(let table) = update.target.id, let target = secured.target,
          update.sources.count == 1
        else { return [] }
        let reads = !update.target.readColumns.isEmpty
        return try existingRows(
          of: table, where: update.condition, reads ? [.update, .select] : [.update],
          as: target.checkedAs, target.filters, target.bypass)
          + newRows(of: update, table, target)
      case .delete(let delete):
        guard case .table(let table) = delete.target.id, let target = secured.target,
          delete.sources.count == 1
        else { return [] }
        let reads = !delete.target.readColumns.isEmpty
        return try existingRows(
          of: table, where: delete.condition, reads ? [.delete, .select] : [.delete],
          as: target.checkedAs, target.filters, target.bypass)
      case .insert(let insert): return try newRows(of: insert, secured)
      case .truncate, .merge, .with: return []
      }
    } catch {
      return [TraceNode(.note, error.summary, error.isUndecided ? .undecided : .failed)]
    }
  }

  private func existingRows(
    of table: Int, where condition: BoundExpression?, _ commands: [Catalog.Policy.Command],
    as role: String, _ filters: [SecurityFilter]?, _ bypass: BypassReason?
  ) throws(EngineFailure) -> [TraceNode] {
    let model = catalog.tables[table]
    if let note = openness(of: model, bypass) {
      return [
        TraceNode(
          bypass == nil ? .relation : .bypass, "table \(model.name) as \(role)", value: note,
          .passed, at: model.place)
      ]
    }
    let rows = try matchingRows(of: table, where: condition)
    guard !rows.isEmpty else {
      return [TraceNode(.note, "no row of \(model.name) meets the statement's condition", .failed)]
    }
    var nodes: [TraceNode] = []
    for row in rows.prefix(Self.maxRows) {
      var children: [TraceNode] = []
      for command in commands {
        children += policies(of: table, command, on: row, as: role) { $0.using }
      }
      nodes.append(
        TraceNode(
          .relation, "row \(label(of: row, table)) of \(model.name)",
          try verdict(filters, on: row, of: table), at: model.place, children: children))
    }
    if rows.count > Self.maxRows {
      nodes.append(TraceNode(.note, "… and \(rows.count - Self.maxRows) more rows"))
    }
    return nodes
  }

  /// Rows that meet the statement's own condition, row security aside.
  private func matchingRows(
    of table: Int, where condition: BoundExpression?
  ) throws(EngineFailure) -> [Row] {
    guard let condition else { return database.tables[table].kept }
    let evaluator = try ExpressionCompiler(session).compile(condition)
    var result: [Row] = []
    for row in database.tables[table].kept where try evaluator(Frame(row: row)).truth == true {
      result.append(row)
    }
    return result
  }

  private func newRows(
    of insert: BoundInsert, _ secured: SecuredStatement
  ) throws(EngineFailure) -> [TraceNode] {
    guard case .table(let table) = insert.target.id, let target = secured.target,
      case .values(let rows) = insert.source
    else { return [] }
    let model = catalog.tables[table]
    if let note = openness(of: model, target.bypass) {
      return [TraceNode(.bypass, "table \(model.name)", value: note, .passed, at: model.place)]
    }
    let writer = try RowWriter(
      StatementWrites(session, database), table: table, target: target, assigned: [])
    var nodes: [TraceNode] = []
    for values in rows.prefix(Self.maxRows) {
      var row = Row(repeating: .null, count: model.columns.count)
      for column in row.indices
      where !insert.columns.contains(column) && !writer.isGenerated(column) {
        row[column] = try writer.defaultValue(column)
      }
      for (column, value) in zip(insert.columns, values) {
        guard let value else { continue }
        row[column] = try ExpressionCompiler(session).compile(value)(Frame(sources: 0, parent: nil))
      }
      var children = policies(of: table, .insert, on: row, as: target.checkedAs) {
        $0.check ?? $0.using
      }
      if !insert.target.readColumns.isEmpty {
        children += policies(of: table, .select, on: row, as: target.checkedAs) { $0.using }
      }
      nodes.append(
        TraceNode(
          .check, "new row \(label(of: row, table)) of \(model.name)",
          try verdict(target.checks, on: row, of: table), at: model.place, children: children))
    }
    return nodes
  }

  private func newRows(
    of update: BoundUpdate, _ table: Int, _ target: SecuredTarget
  ) throws(EngineFailure) -> [TraceNode] {
    guard target.filters != nil else { return [] }
    var nodes: [TraceNode] = []
    for old in try matchingRows(of: table, where: update.condition).prefix(Self.maxRows) {
      var row = old
      for assignment in update.assignments {
        guard let value = assignment.value else { continue }
        row[assignment.column] = try ExpressionCompiler(session).compile(value)(Frame(row: old))
      }
      var children = policies(of: table, .update, on: row, as: target.checkedAs) {
        $0.check ?? $0.using
      }
      if !update.target.readColumns.isEmpty {
        children += policies(of: table, .select, on: row, as: target.checkedAs) { $0.using }
      }
      nodes.append(
        TraceNode(
          .check, "new row \(label(of: row, table)) of \(catalog.tables[table].name)",
          try verdict(target.checks, on: row, of: table), at: catalog.tables[table].place,
          children: children))
    }
    return nodes
  }

  /// Every policy of a table, those that apply with the values of their expression on `row`.
  private func policies(
    of table: Int, _ command: Catalog.Policy.Command, on row: Row, as role: String,
    _ clause: (Catalog.Policy) -> SQLExpression?
  ) -> [TraceNode] {
    let model = catalog.tables[table]
    var nodes = model.policies.map { policy in
      var node = listed(policy, command: command, as: role)
      guard node.value == nil else { return node }
      guard let expression = clause(policy) else {
        node.value = "has no expression for this"
        return node
      }
      let tracer = ExpressionTracer(explainer: self, table: table, row: row, role: role)
      let trace = tracer.trace(expression)
      node.value = "for \(command.rawValue): \(trace.value ?? "undecided")"
      node.verdict =
        trace.value == "true" ? .passed : trace.verdict == .undecided ? .undecided : .failed
      node.children = [trace]
      return node
    }
    if !nodes.contains(where: { $0.verdict != .information }) {
      nodes.append(
        TraceNode(
          .policy, "no policy for \(command.rawValue) applies to \(role)", value: "default deny",
          .failed, at: model.place))
    }
    return nodes
  }

  private func verdict(
    _ filters: [SecurityFilter]?, on row: Row, of table: Int
  ) throws(EngineFailure) -> TraceNode.Verdict {
    try RowFilter(filters ?? [], session).passes(row, of: table) ? .passed : .failed
  }

  /// `id=3`, or all values where there is no primary key.
  private func label(of row: Row, _ table: Int) -> String {
    let model = catalog.tables[table]
    let key = model.primaryKey?.columns ?? []
    let isKeyKnown = model.columns.enumerated().allSatisfy {
      !key.contains($0.element.name) || !row[$0.offset].isNull
    }
    return model.columns.enumerated()
      .filter { key.isEmpty || !isKeyKnown || key.contains($0.element.name) }
      .map { position, column in
        let type = DataType(column.type) ?? .text
        return "\(column.name)=\(row[position].output(as: type) ?? "NULL")"
      }
      .joined(separator: ", ")
  }
}
