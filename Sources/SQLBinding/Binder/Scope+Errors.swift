import AccessModel

extension Scope {
  /// The error for a name that nothing has, with PostgreSQL's hints.
  func unknown(_ name: String, qualifier: String?) -> PostgresError {
    if let qualifier, !isNamed(qualifier) { return missingEntry(qualifier) }
    return PostgresError(
      .undefinedColumn,
      qualifier.map { "column \($0).\(name) does not exist" }
        ?? "column \"\(name)\" does not exist",
      hint: columnHint(name, qualifier: qualifier))
  }

  private func isNamed(_ qualifier: String) -> Bool {
    namespace.contains { $0.isNamed && $0.name == qualifier }
      || parent?.isNamed(qualifier) == true
  }

  /// Source: `errorMissingRTE()` in `parse_relation.c`.
  func missingEntry(_ qualifier: String, schema: String? = nil) -> PostgresError {
    guard let source = hiddenSource(qualifier, schema) else {
      return PostgresError(
        .undefinedTable, "missing FROM-clause entry for table \"\(qualifier)\"")
    }
    let isAlias = source.alias != qualifier && isNamed(source.alias)
    if isAlias, let item = unreferableItem(source.alias) { return unreferable(item) }
    return .invalidReference(
      to: qualifier, alias: isAlias ? source.alias : nil, entry: source.alias,
      version: names.version)
  }

  private func unreferableItem(_ name: String) -> NamespaceItem? {
    namespace.first { $0.isNamed && $0.name == name && !$0.isReferable }
      ?? parent?.unreferableItem(name)
  }

  /// A source of that name or of the relation of that name, out of reach or under an alias.
  ///
  /// Source: `searchRangeTableForRel()`.
  private func hiddenSource(_ qualifier: String, _ schema: String?) -> BoundSource? {
    let table = schema == nil ? commonTable(qualifier) : nil
    let id = table == nil ? try? names.relation(schema: schema, qualifier) : nil
    var scope: Scope? = self
    while let current = scope {
      for source in current.sources + current.outOfReach {
        if source.alias == qualifier { return source }
        switch source.kind {
        case .relation(let relation) where relation.id == id: return source
        case .commonTable(let number) where number == table?.id: return source
        default: break
        }
      }
      scope = current.parent
    }
    return nil
  }

  /// Source: `errorMissingColumn()` and `searchRangeTableForCol()`.
  private func columnHint(_ name: String, qualifier: String?) -> String? {
    var search = NearColumns(name: name)
    var scope: Scope? = self
    while let current = scope {
      for source in current.sources + current.outOfReach {
        if let hint = search.add(source, qualifier: qualifier) { return hint }
      }
      scope = current.parent
    }
    return search.hint
  }
}

/// The columns nearest to a name that was not found, as PostgreSQL suggests them.
private struct NearColumns {
  let name: String
  private var distance = maxDistance + 1
  private var first: String?
  private var second: String?

  private static let maxDistance = 3

  init(name: String) { self.name = name }

  var hint: String? {
    guard let first else { return nil }
    guard let second else { return "Perhaps you meant to reference the column \"\(first)\"." }
    return "Perhaps you meant to reference the column \"\(first)\" or the column \"\(second)\"."
  }

  /// Looks at a source's columns; a hint at once if it has the very name, out of reach.
  mutating func add(_ source: BoundSource, qualifier: String?) -> String? {
    let penalty = qualifier.map { levenshteinDistance($0, source.alias) } ?? 0
    for column in source.columnNames {
      if column == name, penalty == 0 {
        return "There is a column named \"\(name)\" in table \"\(source.alias)\", but it cannot "
          + "be referenced from this part of the query."
      }
      add(column, of: source.alias, penalty: min(penalty, Self.maxDistance + 1))
    }
    return nil
  }

  /// Source: `updateFuzzyAttrMatchState()`.
  private mutating func add(_ column: String, of alias: String, penalty: Int) {
    guard penalty <= distance else { return }
    let limit = distance + 1 - penalty
    let found = min(levenshteinDistance(column, name), limit + 1)
    guard found <= name.utf8.count / 2 else { return }
    let total = found + penalty
    if total < distance {
      (distance, first, second) = (total, "\(alias).\(column)", nil)
    } else if total == distance {
      if second != nil {
        (first, second) = (nil, nil)
      } else if first != nil {
        second = "\(alias).\(column)"
      } else if distance <= Self.maxDistance {
        first = "\(alias).\(column)"
      }
    }
  }
}

/// Edits between two names. Names longer than an identifier can be are not compared.
private func levenshteinDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a.unicodeScalars.prefix(128)), Array(b.unicodeScalars.prefix(128)))
  var row = Array(0...b.count)
  for (i, left) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, right) in b.enumerated() {
      let substitution = diagonal + (left == right ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[b.count]
}
