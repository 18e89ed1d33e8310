import AccessModel

/// Tables, views, types and sequences, with their columns.
extension CatalogDraft {
  mutating func addTypes() {
    let labels = Dictionary(grouping: rows[.enumLabels]) { $0.number(0) }
    for row in rows[.types] {
      let number = row.number(0)
      let owner = role(row.number(4))
      let kind: Catalog.CustomType.Kind =
        switch row.name(3) {
        case "e": .enumeration((labels[number] ?? []).map { $0.name(1) })
        case "d": .domain(TypeName(row.name(6)), isNullable: !row.isTrue(7))
        // Its fields come with the columns.
        case "c": .composite([])
        default: .other
        }
      var type = Catalog.CustomType(
        name(row.number(1), row.name(2)), kind, owner: owner,
        origin: origin("pg_type", number))
      type.acl = acl(row.text(5), owner: owner)
      type.defaultValue = text(row.text(8))
      types[number] = catalog.types.count
      if row.number(9) > 0 { compositeTypes[row.number(9)] = catalog.types.count }
      catalog.types.append(type)
    }
  }

  mutating func addRelations() {
    var identitySequences: Set<Int> = []
    for row in rows[.sequenceOwners] where row.name(3) == "i" {
      identitySequences.insert(row.number(0))
    }
    for row in rows[.relations] {
      let number = row.number(0)
      switch row.name(3) {
      case "r", "p", "f":
        relations[number] = .table(catalog.tables.count)
        catalog.tables.append(table(row))
      case "v", "m":
        relations[number] = .view(catalog.views.count)
        catalog.views.append(view(row))
      case "S" where !identitySequences.contains(number):
        let owner = role(row.number(4))
        relations[number] = .sequence(catalog.sequences.count)
        catalog.sequences.append(
          Catalog.Sequence(
            name(row.number(1), row.name(2)), owner: owner, acl: acl(row.text(7), owner: owner)))
      case "c": relations[number] = .composite
      default: break
      }
    }
    for row in rows[.inheritance] {
      guard case .table(let child) = relations[row.number(0)],
        case .table(let parent) = relations[row.number(1)]
      else { continue }
      catalog.tables[child].parents.append(catalog.tables[parent].name)
    }
  }

  private func table(_ row: CatalogRow) -> Catalog.Table {
    let owner = role(row.number(4))
    let origin = origin("pg_class", row.number(0))
    var table = Catalog.Table(
      name(row.number(1), row.name(2)), columns: [], owner: owner,
      rowSecurityEnabled: row.isTrue(5), rowSecurityForced: row.isTrue(6),
      acl: acl(row.text(7), owner: owner), origin: origin == .plan ? nil : origin)
    switch row.name(3) {
    case "p":
      table.kind = .partitioned
      // `LIST (a)`; the strategy is read with it.
      table.partitionKey = Catalog.PartitionKey(.list, [.unread(text: row.name(9))])
    case "f": table.kind = .foreign
    default: break
    }
    if let bound = row.text(8) { table.partitionBound = .list([.unread(text: bound)]) }
    return table
  }

  private func view(_ row: CatalogRow) -> Catalog.View {
    let owner = role(row.number(4))
    let origin = origin("pg_class", row.number(0))
    var view = Catalog.View(
      name(row.number(1), row.name(2)), columns: [],
      query: SQLQuery(.unread(text: row.name(10))), securityInvoker: row.isTrue(11),
      securityBarrier: row.isTrue(12),
      checkOption: row.text(13).flatMap(Catalog.View.CheckOption.init), owner: owner,
      acl: acl(row.text(7), owner: owner), origin: origin == .plan ? nil : origin)
    view.isMaterialized = row.name(3) == "m"
    return view
  }

  mutating func addColumns() {
    for row in rows[.columns] {
      let relation = row.number(0)
      columnNames[relation, default: [:]][row.number(1)] = row.name(2)
      let type = TypeName(row.name(3))
      switch relations[relation] {
      case .table(let index):
        let column = column(row, type, owner: catalog.tables[index].owner)
        catalog.tables[index].columns.append(column)
      case .view(let index):
        var column = Catalog.ViewColumn(
          row.name(2), type, acl: acl(row.text(9), owner: catalog.views[index].owner))
        column.defaultValue = text(row.text(10))
        catalog.views[index].columns.append(column)
      case .composite:
        guard let place = compositeTypes[relation],
          case .composite(let fields) = catalog.types[place].kind
        else { continue }
        catalog.types[place].kind = .composite(
          fields + [Catalog.CustomType.Field(row.name(2), type)])
      case .sequence, nil: break
      }
    }
  }

  private func column(_ row: CatalogRow, _ type: TypeName, owner: String) -> Catalog.Column {
    var column = Catalog.Column(
      row.name(2), type, isNullable: !row.isTrue(4), acl: acl(row.text(9), owner: owner))
    switch row.name(5) {
    case "a": column.identity = .always
    case "d": column.identity = .byDefault
    default: break
    }
    if row.name(6).isEmpty {
      column.defaultValue = text(row.text(10))
    } else {
      column.generated = text(row.text(10))
      column.isVirtual = row.name(6) == "v"
    }
    column.isInherited = row.isTrue(7)
    column.collation = row.text(8)
    return column
  }

  mutating func addSequences() {
    var owners: [Int: CatalogRow] = [:]
    for row in rows[.sequenceOwners] { owners[row.number(0)] = row }
    for row in rows[.sequences] {
      let number = row.number(0)
      let owner = owners[number]
      let table: Int? =
        if case .table(let index) = relations[owner?.number(1) ?? 0] { index } else { nil }
      let column = owner.flatMap { columnNames[$0.number(1)]?[$0.number(2)] }
      if case .sequence(let index) = relations[number] {
        count(row, &catalog.sequences[index])
        if let table, let column {
          catalog.sequences[index].ownedBy = Catalog.Sequence.Owner(
            catalog.tables[table].name, column)
        }
      } else if let table, owner?.name(3) == "i",
        let place = catalog.tables[table].columns.firstIndex(where: { $0.name == column })
      {
        let model = catalog.tables[table]
        var sequence = Catalog.Sequence(
          model.name.sequence(of: column ?? ""), owner: model.owner)
        count(row, &sequence)
        sequence.type = nil
        let hasOptions =
          sequence.start != nil || sequence.increment != nil || sequence.minimum != nil
          || sequence.maximum != nil || sequence.cycles || sequence.cache != nil
        if hasOptions { catalog.tables[table].columns[place].identitySequence = sequence }
      }
    }
  }

  /// How it counts, where that is not the default of its type and direction.
  private func count(_ row: CatalogRow, _ sequence: inout Catalog.Sequence) {
    let type = TypeName(row.name(1))
    if type != .bigint { sequence.type = type }
    func value(_ column: Int) -> Int64 { row.text(column).flatMap { Int64($0) } ?? 0 }
    let (start, increment, minimum, maximum) = (value(2), value(3), value(4), value(5))
    let most: Int64 =
      switch type {
      case .smallint: Int64(Int16.max)
      case .integer: Int64(Int32.max)
      default: Int64.max
      }
    let isDescending = increment < 0
    if increment != 1 { sequence.increment = increment }
    if minimum != (isDescending ? -most - 1 : 1) { sequence.minimum = minimum }
    if maximum != (isDescending ? -1 : most) { sequence.maximum = maximum }
    if start != (isDescending ? maximum : minimum) { sequence.start = start }
    sequence.cycles = row.isTrue(6)
    if value(7) != 1 { sequence.cache = value(7) }
  }
}
