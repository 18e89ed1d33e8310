import AccessModel

/// Constraints and indexes.
extension CatalogDraft {
  mutating func addConstraints() {
    let operators = Dictionary(grouping: rows[.exclusionOperators]) { $0.number(0) }
    let indexes = Dictionary(
      rows[.indexes].map { ($0.number(0), $0) }, uniquingKeysWith: { a, _ in a })
    let firstExclusion = Self.first(
      rows[.constraints].filter { $0.name(4) == "x" }.map { ($0.number(1), $0.number(20)) })
    let firstUnique = Self.first(
      rows[.indexes].filter { $0.isTrue(3) && !$0.isTrue(9) }.map { ($0.number(1), $0.number(0)) })
    for row in rows[.constraints] {
      let (relation, ownIndex) = (row.number(1), row.number(20))
      let comesAfterUnique = firstUnique[relation].map { $0 < ownIndex } ?? false
      if let place = types[row.number(2)] {
        catalog.types[place].checks.append(check(row))
        continue
      }
      guard case .table(let table) = relations[row.number(1)] else { continue }
      switch row.name(4) {
      case "p", "u":
        var key = key(row)
        key.isLate = comesAfterUnique || firstExclusion[relation].map { $0 < ownIndex } ?? false
        catalog.tables[table].keys.append(key)
      case "c": catalog.tables[table].checks.append(check(row))
      case "f":
        if let key = foreignKey(row) { catalog.tables[table].foreignKeys.append(key) }
      case "x":
        guard let index = indexes[row.number(20)] else { continue }
        let symbols = (operators[row.number(0)] ?? []).map { $0.name(1) }
        let elements = zip(parts(of: index), symbols).map {
          Catalog.Exclusion.Element($0, with: $1)
        }
        var exclusion = Catalog.Exclusion(
          row.name(3), elements, condition: text(index.text(6)), method: index.name(5))
        exclusion.isDeferrable = row.isTrue(5)
        exclusion.isInitiallyDeferred = row.isTrue(6)
        exclusion.isLate = comesAfterUnique
        catalog.tables[table].exclusions.append(exclusion)
      default: break
      }
    }
  }

  /// The first of each table's indexes, of those given.
  private static func first(_ indexes: [(Int, Int)]) -> [Int: Int] {
    Dictionary(indexes, uniquingKeysWith: min)
  }

  private func columns(_ relation: Int, _ numbers: [Int]) -> [String] {
    numbers.compactMap { columnNames[relation]?[$0] }
  }

  private func key(_ row: CatalogRow) -> Catalog.Key {
    var key = Catalog.Key(
      row.name(3), columns: columns(row.number(1), row.numbers(10)), isPrimary: row.name(4) == "p")
    key.nullsAreEqual = row.isTrue(18)
    key.isDeferrable = row.isTrue(5)
    key.isInitiallyDeferred = row.isTrue(6)
    key.isInherited = row.isTrue(9)
    return key
  }

  private func check(_ row: CatalogRow) -> Catalog.CheckConstraint {
    var check = Catalog.CheckConstraint(row.name(3), .unread(text: row.name(17)))
    check.isNotInherited = row.isTrue(16)
    check.isNotValid = !row.isTrue(7)
    check.isInherited = row.isTrue(8)
    return check
  }

  private mutating func foreignKey(_ row: CatalogRow) -> Catalog.ForeignKey? {
    guard case .table(let target) = relations[row.number(11)] else { return nil }
    var key = Catalog.ForeignKey(
      row.name(3), columns: columns(row.number(1), row.numbers(10)),
      references: catalog.tables[target].name,
      referencedColumns: columns(row.number(11), row.numbers(12)),
      onDelete: Self.actions[row.name(14)] ?? .noAction,
      onUpdate: Self.actions[row.name(13)] ?? .noAction)
    key.isMatchFull = row.name(15) == "f"
    key.isDeferrable = row.isTrue(5)
    key.isInitiallyDeferred = row.isTrue(6)
    key.isNotValid = !row.isTrue(7)
    key.isInherited = row.isTrue(9)
    key.deletedColumns = columns(row.number(1), row.numbers(19))
    return key
  }

  private static let actions: [String: Catalog.ForeignKey.Action] = [
    "a": .noAction, "r": .restrict, "c": .cascade, "n": .setNull, "d": .setDefault,
  ]

  mutating func addIndexes() {
    let keeping = Dictionary(grouping: rows[.indexKeeping]) { $0.number(0) }
    for row in rows[.indexes] where !row.isTrue(9) {
      var index = Catalog.Index(
        row.name(2), parts(of: row), isUnique: row.isTrue(3), condition: text(row.text(6)),
        method: row.name(5) == "btree" ? nil : row.name(5))
      index.nullsAreEqual = row.isTrue(4)
      index.included = columns(row.number(1), Array(row.numbers(8).dropFirst(row.number(7))))
      index.parameters = row.lines(10).sorted()
      index.isInherited = row.isTrue(11)
      if let unusual = keeping[row.number(0)] {
        index.keeping = Self.keeping(unusual, count: index.parts.count)
      }
      switch relations[row.number(1)] {
      case .table(let table): catalog.tables[table].indexes.append(index)
      case .view(let view): catalog.views[view].indexes.append(index)
      case .sequence, .composite, nil: break
      }
    }
  }

  private static func keeping(_ rows: [CatalogRow], count: Int) -> [Catalog.PartKeeping] {
    var result = Array(repeating: Catalog.PartKeeping(), count: count)
    for row in rows where result.indices.contains(row.number(1) - 1) {
      var keeping = Catalog.PartKeeping(
        collation: row.text(4),
        operatorClass: row.text(5).map { name in row.text(6).map { "\($0).\(name)" } ?? name },
        isDescending: row.isTrue(2), nullsFirst: row.isTrue(3))
      keeping.operatorClassParameters = row.lines(7).sorted()
      result[row.number(1) - 1] = keeping
    }
    return result
  }

  /// Its columns and expressions, INCLUDE apart.
  private func parts(of index: CatalogRow) -> [SQLExpression] {
    let names = columnNames[index.number(1)] ?? [:]
    return index.numbers(8).prefix(index.number(7)).enumerated().map { place, number in
      number == 0
        ? .unread(text: indexExpressions[Place(index: index.number(0), number: place + 1)] ?? "")
        : .column(qualifier: nil, name: names[number] ?? "")
    }
  }

  struct Place: Hashable {
    var index: Int
    var number: Int
  }
}
