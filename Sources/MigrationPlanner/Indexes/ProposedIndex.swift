public import AccessModel

/// An index that policies need and the catalog has not.
///
/// ```swift
/// for proposal in ProposedIndex.all(for: document.catalog) { print(proposal.table, proposal.index) }
/// ```
public struct ProposedIndex: Hashable, Sendable {
  /// The table that it is of.
  public var table: QualifiedName
  /// The index: plain columns, B-tree.
  public var index: Catalog.Index
  /// The policies that look rows up by these columns, as `policy "own rows" of `note``.
  public var readers: [String]

  /// Indexes for the columns by which policies, and the functions in SQL that these call, find rows:
  /// what is compared with the caller, with a member of a set, or joined by. Not where a key or index
  /// begins with one of the columns already, nor on the platform's own tables.
  public static func all(for catalog: Catalog) -> [ProposedIndex] {
    var proposals: [ProposedIndex] = []
    for table in catalog.tables {
      for policy in table.policies {
        let reader = "policy \"\(policy.name)\" of `\(table.name)`"
        var lookups = RowLookups(catalog)
        lookups.read(policy, of: table)
        for lookup in lookups.found {
          let known = proposals.firstIndex {
            $0.table == lookup.table && $0.index.parts == lookup.columns.map { .column($0) }
          }
          if let known {
            if !proposals[known].readers.contains(reader) {
              proposals[known].readers.append(reader)
            }
          } else if catalog.table(lookup.table)?.lacksIndex(for: lookup.columns) == true {
            proposals.append(
              ProposedIndex(
                table: lookup.table,
                index: Catalog.Index("", lookup.columns.map { .column($0) }), readers: [reader]))
          }
        }
      }
    }
    return named(proposals, in: catalog)
  }

  /// As PostgreSQL would name them: `activities_athlete_id_idx`.
  private static func named(
    _ proposals: [ProposedIndex], in catalog: Catalog
  ) -> [ProposedIndex] {
    var taken: [String: Set<String>] = [:]
    for name in catalog.relationNames { taken[name.schema, default: []].insert(name.name) }
    for table in catalog.tables {
      let names = table.indexes.map(\.name) + table.keys.map(\.name)
      taken[table.name.schema, default: []].formUnion(names)
    }
    return proposals.map { proposal in
      var named = proposal
      let columns = proposal.index.parts.compactMap(\.columnName)
      named.index.name = freeName(
        objectName(proposal.table.name, columns, "idx"),
        taken: &taken[proposal.table.schema, default: []])
      return named
    }
  }
}

extension Catalog.Table {
  /// Whether it is the plan's, and no key nor index begins with one of `columns`.
  fileprivate func lacksIndex(for columns: [String]) -> Bool {
    guard (origin ?? .plan) == .plan, kind != .foreign else { return false }
    let leading =
      keys.compactMap(\.columns.first)
      + indexes.filter { $0.condition == nil && ($0.method ?? "btree") == "btree" }
      .compactMap { $0.parts.first?.columnName }
    return !leading.contains(where: columns.contains)
  }
}

extension SQLExpression {
  fileprivate var columnName: String? {
    if case .column(_, let name) = self { name } else { nil }
  }
}
