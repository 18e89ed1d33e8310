import AccessModel
import CPgQuery

extension SyntaxReader {
  /// The statement if it reads or changes rows; nil for any other.
  mutating func statement(_ node: Node) throws(ReadFailure) -> SQLStatement? {
    switch node.kind {
    case PG_QUERY__NODE__NODE_SELECT_STMT: return .query(try query(node.pointee.select_stmt))
    case PG_QUERY__NODE__NODE_INSERT_STMT: return .insert(try insert(node.pointee.insert_stmt))
    case PG_QUERY__NODE__NODE_UPDATE_STMT: return .update(try update(node.pointee.update_stmt))
    case PG_QUERY__NODE__NODE_DELETE_STMT: return .delete(try delete(node.pointee.delete_stmt))
    case PG_QUERY__NODE__NODE_MERGE_STMT: return .merge(try merge(node.pointee.merge_stmt))
    case PG_QUERY__NODE__NODE_TRUNCATE_STMT:
      return .truncate(try truncate(node.pointee.truncate_stmt))
    default: return nil
    }
  }

  private mutating func insert(
    _ node: UnsafeMutablePointer<PgQuery__InsertStmt>
  ) throws(ReadFailure) -> SQLInsert {
    let insert = node.pointee
    guard let target = insert.relation else { throw .unsupported("INSERT without a table") }
    let written = list(insert.n_cols, insert.cols)
    let columns = written.compactMap(\.targetName)
    let parts = try written.map { (node) throws(ReadFailure) in try part(node) }
    var result = SQLInsert(
      into: try relation(target), columns: columns.isEmpty ? nil : columns,
      try source(insert.select_stmt),
      returning: try targets(list(insert.n_returning_list, insert.returning_list)),
      with: try with(insert.with_clause), onConflict: try conflict(insert.on_conflict_clause),
      overriding: overriding(insert.override),
      returnedNames: returnedNames(list(insert.n_returning_list, insert.returning_list)))
    if parts.contains(where: { !$0.isEmpty }) { result.parts = parts }
    return result
  }

  /// The way from the column of a target to the part that is assigned.
  private mutating func part(_ node: Node) throws(ReadFailure) -> [SQLPartStep] {
    let target = node.pointee.res_target.pointee
    var result: [SQLPartStep] = []
    for step in list(target.n_indirection, target.indirection) {
      if let name = step.string {
        result.append(.field(name))
      } else if step.kind == PG_QUERY__NODE__NODE_A_INDICES {
        let indices = step.pointee.a_indices.pointee
        let isSlice = indices.is_slice != 0
        let (lower, upper) = (try optional(indices.lidx), try optional(indices.uidx))
        // A plain subscript is the upper bound.
        result.append(
          .elements(
            lower: isSlice ? lower : upper, upper: isSlice ? upper : nil, isSlice: isSlice))
      } else {
        throw .unsupported("`.*` as a target", location: Int(target.location))
      }
    }
    return result
  }

  private mutating func source(_ node: Node?) throws(ReadFailure) -> SQLInsert.Source {
    guard let node else { return .defaultValues }
    guard node.kind == PG_QUERY__NODE__NODE_SELECT_STMT else { return .query(try query(node)) }
    let select = node.pointee.select_stmt.pointee
    guard select.n_values_lists > 0, select.n_sort_clause == 0, select.limit_count == nil,
      select.limit_offset == nil, select.with_clause == nil
    else { return .query(try query(node)) }
    var rows: [[SQLExpression?]] = []
    for row in list(select.n_values_lists, select.values_lists) {
      var cells: [SQLExpression?] = []
      for cell in row.items { cells.append(try value(cell)) }
      rows.append(cells)
    }
    return .values(rows: rows)
  }

  /// An expression, or nil for DEFAULT.
  mutating func value(_ node: Node?) throws(ReadFailure) -> SQLExpression? {
    node?.kind == PG_QUERY__NODE__NODE_SET_TO_DEFAULT ? nil : try expression(node)
  }

  func columnNames(_ nodes: [Node]) throws(ReadFailure) -> [String] {
    var result: [String] = []
    for node in nodes where node.kind == PG_QUERY__NODE__NODE_RES_TARGET {
      let target = node.pointee.res_target.pointee
      guard target.n_indirection == 0 else {
        throw .unsupported("a part of a column as a target", location: Int(target.location))
      }
      result.append(text(target.name))
    }
    return result
  }

  private mutating func conflict(
    _ node: UnsafeMutablePointer<PgQuery__OnConflictClause>?
  ) throws(ReadFailure) -> SQLOnConflict? {
    guard let clause = node?.pointee else { return nil }
    var conflict = SQLOnConflict(.nothing)
    if let infer = clause.infer?.pointee {
      let name = text(infer.conname)
      conflict.constraint = name.isEmpty ? nil : name
      for item in list(infer.n_index_elems, infer.index_elems)
      where item.kind == PG_QUERY__NODE__NODE_INDEX_ELEM {
        let element = item.pointee.index_elem.pointee
        try requirePlainTarget(element, at: Int(infer.location))
        let column = text(element.name)
        conflict.arbiter.append(
          column.isEmpty ? try expression(element.expr) : .column(qualifier: nil, name: column))
      }
      conflict.arbiterCondition = try optional(infer.where_clause)
    }
    if clause.action == PG_QUERY__ON_CONFLICT_ACTION__ONCONFLICT_UPDATE {
      conflict.action = .update(
        set: try assignments(list(clause.n_target_list, clause.target_list)),
        condition: try optional(clause.where_clause))
    }
    return conflict
  }

  /// Source: `resolve_unique_index_expr()` in `src/backend/parser/parse_clause.c`.
  private func requirePlainTarget(
    _ element: PgQuery__IndexElem, at location: Int
  ) throws(ReadFailure) {
    for (isWritten, what) in [
      (element.ordering != PG_QUERY__SORT_BY_DIR__SORTBY_DEFAULT, "ASC/DESC"),
      (element.nulls_ordering != PG_QUERY__SORT_BY_NULLS__SORTBY_NULLS_DEFAULT, "NULLS FIRST/LAST"),
    ] where isWritten {
      throw .refused(
        PostgresError(
          SQLState(rawValue: "42P10"), "\(what) is not allowed in ON CONFLICT clause"),
        location: location)
    }
    guard element.n_collation == 0, element.n_opclass == 0 else {
      throw .unsupported("a collation or an operator class in ON CONFLICT")
    }
  }

  mutating func assignments(
    _ nodes: [Node]
  ) throws(ReadFailure) -> [SQLUpdate.Assignment] {
    var result: [SQLUpdate.Assignment] = []
    for node in nodes {
      guard let column = node.targetName else { continue }
      let target = node.pointee.res_target.pointee
      if let source = target.val, source.kind == PG_QUERY__NODE__NODE_MULTI_ASSIGN_REF {
        let reference = source.pointee.multi_assign_ref.pointee
        let index = Int(reference.colno) - 1
        result.append(try field(index, of: reference, column))
      } else {
        result.append(SQLUpdate.Assignment(column, try value(target.val)))
      }
      result[result.count - 1].part = try part(node)
    }
    return result
  }

  /// The cursor of WHERE CURRENT OF.
  private func cursor(_ node: Node?) throws(ReadFailure) -> String? {
    guard let node, node.kind == PG_QUERY__NODE__NODE_CURRENT_OF_EXPR else { return nil }
    return text(node.pointee.current_of_expr.pointee.cursor_name)
  }

  /// One column of `(a, b) = …`. The row is written once, with the first of its columns.
  private mutating func field(
    _ index: Int, of reference: PgQuery__MultiAssignRef, _ column: String
  ) throws(ReadFailure) -> SQLUpdate.Assignment {
    let width = Int(reference.ncolumns)
    guard let row = reference.source else { throw .unsupported("SET of a row") }
    switch row.kind {
    case PG_QUERY__NODE__NODE_ROW_EXPR:
      let fields = list(row.pointee.row_expr.pointee.n_args, row.pointee.row_expr.pointee.args)
      if let query = try starred(fields) {
        return SQLUpdate.Assignment(column, nil, row: .init(query, field: index, of: width))
      }
      guard fields.count == width, fields.indices.contains(index) else {
        throw .refused(.syntaxError, "number of columns does not match number of values")
      }
      return SQLUpdate.Assignment(column, try value(fields[index]))
    case PG_QUERY__NODE__NODE_SUB_LINK:
      guard case .scalarQuery(let query) = try expression(row) else {
        throw .unsupported("SET of several columns from an expression")
      }
      return SQLUpdate.Assignment(column, nil, row: .init(query, field: index, of: width))
    default:
      throw .refused(
        .featureNotSupported,
        "source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression")
    }
  }

  /// ROW with `t.*` in it, whose width only its sources tell; nil: it has none.
  private mutating func starred(_ fields: [Node]) throws(ReadFailure) -> SQLQuery? {
    var hasStar = false
    for field in fields where try star(field) != nil { hasStar = true }
    guard hasStar else { return nil }
    var targets: [SQLTarget] = []
    for field in fields {
      if let all = try star(field) {
        targets.append(all)
      } else {
        let value = try expression(field)
        targets.append(.expression(value, name: nil))
      }
    }
    return SQLQuery(SQLSelect(targets))
  }

  private mutating func update(
    _ node: UnsafeMutablePointer<PgQuery__UpdateStmt>
  ) throws(ReadFailure) -> SQLUpdate {
    let update = node.pointee
    guard let target = update.relation else { throw .unsupported("UPDATE without a table") }
    let cursor = try cursor(update.where_clause)
    var result = SQLUpdate(
      try relation(target), set: try assignments(list(update.n_target_list, update.target_list)),
      from: try fromItems(list(update.n_from_clause, update.from_clause)),
      where: cursor == nil ? try optional(update.where_clause) : nil,
      returning: try targets(list(update.n_returning_list, update.returning_list)),
      with: try with(update.with_clause),
      returnedNames: returnedNames(list(update.n_returning_list, update.returning_list)))
    result.cursor = cursor
    return result
  }

  private mutating func delete(
    _ node: UnsafeMutablePointer<PgQuery__DeleteStmt>
  ) throws(ReadFailure) -> SQLDelete {
    let delete = node.pointee
    guard let target = delete.relation else { throw .unsupported("DELETE without a table") }
    let cursor = try cursor(delete.where_clause)
    var result = SQLDelete(
      from: try relation(target),
      using: try fromItems(list(delete.n_using_clause, delete.using_clause)),
      where: cursor == nil ? try optional(delete.where_clause) : nil,
      returning: try targets(list(delete.n_returning_list, delete.returning_list)),
      with: try with(delete.with_clause),
      returnedNames: returnedNames(list(delete.n_returning_list, delete.returning_list)))
    result.cursor = cursor
    return result
  }

  private func returnedNames(_ list: [Node]) -> SQLReturnedNames? {
    guard let first = list.first, first.kind == PG_QUERY__NODE__NODE_RES_TARGET else { return nil }
    return newer.returnedNames[Int(first.pointee.res_target.pointee.location)]
  }
}

extension Node {
  /// The column that a target names.
  var targetName: String? {
    guard kind == PG_QUERY__NODE__NODE_RES_TARGET else { return nil }
    return pointee.res_target.pointee.name.map { String(cString: $0) }
  }
}
