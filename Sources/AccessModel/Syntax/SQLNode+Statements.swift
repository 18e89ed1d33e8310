extension SQLStatement {
  var relation: SQLRelationName? {
    switch self {
    case .insert(let insert): insert.relation
    case .update(let update): update.relation
    case .delete(let delete): delete.relation
    case .merge(let merge): merge.relation
    case .query, .truncate: nil
    }
  }

  var nodes: [SQLNode] {
    switch self {
    case .query(let query): [.query(query)]
    case .truncate: []
    case .insert(let insert): insert.nodes
    case .update(let update):
      (update.with?.nodes ?? []) + update.assignments.flatMap(\.nodes)
        + update.from.map(SQLNode.from) + [update.condition].nodes(SQLNode.expression)
        + update.returning.nodes
    case .delete(let delete):
      (delete.with?.nodes ?? []) + delete.using.map(SQLNode.from)
        + [delete.condition].nodes(SQLNode.expression) + delete.returning.nodes
    case .merge(let merge): merge.nodes
    }
  }
}

extension SQLInsert {
  fileprivate var nodes: [SQLNode] {
    var nodes = with?.nodes ?? []
    switch source {
    case .values(let rows): nodes += rows.joined().nodes(SQLNode.expression)
    case .query(let query): nodes.append(.query(query))
    case .defaultValues: break
    }
    if let onConflict {
      nodes += onConflict.arbiter.map(SQLNode.expression)
      nodes += [onConflict.arbiterCondition].nodes(SQLNode.expression)
      if case .update(let assignments, let condition) = onConflict.action {
        nodes += assignments.flatMap(\.nodes) + [condition].nodes(SQLNode.expression)
      }
    }
    return nodes + returning.nodes
  }
}

extension SQLUpdate.Assignment {
  fileprivate var nodes: [SQLNode] {
    [value].nodes(SQLNode.expression) + [row?.query].nodes(SQLNode.query)
  }
}

extension SQLMerge {
  fileprivate var nodes: [SQLNode] {
    var nodes = (with?.nodes ?? []) + [.from(source), .expression(condition)]
    for branch in branches {
      nodes += [branch.condition].nodes(SQLNode.expression)
      switch branch.action {
      case .nothing, .delete: break
      case .update(let assignments): nodes += assignments.flatMap(\.nodes)
      case .insert(let insertion): nodes += (insertion.values ?? []).nodes(SQLNode.expression)
      }
    }
    return nodes + returning.nodes
  }
}
