import AccessModel
import SQLBinding

/// How a column's values are read and written, as far as masking needs it.
enum ColumnForm: Hashable {
  case text
  /// An array of texts.
  case texts
  case json
  case network
  case bytes
  case date
  case number
  case uuid
  /// Made of texts, but of a form that has no stand-ins: `tsvector`, `xml`, types of extensions.
  case opaque
  /// Says nothing of anybody: booleans, moments, labels.
  case plain

  /// Of each column of a catalog.
  static func all(of catalog: Catalog) -> [ColumnName: ColumnForm] {
    let bound = BoundCatalog(CatalogNames(catalog))
    var forms: [ColumnName: ColumnForm] = [:]
    for (index, table) in catalog.tables.enumerated() {
      let types = bound.tables[index].columns
      for (place, column) in table.columns.enumerated() {
        let type = types.indices.contains(place) ? types[place]?.type : nil
        forms[ColumnName(table.name, column.name)] =
          type.map(ColumnForm.init) ?? ColumnForm(unknown: column.type)
      }
    }
    return forms
  }

  private init(_ type: DataType) {
    switch type.base {
    case .text, .varchar, .character, .name: self = .text
    case .array(let element):
      switch ColumnForm(element) {
      case .text: self = .texts
      case .plain, .number, .date, .uuid: self = .plain
      default: self = .opaque
      }
    case .json, .jsonb: self = .json
    case .inet, .cidr: self = .network
    case .bytea: self = .bytes
    case .date: self = .date
    case .smallint, .integer, .bigint, .numeric, .real, .double: self = .number
    case .uuid: self = .uuid
    case .other(let name): self = ColumnForm(named: name)
    case .composite, .record: self = .opaque
    default: self = .plain
    }
  }

  private init(unknown type: TypeName) {
    let name = type.name.split(separator: ".").last.map(String.init) ?? type.name
    self = name == "citext" ? (type.isArray ? .texts : .text) : .opaque
  }

  private init(named name: String) {
    switch name {
    case "macaddr": self = .network
    case "xml", "tsvector", "tsquery", "macaddr8": self = .opaque
    case "citext": self = .text
    default: self = .plain
    }
  }

  /// What kind a column is by itself; nil for one that stays.
  ///
  /// `asked`: it is to be masked, whatever its name.
  func ownKind(asked: Bool, named name: String = "") -> SensitiveKind? {
    switch self {
    case .text, .texts: SensitiveKind.ofText(named: name) ?? .freeText
    case .json: .json
    case .network: .network
    case .bytes: .bytes
    case .opaque: .emptied
    case .date: asked || SensitiveKind.isBirthDate(named: name) ? .birthDate : nil
    case .number:
      SensitiveKind.isCoordinate(named: name) ? .coordinate : asked ? .number : nil
    case .uuid: asked ? .uuid : nil
    case .plain: nil
    }
  }
}
