import AccessFixtures
import AccessModel
import SQLBinding

/// Turns fixture rows into values, with every mistake reported.
///
/// Rows are loaded as an administrator would load them: row security does not apply, constraints
/// do not either (a fixture may show a database that broke them), NOT NULL and types do.
struct DatabaseLoader {
  let catalog: BoundCatalog
  private(set) var diagnostics: [Diagnostic] = []

  init(_ catalog: BoundCatalog) { self.catalog = catalog }

  mutating func load(_ list: [TableRows]) -> Database {
    var tables = [[Row]](repeating: [], count: catalog.tables.count)
    var sequences = SequenceStore()
    for model in catalog.catalog.sequences { sequences.assume(.named(model.name), .init(model)) }
    for table in catalog.catalog.tables {
      for column in table.columns where column.identity != nil {
        sequences.assume(
          .identity(table: table.name, column: column.name), .init(identity: column))
      }
    }
    for rows in list {
      guard case .table(let index)? = catalog.names.relation(rows.table) else {
        report(
          .unknownRelation, "there is no table `\(rows.table)` to load rows into",
          rows.rows.first?.place,
          names: catalog.catalog.tables.map(\.name.description), near: rows.table.description)
        continue
      }
      guard let positions = columnPositions(rows, in: index) else { continue }
      let counters = Dictionary(
        uniqueKeysWithValues: catalog.sequences(ofTable: index).enumerated().compactMap {
          column, id in
          id.map { (column, $0) }
        })
      for row in rows.rows {
        guard let loaded = load(row, positions, into: index, counters, &sequences)
        else { continue }
        tables[index].append(loaded)
      }
    }
    return Database(catalog, tables: tables, sequences: sequences)
  }

  private mutating func columnPositions(_ rows: TableRows, in table: Int) -> [Int]? {
    let names = catalog.catalog.tables[table].columns.map(\.name)
    var positions: [Int] = []
    for column in rows.columns {
      guard let position = names.firstIndex(of: column) else {
        report(
          .unknownFixtureColumn, "table `\(rows.table)` has no column `\(column)`",
          rows.rows.first?.place, names: names, near: column)
        return nil
      }
      positions.append(position)
    }
    return positions
  }

  private mutating func load(
    _ row: TableRows.Row, _ positions: [Int], into table: Int,
    _ counters: [Int: SequenceStore.ID], _ sequences: inout SequenceStore
  ) -> Row? {
    let model = catalog.catalog.tables[table]
    guard row.values.count == positions.count else {
      report(
        .malformedRows, "\(row.values.count) values for \(positions.count) columns", row.place)
      return nil
    }
    var result = Row(repeating: .null, count: max(1, model.columns.count))
    for column in model.columns.indices where !positions.contains(column) {
      guard
        let value = defaultValue(column, of: table, counters[column], &sequences, row.place)
      else { return nil }
      result[column] = value
    }
    for (text, column) in zip(row.values, positions) {
      guard let text else { continue }
      guard let type = catalog.tables[table].columns[column] else {
        result[column] = .text(Text(text))  // Not modelled: nothing can read it but output.
        continue
      }
      do throws(EngineFailure) {
        result[column] = try SQLValue.input(text, as: type.type).fitted(to: type)
      } catch {
        report(
          .malformedRows,
          "`\(model.name).\(model.columns[column].name)`: \(error.summary)", row.place)
        return nil
      }
      if case .integer(let value) = result[column], let counter = counters[column],
        value >= sequences.nextValue(counter) ?? 1, value < Int64.max
      {
        sequences.pass(value + 1, of: counter)
      }
    }
    guard compute(&result, of: table, row.place) else { return nil }
    for (column, value) in zip(model.columns.indices, result) where value.isNull {
      guard !model.columns[column].isNullable else { continue }
      report(
        .missingFixtureValue,
        "`\(model.name).\(model.columns[column].name)` is NOT NULL and has no value", row.place)
      return nil
    }
    return result
  }

  /// Fills the generated columns of a row; false if one can't be computed.
  private mutating func compute(_ row: inout Row, of table: Int, _ place: SourcePlace?) -> Bool {
    for (column, generated) in catalog.tables[table].generated.enumerated() {
      guard let generated, let type = catalog.tables[table].columns[column] else { continue }
      do throws(EngineFailure) {
        let compiler = ExpressionCompiler(Session.administrator(of: catalog))
        row[column] = try compiler.compile(try generated.get())(Frame(row: row)).fitted(to: type)
      } catch {
        let name = catalog.catalog.tables[table].columns[column].name
        report(.malformedRows, "generated column `\(name)`: \(error.summary)", place)
        return false
      }
    }
    return true
  }

  private mutating func defaultValue(
    _ column: Int, of table: Int, _ counter: SequenceStore.ID?, _ sequences: inout SequenceStore,
    _ place: SourcePlace?
  ) -> SQLValue? {
    do throws(EngineFailure) {
      if let counter { return .integer(try sequences.advance(counter)) }
      guard let value = catalog.tables[table].defaults[column] else { return .null }
      let session = Session.administrator(of: catalog)
      return try session.evaluateConstant(try value.get())
    } catch {
      let name = catalog.catalog.tables[table].columns[column].name
      report(.missingFixtureValue, "the default of `\(name)`: \(error.summary)", place)
      return nil
    }
  }

  private mutating func report(
    _ id: DiagnosticID, _ message: String, _ place: SourcePlace?, names: [String] = [],
    near name: String = ""
  ) {
    let help = nearestName(to: name, in: names).map { "did you mean `\($0)`?" }
    diagnostics.append(Diagnostic(id, message, at: place, help: help))
  }
}

extension EngineFailure {
  /// For messages: PostgreSQL's own, or the construct that is not modelled.
  var summary: String {
    switch self {
    case .postgres(let error): error.message
    case .undecided(let undecided): "undecided: \(undecided.construct)"
    }
  }
}

extension BoundCatalog {
  /// The sequence that fills a column, if one does.
  func sequence(table: Int, column: Int) -> SequenceStore.ID? {
    sequence(of: catalog.tables[table], column, named: tables[table].sequences)
  }

  /// The sequences that fill a table's columns, by column.
  func sequences(ofTable table: Int) -> [SequenceStore.ID?] {
    let (model, named) = (catalog.tables[table], tables[table].sequences)
    return model.columns.indices.map { sequence(of: model, $0, named: named) }
  }

  private func sequence(
    of table: Catalog.Table, _ column: Int, named: [(column: Int, sequence: QualifiedName)]
  ) -> SequenceStore.ID? {
    if table.columns[column].identity != nil {
      let name = table.columns[column].name
      return .identity(table: owner(ofIdentity: name, of: table), column: name)
    }
    return named.first { $0.column == column }.map { .named($0.sequence) }
  }

  /// The table that a partition shares a column's numbers with.
  func owner(ofIdentity column: String, of table: Catalog.Table) -> QualifiedName {
    var current = table
    while current.partitionBound != nil, let parent = current.parents.first.flatMap(catalog.table),
      parent.columns.contains(where: { $0.name == column && $0.identity != nil })
    {
      current = parent
    }
    return current.name
  }
}
