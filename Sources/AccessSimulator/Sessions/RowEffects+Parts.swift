import AccessModel
import SQLBinding

/// Stored values of which parts change with their types.
extension RowEffects {
  /// Rows keep labels of enums by name, with their places among all.
  mutating func renameLabel(_ old: String, to new: String, of type: QualifiedName) {
    let (old, new) = (Text(old), Text(new))
    changeLabels(of: type) { if $0.label == old { $0.label = new } }
  }

  /// A label that was added moves those behind it.
  mutating func placeLabels(of type: QualifiedName) {
    guard let model = after.catalog.types.first(where: { $0.name == type }),
      case .enumeration(let labels) = model.kind
    else { return }
    let places = Dictionary(
      labels.enumerated().map { (Text($1), $0) }, uniquingKeysWith: { first, _ in first })
    changeLabels(of: type) { $0.position = places[$0.label] ?? $0.position }
  }

  private mutating func changeLabels(
    of type: QualifiedName, _ body: @escaping (inout EnumLabel) -> Void
  ) {
    changeParts(
      PartChange(type: type) { value in
        guard case .enumeration(var label) = value else { return value }
        body(&label)
        return .enumeration(label)
      })
  }

  /// Values of a row type get or lose a field.
  mutating func changeFields(
    of type: QualifiedName, _ body: @escaping (inout [SQLValue]) -> Void
  ) {
    changeParts(
      PartChange(type: type) { value in
        guard case .record(var fields) = value else { return value }
        body(&fields)
        return .record(fields)
      })
  }

  private mutating func changeParts(_ change: PartChange) {
    for (index, table) in after.catalog.tables.enumerated() where rows[table.name]?.isEmpty == false
    {
      self.change(change, table.name, after.tables[index].columns.map { $0?.type })
    }
    for (index, view) in after.catalog.views.enumerated() where view.isMaterialized {
      self.change(change, view.name, after.names.columnTypes(of: .view(index)))
    }
  }

  private mutating func change(
    _ change: PartChange, _ name: QualifiedName, _ types: [DataType?]
  ) {
    let places = types.indices.filter { place in types[place].map(change.concerns) == true }
    guard !places.isEmpty else { return }
    changeEach(name) { row in
      for place in places where row.indices.contains(place) {
        guard let type = types[place] else { continue }
        row[place] = change.changed(row[place], type)
      }
    }
  }
}

private struct PartChange {
  let type: QualifiedName
  let apply: (SQLValue) -> SQLValue

  init(type: QualifiedName, _ apply: @escaping (SQLValue) -> SQLValue) {
    (self.type, self.apply) = (type, apply)
  }

  /// Whether values of a type may hold such parts.
  func concerns(_ other: DataType) -> Bool {
    switch other {
    case .enumeration(let own): own.name == type
    case .array(let element): concerns(element)
    case .domain(let domain): concerns(domain.base.type)
    case .composite(let row): row.name == type || row.fields.contains { concerns($0.type.type) }
    default: false
    }
  }

  func changed(_ value: SQLValue, _ other: DataType) -> SQLValue {
    switch (value, other) {
    case (.enumeration, .enumeration(let own)) where own.name == type: return apply(value)
    case (.array(var array), .array(let element)):
      array.elements = array.elements.map { changed($0, element) }
      return .array(array)
    case (.record, .composite(let row)):
      let own = row.name == type ? apply(value) : value
      guard case .record(let fields) = own, fields.count == row.fields.count else { return own }
      return .record(zip(fields, row.fields).map { changed($0, $1.type.type) })
    case (_, .domain(let domain)): return changed(value, domain.base.type)
    default: return value
    }
  }
}
