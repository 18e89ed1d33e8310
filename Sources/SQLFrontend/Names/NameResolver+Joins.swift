import AccessModel

/// Joins by the names of columns: which side's column a name means then, and a star.
///
/// Source: `transformFromClauseItem()`, `buildMergedJoinVar()` in `src/backend/parser/parse_clause.c`.
extension NameResolver {
  /// A column that a star stands for.
  struct StarColumn {
    /// The number of its source in the innermost scope.
    var source: Int
    var name: String
    /// Of a full join, neither side's alone.
    var isOfBothSides: Bool
  }

  /// The columns that a star stands for now: a view keeps them, whatever comes later.
  func expanded(_ qualifier: String?, _ items: [SQLFromItem]) -> [SQLTarget]? {
    guard expandsStars, let sources = scopes.last else { return nil }
    guard qualifier == nil, !items.isEmpty else {
      let named = sources.filter { qualifier == nil || $0.alias == qualifier }
      guard !named.isEmpty, named.allSatisfy({ $0.columns != nil }) else { return nil }
      return named.flatMap { source in
        (source.columns ?? []).map {
          .expression(.column(qualifier: source.alias, name: $0), name: nil)
        }
      }
    }
    var next = 0
    var columns: [StarColumn] = []
    for item in items {
      guard let own = starColumns(of: item, &next) else { return nil }
      columns += own
    }
    // Only the star tells a column of both sides from another of its name.
    guard
      !columns.contains(where: { one in
        one.isOfBothSides && columns.count(where: { $0.name == one.name }) > 1
      })
    else { return nil }
    return columns.map { column in
      let alias = column.isOfBothSides ? nil : sources[column.source].alias
      return .expression(.column(qualifier: alias, name: column.name), name: nil)
    }
  }

  /// What a star stands for over an item whose sources begin with number `next`; nil: not known. Columns
  /// that sides are joined by come first.
  func starColumns(of item: SQLFromItem, _ next: inout Int) -> [StarColumn]? {
    switch item {
    case .join(_, let left, let right, _):
      guard let left = starColumns(of: left, &next), let right = starColumns(of: right, &next)
      else { return nil }
      return left + right
    case .joinUsing(let kind, let left, let right, let columns):
      guard let left = starColumns(of: left, &next), let right = starColumns(of: right, &next)
      else { return nil }
      return merged(left, right, columns, kind)
    case .joinNatural(let kind, let left, let right):
      guard let left = starColumns(of: left, &next), let right = starColumns(of: right, &next)
      else { return nil }
      let others = Set(right.map(\.name))
      return merged(left, right, left.map(\.name).filter(others.contains), kind)
    case .renamed(let inner, _): return starColumns(of: inner, &next)
    case .relation, .only, .subquery, .joinAlias, .lateral, .function:
      defer { next += 1 }
      guard let sources = scopes.last, sources.indices.contains(next) else { return nil }
      return sources[next].columns?.map {
        StarColumn(source: next, name: $0, isOfBothSides: false)
      }
    }
  }

  private func merged(
    _ left: [StarColumn], _ right: [StarColumn], _ columns: [String], _ kind: SQLJoinKind
  ) -> [StarColumn]? {
    var result: [StarColumn] = []
    for name in columns {
      guard let first = left.first(where: { $0.name == name }),
        let second = right.first(where: { $0.name == name })
      else { return nil }
      var column = kind == .right ? second : first
      if kind == .full || !isOfOneType(name, first.source, second.source) {
        column.isOfBothSides = true
      }
      result.append(column)
    }
    return result + (left + right).filter { !columns.contains($0.name) }
  }

  /// A name by which the sources from `start` on are joined to those from `middle` on.
  mutating func merge(_ column: String, _ kind: SQLJoinKind, _ start: Int, _ middle: Int) {
    guard let depth = scopes.indices.last else { return }
    let shown = scopes[depth].indices[start...].filter { scopes[depth][$0].shows(column) }
    let isOfBoth =
      if let left = shown.first, let right = shown.last, kind != .full {
        !isOfOneType(column, left, right)
      } else {
        true
      }
    for index in shown {
      note(scopes[depth][index], column)
      if (index < middle) == (kind == .right) {
        scopes[depth][index].hidden.insert(column)
      } else if isOfBoth {
        scopes[depth][index].ofBothSides.insert(column)
      }
    }
  }

  /// Whether a column has the same type in two sources of the innermost scope: else the one that it has
  /// after they are joined is neither's.
  private func isOfOneType(_ column: String, _ left: Int, _ right: Int) -> Bool {
    guard let sources = scopes.last else { return false }
    let types = [left, right].map { number in
      columns(behind: column, of: sources[number]).first.flatMap { column in
        state.columns(of: column.relation)?.first { $0.name == column.name }?.type
      }
    }
    return types[0] != nil && types[0] == types[1]
  }

  /// The columns that both items have, the first of which begins with source `start`; nil: not known.
  func commonColumns(
    _ left: SQLFromItem, _ right: SQLFromItem, _ start: Int
  ) -> [String]? {
    var next = start
    guard let first = starColumns(of: left, &next), let second = starColumns(of: right, &next)
    else { return nil }
    let names = Set(second.map(\.name))
    return first.map(\.name).filter(names.contains)
  }

  /// The columns that the sources from `start` on and those from `middle` on both have.
  func commonColumns(_ start: Int, _ middle: Int) -> [String] {
    guard let sources = scopes.last, middle <= sources.count else { return [] }
    func names(_ sources: ArraySlice<Source>) -> Set<String> {
      sources.reduce(into: []) { names, source in
        names.formUnion((source.columns ?? []).filter(source.shows))
      }
    }
    return names(sources[start..<middle]).intersection(names(sources[middle...])).sorted()
  }
}
