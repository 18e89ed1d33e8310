import AccessFixtures
import AccessModel
import AccessReports
import LivePostgres

/// What a sample holds, for whoever took it: counts and names, no values.
struct SampleSummary {
  let export: SampleExport
  let folder: String

  func text(style: TextStyle) -> String {
    let tables = export.sample.tables
    let rows = tables.reduce(0) { $0 + $1.rows.rows.count }
    var text =
      "\(rows) rows of \(tables.count) tables, \(export.fixtures.identities.count) identities → \(folder)\n\n"
    var table = TextTable(header: [
      "table", "rows", "identities'", "drawn", "referred to", "of about",
    ])
    for sampled in tables {
      table.rows.append([
        .init(sampled.rows.table.description), .init("\(sampled.rows.rows.count)"),
        .init("\(sampled.ofIdentities)"), .init("\(sampled.drawn)"),
        .init("\(sampled.referredTo)"),
        .init("\(max(sampled.estimate, sampled.rows.rows.count))"),
      ])
    }
    text += table.text(style: style)
    text += "\n" + treatments
    return text
  }

  /// Of the tables that have rows in the sample.
  private var treatments: String {
    let sampled = Set(export.sample.tables.map(\.rows.table))
    var masked: [String] = []
    var kept: [(MaskingRules.Reason, String)] = []
    for (column, treatment) in export.rules.treatments where sampled.contains(column.table) {
      switch treatment {
      case .masked(let kind): masked.append("\(column) (\(kind.rawValue))")
      case .kept(let reason): kept.append((reason, column.description))
      }
    }
    var text = "masked  \(masked.isEmpty ? "nothing" : masked.joined(separator: ", "))\n"
    for reason in [MaskingRules.Reason.asked, .compared, .listed, .key, .plain] {
      let names = kept.filter { $0.0 == reason }.map(\.1)
      if !names.isEmpty { text += "kept    \(reason.rawValue): \(names.joined(separator: ", "))\n" }
    }
    return text.printableLines
  }

  /// What to beware of.
  var notes: [String] {
    var notes = export.sample.notes
    let blocks = export.sample.tables.filter(\.isByBlocks).map { "`\($0.rows.table)`" }
    if !blocks.isEmpty {
      notes.append(
        "\(blocks.joined(separator: ", ")): large, so that rows were drawn from some blocks, not from all"
      )
    }
    for table in export.sample.tables {
      for (column, count) in table.cut.sorted(by: { $0.key < $1.key }) {
        let name = ColumnName(table.rows.table, column)
        notes.append(
          "`\(name)`: \(count) \(count == 1 ? "value" : "values") of more than 64 KiB cut or emptied"
            + (export.rules.maskedColumns[name] == nil
              ? "; what policies make of it may differ" : ""))
      }
    }
    for column in export.rules.doubtful {
      notes.append(
        "`\(column)` is masked, and policies look at more than whether it is equal: decisions may "
          + "differ; `--keep \(column)` keeps it")
    }
    for (table, count) in export.unwritable {
      notes.append(
        "\(count) \(count == 1 ? "row" : "rows") of `\(table)` left out: no CSV says a single NULL, or a text that "
          + "begins with an accent")
    }
    return notes
  }
}

extension String {
  fileprivate var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map(\.printable).joined(
      separator: "\n")
  }
}
