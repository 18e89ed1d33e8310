import AccessModel
import SQLBinding

/// Rows keep labels of enums by name.
extension RowEffects {
  mutating func renameLabel(_ old: String, to new: String, of type: QualifiedName) {
    let renaming = LabelRenaming(type: type, old: Text(old), new: Text(new))
    for (index, table) in after.catalog.tables.enumerated() {
      rename(renaming, table.name, after.tables[index].columns.map { $0?.type })
    }
    for (index, view) in after.catalog.views.enumerated() where view.isMaterialized {
      rename(renaming, view.name, after.names.columnTypes(of: .view(index)))
    }
  }

  private mutating func rename(
    _ renaming: LabelRenaming, _ name: QualifiedName, _ types: [DataType?]
  ) {
    let places = types.indices.filter { place in types[place].map(renaming.concerns) == true }
    guard !places.isEmpty else { return }
    changeEach(name) { row in
      for place in places where row.indices.contains(place) {
        guard let type = types[place] else { continue }
        row[place] = renaming.renamed(row[place], type)
      }
    }
  }
}

private struct LabelRenaming {
  let type: QualifiedName
  let old: Text
  let new: Text

  /// Whether values of a type may hold labels of the enum.
  func concerns(_ other: DataType) -> Bool {
    switch other {
    case .enumeration(let own): own.name == type
    case .array(let element): concerns(element)
    case .domain(let domain): concerns(domain.base.type)
    case .composite(let row): row.fields.contains { concerns($0.type.type) }
    default: false
    }
  }

  func renamed(_ value: SQLValue, _ other: DataType) -> SQLValue {
    switch (value, other) {
    case (.enumeration(var label), .enumeration(let own)) where own.name == type:
      if label.label == old { label.label = new }
      return .enumeration(label)
    case (.array(var array), .array(let element)):
      array.elements = array.elements.map { renamed($0, element) }
      return .array(array)
    case (.record(let fields), .composite(let row)) where fields.count == row.fields.count:
      return .record(zip(fields, row.fields).map { renamed($0, $1.type.type) })
    case (_, .domain(let domain)): return renamed(value, domain.base.type)
    default: return value
    }
  }
}
