import AccessModel

/// Whether anything may depend on a relation: a quick look that errs on the safe side, so that most
/// drops need no graph of everything.
struct Mentions {
  private let state: DatabaseState

  init(_ state: DatabaseState) { self.state = state }

  /// Whether something apart from its own parts may depend on a table or view.
  func mayDepend(on relation: QualifiedName) -> Bool {
    let name = relation.name
    func mentions(_ expressions: [SQLExpression?]) -> Bool {
      expressions.contains { expression in
        guard let expression else { return false }
        if case .unread = expression { return true }
        return FunctionCalls.relationNames(in: expression).contains(name)
      }
    }
    let catalog = state.catalog
    let above = state.partitionedAncestors(of: relation)
    let inTables = catalog.tables.contains { table in
      guard table.name != relation else { return false }
      return table.parents.contains(relation)
        || table.foreignKeys.contains {
          $0.references == relation || above.contains($0.references)
        } || !table.rules.isEmpty
        || table.columns.contains { isRow($0.type, of: name) }
        || table.policies.contains { mentions([$0.using, $0.check]) }
    }
    return inTables
      || catalog.views.contains { view in
        view.name != relation
          && (!view.rules.isEmpty || mentions([.scalarQuery(query: view.query)]))
      }
      || catalog.functions.contains { function in
        function.isAtomic || isRow(function.returns, of: name)
          || function.arguments.contains { isRow($0.type, of: name) }
          || function.outputs.contains { isRow($0.type, of: name) }
      }
      // Sequences of its columns may be used by others.
      || catalog.sequences.contains {
        $0.ownedBy?.table == relation && isShared($0, besides: relation)
      }
  }

  private func isRow(_ type: TypeName, of name: String) -> Bool {
    type.name.hasSuffix(name) || type.name.hasSuffix("\"\(name)\"")
  }

  private func isShared(_ sequence: Catalog.Sequence, besides table: QualifiedName) -> Bool {
    state.catalog.tables.contains { other in
      other.name != table
        && other.columns.contains { column in
          guard let value = column.defaultValue else { return false }
          return FunctionCalls.expressions(in: value).contains { part in
            if case .literal(.string(let text)) = part {
              text.hasSuffix(sequence.name.name)
            } else {
              false
            }
          }
        }
    } || !state.catalog.views.isEmpty
  }
}
