import AccessModel
import SQLBinding

/// Stored queries that group rows by a table's primary key and read other columns of it.
///
/// Source: `check_functional_grouping()` in `src/backend/catalog/pg_constraint.c`.
extension DependencyGraph {
  func grouped(byKey name: String, of table: QualifiedName) -> [ObjectKey] {
    guard case .table(let index) = state.slot(table),
      state.catalog.tables[index].keys.contains(where: { $0.isPrimary && $0.name == name })
    else { return [] }
    let holders = state.catalog.groupingHolders(of: table)
    guard !holders.isEmpty else { return [] }
    var without = state.catalog
    without.tables[index].keys.removeAll { $0.name == name }
    let bound = BoundCatalog(CatalogNames(without, version: state.postgresVersion))
    return holders.filter { isUngrouped($0.part, bound) }.map(\.object)
  }

  /// Whether it can't be bound, for columns that are neither grouped nor aggregated.
  private func isUngrouped(_ part: GroupingHolder.Part, _ bound: BoundCatalog) -> Bool {
    do throws(EngineFailure) {
      switch part {
      case .query(let query): _ = try Binder.bind(.query(query), in: bound.names)
      case .condition(let condition, let table):
        _ = try bound.bind(condition, overTable: table)
      case .rule(let rule, let relation): _ = try bound.bind(rule, of: relation)
      case .body(let function, let statement):
        let types = function.arguments.compactMap { bound.names.type($0.type) }
        guard types.count == function.arguments.count else { return false }
        _ = try Binder.bind(
          statement, types: types, in: bound.names, variables: .arguments(of: function, types))
      }
      return false
    } catch .postgres(let error) {
      return error.sqlState == .groupingError
    } catch {
      return false
    }
  }
}

/// What holds a stored query that groups rows.
private struct GroupingHolder {
  enum Part {
    case query(SQLQuery)
    case condition(SQLExpression, table: Int)
    case rule(Catalog.Rule, of: RelationID)
    case body(of: Catalog.Function, SQLStatement)
  }

  var object: ObjectKey
  var part: Part
}

extension Catalog {
  /// Those that may group rows of a table.
  fileprivate func groupingHolders(of table: QualifiedName) -> [GroupingHolder] {
    var result: [GroupingHolder] = []
    func add(_ object: ObjectKey, _ part: GroupingHolder.Part, _ node: SQLNode) {
      if node.mayGroup(rowsOf: table.name) {
        result.append(GroupingHolder(object: object, part: part))
      }
    }
    func add(_ rules: [Rule], of id: RelationID, _ relation: QualifiedName) {
      for rule in rules {
        let nodes =
          rule.actions.map(SQLNode.statement)
          + [rule.condition].compactMap {
            $0.map(SQLNode.expression)
          }
        guard nodes.contains(where: { $0.mayGroup(rowsOf: table.name) }) else { continue }
        result.append(
          GroupingHolder(object: .rule(rule.name, on: relation), part: .rule(rule, of: id)))
      }
    }
    for (index, holder) in tables.enumerated() {
      for policy in holder.policies {
        for condition in [policy.using, policy.check].compactMap({ $0 }) {
          add(
            .policy(policy.name, on: holder.name), .condition(condition, table: index),
            .expression(condition))
        }
      }
      add(holder.rules, of: .table(index), holder.name)
    }
    for (index, view) in views.enumerated() {
      add(.relation(view.name), .query(view.query), .query(view.query))
      add(view.rules, of: .view(index), view.name)
    }
    for function in functions where function.isAtomic {
      for statement in function.statements {
        add(ObjectKey(function), .body(of: function, statement), .statement(statement))
      }
    }
    return result
  }
}

extension SQLNode {
  fileprivate func mayGroup(rowsOf table: String) -> Bool {
    var (groups, names) = (false, false)
    for node in descendants {
      if node.relation?.name == table { names = true }
      if case .query(let query) = node, case .select(let select) = query.body,
        !select.groupBy.isEmpty
      {
        groups = true
      }
      if groups, names { return true }
    }
    return false
  }
}
