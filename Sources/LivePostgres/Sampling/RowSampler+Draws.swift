import AccessFixtures
import AccessModel
import SQLText

/// Rows by chance, and what rows refer to.
extension RowSampler {
  /// Half of them rows that an identity can read, so that the sample shows who sees what.
  func drawRows(_ index: Int) throws {
    let share = max(request.rows / (2 * max(identities.count, 1)), 1)
    var left = request.rows
    for identity in identities where left > 0 {
      guard let found = try readable(index, by: identity, atMost: share) else { continue }
      let new = tables[index].take(found, because: .chance, atMost: left)
      left -= new.count
      add(new, to: index)
    }
    let limit = tables[index].rows.count + left
    let found = try drawn(index, atMost: limit)
    // Those were all.
    if found.count < limit { tables[index].estimate = found.count }
    add(tables[index].take(found, because: .chance, atMost: left), to: index)
  }

  private func drawn(_ index: Int, atMost limit: Int) throws -> [[String?]] {
    let table = tables[index]
    func query(_ sampling: String) throws -> [[String?]] {
      try connection.query(
        "SELECT \(table.selected) FROM \(table.source) \(sampling)"
          + " ORDER BY \(table.order(seed: request.seed)) LIMIT \(limit)"
      ).rows
    }
    guard table.estimate > SampledTable.largeCount else { return try query("") }
    // All of a large table is not read for a few of its rows.
    let percent = min(100, Double(max(limit * 100, 10_000)) * 100 / Double(table.estimate))
    let found = try query(
      "TABLESAMPLE SYSTEM (\(percent)) REPEATABLE (\(request.seed % 1_000_000_007))")
    guard found.count == limit else { return try query("") }
    tables[index].isByBlocks = true
    return found
  }

  /// Nil where the identity may not read the table, or what its policies do fails.
  private func readable(
    _ index: Int, by identity: Identity, atMost limit: Int
  ) throws -> [[String?]]? {
    let table = tables[index]
    guard roles.contains(identity.role), identity.role != "none" else { return nil }
    let sampling =
      table.estimate > SampledTable.largeCount
      ? "TABLESAMPLE SYSTEM (1) REPEATABLE (\(request.seed % 1_000_000_007))" : ""
    try connection.execute("SAVEPOINT rowkeep_sample")
    defer {
      _ = try? connection.execute("ROLLBACK TO rowkeep_sample; RELEASE rowkeep_sample")
    }
    do {
      try connection.execute("SET LOCAL row_security = on; SET LOCAL statement_timeout = '10s'")
      try connection.query(
        "SELECT set_config('request.jwt.claims', $1, true)", parameters: [identity.claims ?? ""])
      try connection.execute("SET LOCAL ROLE \(quoteIdentifier(identity.role))")
      return try connection.query(
        "SELECT \(table.selected) FROM \(table.source) \(sampling)"
          + " ORDER BY \(table.order(seed: request.seed)) LIMIT \(limit)"
      ).rows
    } catch let error as PostgresError {
      if error.sqlState.rawValue == "57014" {
        note(
          "what `\(identity.name)` can read of `\(table.table.name)` takes more than 10 s to find: "
            + "its rows are drawn by chance alone")
      }
      return nil
    }
  }

  /// Takes whatever is referred to, and what that refers to, to the end.
  func followReferences() throws {
    while !open.isEmpty {
      let part = open
      open = []
      for (index, rows) in Dictionary(grouping: part, by: \.table).sorted(by: { $0.key < $1.key }) {
        for key in tables[index].table.foreignKeys {
          try follow(key, from: index, rows.map(\.row))
        }
      }
      let count = tables.reduce(0) { $0 + $1.rows.count }
      guard count <= Self.mostRows else {
        throw LivePostgresError(
          .cannotRead, "the rows refer to more than \(Self.mostRows) others",
          help: "take fewer with --rows")
      }
    }
  }

  private func follow(_ key: Catalog.ForeignKey, from index: Int, _ rows: [[String?]]) throws {
    guard let target = place(key.references) else { return }
    let values = Set(rows.compactMap { tables[index].values(key.columns, of: $0) })
    let stores = self.stores(of: target)
    let known = Set(
      stores.flatMap { store in
        tables[store].rows.compactMap { tables[store].values(key.referencedColumns, of: $0) }
      })
    let missing = values.subtracting(known).sorted { $0.lexicographicallyPrecedes($1) }
    for start in stride(from: 0, to: missing.count, by: 1_000) {
      let part = missing[start..<min(start + 1_000, missing.count)]
      for store in stores {
        let table = tables[store]
        let found = try connection.query(
          "SELECT \(table.selected) FROM \(table.source)"
            + " WHERE \(match(key.referencedColumns, in: table))"
            + " ORDER BY \(table.order(seed: request.seed))",
          parameters: key.referencedColumns.indices.map { place in
            arrayLiteral(part.map { $0[place] })
          }
        ).rows
        add(tables[store].take(found, because: .reference), to: store)
      }
    }
  }

  /// Where a table's rows lie: in itself, or in its partitions.
  private func stores(of index: Int) -> [Int] {
    guard tables[index].table.kind == .partitioned else { return [index] }
    let name = tables[index].table.name
    return tables.indices.filter { tables[$0].table.parents.contains(name) }
      .flatMap { stores(of: $0) }
  }

  /// Leaves out rows whose foreign keys lead nowhere, which NOT VALID lets be: no fixtures may hold
  /// them, nor what refers to them.
  func leaveOutOrphans() {
    var removed: [QualifiedName: Int] = [:]
    var isStable = false
    while !isStable {
      isStable = true
      for index in tables.indices where !tables[index].rows.isEmpty {
        for key in tables[index].table.foreignKeys {
          guard let target = place(key.references), tables[target].table.kind != .foreign else {
            continue
          }
          let known = Set(
            stores(of: target).flatMap { store in
              tables[store].rows.compactMap { tables[store].values(key.referencedColumns, of: $0) }
            })
          let table = tables[index]
          let count = tables[index].remove { row in
            table.values(key.columns, of: row).map { !known.contains($0) } ?? false
          }
          if count > 0 {
            removed[table.table.name, default: 0] += count
            isStable = false
          }
        }
      }
    }
    for (table, count) in removed.sorted(by: { $0.key < $1.key }) {
      note(
        "\(count) row\(count == 1 ? "" : "s") of `\(table)` left out: what \(count == 1 ? "it refers" : "they refer") to is not there"
      )
    }
  }
}
