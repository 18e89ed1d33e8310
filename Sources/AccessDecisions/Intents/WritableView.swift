import AccessFixtures
import AccessModel

/// A view that may be changed as if it were the table below it, and which columns stand for which.
///
/// Whether PostgreSQL lets it be changed is asked of the engine: here is only what its rows are.
/// Source: PostgreSQL manual, CREATE VIEW, "Updatable Views".
struct WritableView {
  let view: QualifiedName
  /// By the view's column, the table's.
  private let columns: [String: String]
  /// By the view's row, the table's row, and what names it.
  private var rows: [Int?] = []
  private var labels: [String] = []

  /// The views, materialized ones apart, that select from `table` alone, or from such a view.
  static func all(over table: RelationShape, in catalog: Catalog) -> [WritableView] {
    var found: [WritableView] = []
    var below: [(name: QualifiedName, columns: [String: String])] = [
      (table.name, Dictionary(table.columnNames.map { ($0, $0) }) { first, _ in first })
    ]
    var seen: Set<QualifiedName> = [table.name]
    while let base = below.popLast() {
      for view in catalog.views where !view.isMaterialized && !seen.contains(view.name) {
        guard let outputs = outputs(of: view, over: base.name, in: catalog) else { continue }
        seen.insert(view.name)
        var columns: [String: String] = [:]
        for (column, output) in zip(view.columns, outputs) {
          columns[column.name] = output.flatMap { base.columns[$0] }
        }
        found.append(WritableView(view: view.name, columns: columns))
        below.append((view.name, columns))
      }
    }
    return found
  }

  private init(view: QualifiedName, columns: [String: String]) {
    self.view = view
    self.columns = columns
  }

  /// What the view selects of `base`, if it selects from nothing else: columns, or nil for an
  /// expression.
  private static func outputs(
    of view: Catalog.View, over base: QualifiedName, in catalog: Catalog
  ) -> [String?]? {
    guard case .select(let select) = view.query.body, select.from.count == 1,
      let from = SQLNode.from(select.from[0]).relation, from.name == base.name,
      from.schema ?? base.schema == base.schema
    else { return nil }
    let all = RelationShape(base, in: catalog)?.columnNames ?? []
    return select.targets.flatMap { target -> [String?] in
      switch target {
      case .expression(.column(_, let name), _): [name]
      case .expression: [nil]
      case .star: all
      }
    }
  }

  /// The table's names of the view's columns.
  func baseColumns(_ names: [String]) -> [String] { names.compactMap { columns[$0] } }

  /// The view's names of the table's columns; of one that it shows twice, each.
  func viewColumns(of names: Set<String>, in shape: RelationShape) -> [String] {
    shape.columnNames.filter { columns[$0].map(names.contains) ?? false }
  }

  /// The row of the table that stands behind a row of the view.
  func baseRow(_ index: Int) -> Int? { rows.indices.contains(index) ? rows[index] : nil }

  /// What names the table's row behind a row of the view.
  func label(_ index: Int) -> String? { labels.indices.contains(index) ? labels[index] : nil }

  /// With what stands behind each row of `shown`. Where several rows of the table look the same,
  /// `preferred` ones are taken.
  func over(_ truth: RelationRows, _ shown: RelationRows, preferring preferred: Set<Int>) -> Self {
    let names = viewColumns(of: Set(truth.shape.columnNames), in: shown.shape)
    let base = baseColumns(names)
    var candidates: [[String?]: [Int]] = [:]
    for index in truth.rows.indices.reversed() where !preferred.contains(index) {
      candidates[truth.values(index, base), default: []].append(index)
    }
    for index in truth.rows.indices.reversed() where preferred.contains(index) {
      candidates[truth.values(index, base), default: []].append(index)
    }
    var copy = self
    copy.rows = shown.rows.indices.map { candidates[shown.values($0, names)]?.popLast() }
    copy.labels = copy.rows.enumerated().map { position, row in
      row.map(truth.label) ?? shown.label(position)
    }
    return copy
  }

  /// The table's rows as the view would have them, each in its place; NULL for what is not of it.
  func projecting(_ truth: RelationRows, to shape: RelationShape) -> (Self, RelationRows) {
    let rows = truth.rows.indices.map { index in
      shape.columnNames.map { name in
        columns[name].flatMap { truth.values(index, [$0]).first ?? nil }
      }
    }
    var copy = self
    copy.rows = truth.rows.indices.map { $0 }
    copy.labels = truth.rows.indices.map(truth.label)
    return (copy, RelationRows(shape, rows))
  }
}
