import AccessFixtures
import AccessModel
import LivePostgres

/// A sample on its way out of its database: masked, held against the constraints, written.
struct SampleExport {
  let document: PlanDocument
  let rules: MaskingRules
  let request: SampleRequest
  private(set) var sample: DatabaseSample
  private(set) var fixtures = Fixtures()
  /// How many rows no CSV file can say, by table.
  private(set) var unwritable: [(table: QualifiedName, count: Int)] = []

  /// Takes the sample and masks it. Throws where a column can't be masked and may not be NULL.
  init(
    _ document: PlanDocument, _ rules: MaskingRules, _ request: SampleRequest,
    from connection: Connection
  ) throws {
    self.document = document
    self.rules = rules
    self.request = request
    (sample, fixtures) = try DatabaseSample.take(request, from: connection) { sample, connection in
      (sample, try Self.masked(sample, document, rules, request, on: connection))
    }
    for index in fixtures.rows.indices {
      let count = FixturesWriter.removeUnwritable(&fixtures.rows[index])
      if count > 0 { unwritable.append((fixtures.rows[index].table, count)) }
    }
  }

  private static func masked(
    _ sample: DatabaseSample, _ document: PlanDocument, _ rules: MaskingRules,
    _ request: SampleRequest, on connection: Connection
  ) throws -> Fixtures {
    let cut = sample.tables.flatMap { table in
      table.cut.keys.map { ColumnName(table.rows.table, $0) }
    }
    let check = ConstraintCheck(
      document.catalog, replaced: Set(rules.maskedColumns.keys).union(cut), on: connection)
    var shaped = ShapedValues()
    while true {
      var masker = SampleMasker(rules, seed: request.seed, shaped: shaped)
      let rows = masker.mask(sample.tables.map(\.rows), of: document.catalog)
      if let (column, reason) = masker.problems.min(by: { $0.key < $1.key }) {
        throw CommandFailure.usage(
          "`\(column)` can't be masked, and may not be NULL: \(reason)",
          help: "keep its values with `--keep \(column)`")
      }
      let broken = try check.broken(by: rows)
      guard let first = broken.first else {
        return Fixtures(rows: rows, identities: sample.identities.map { masker.mask($0) })
      }
      // Once more, in the form of the values themselves.
      var isChanged = false
      for column in broken.flatMap(\.columns) {
        if shaped.insert(column, rules) { isChanged = true }
      }
      guard isChanged else {
        if let column = first.columns.first(where: cut.contains) {
          throw CommandFailure.usage(
            "values of `\(column)` have more than 64 KiB, and break `\(first.constraint)` when they are "
              + "cut", help: "take a sample without them: with fewer `--rows`, or another `--seed`")
        }
        let columns = first.columns.map { "`\($0)`" }.joined(separator: ", ")
        throw CommandFailure.usage(
          "stand-ins of \(columns) break `\(first.constraint)`",
          help:
            "keep the values with \(first.columns.map { "`--keep \($0)`" }.joined(separator: " "))")
      }
    }
  }

  /// Writes the files, and reads them again as `check` will.
  func write(to folder: String, heading: [String]) throws -> [Diagnostic] {
    let writer = FixturesWriter(fixtures, heading: heading)
    do {
      try Fixtures.write(writer.files, to: folder)
    } catch {
      throw CommandFailure.usage(
        "`\(folder)` can't be written", help: "name a new folder where you may write")
    }
    let loaded = Fixtures.load(folder: folder, catalog: document.catalog)
    let read = Dictionary(
      loaded.fixtures.rows.map { ($0.table, $0.rows.map(\.values)) },
      uniquingKeysWith: { a, _ in a })
    let changed = fixtures.rows.filter { read[$0.table] != $0.rows.map(\.values) }
    return loaded.diagnostics
      + changed.map { rows in
        Diagnostic(
          .malformedRows, "not all rows of `\(rows.table)` can be written as CSV", at: nil,
          help: "mask the column whose texts have carriage returns or accents without a letter",
          severity: .warning)
      }
  }
}
