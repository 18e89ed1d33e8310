public import AccessModel

/// What statements on a table or view need to know of it, whichever it is.
public struct RelationShape: Hashable, Sendable {
  /// A column and its type.
  public struct Column: Hashable, Sendable {
    /// The column's name.
    public var name: String
    /// Its type; parameters are cast to it.
    public var type: TypeName
  }

  /// The relation's name.
  public var name: QualifiedName
  /// In the relation's order.
  public var columns: [Column]
  /// The primary key's columns; empty for views and tables without one.
  public var primaryKey: [String]
  /// Columns that tell rows apart: the primary key, or else every column whose type has equality.
  public var key: [String]
  /// Columns an INSERT gives values: all but identity and generated ones.
  public var insertable: [String]
  /// Columns an INSERT can give values: all but generated ones.
  public var insertableByName: [String]
  /// Columns an UPDATE can set: all but generated ones, the primary key's among them.
  public var updatable: [String]
  /// Columns that an UPDATE which names none writes back: `insertable` without the primary key, or
  /// the key where there is nothing else.
  public var rewritten: [String]
  /// Of `updatable`, those that can be set to DEFAULT alone: GENERATED ALWAYS AS IDENTITY.
  public var defaultOnly: Set<String>
  /// Columns that name a row to a reader: those of its key, then those of other unique keys.
  public var labelling: [String]
  /// False for a table.
  public var isView: Bool
  /// The plan's `owner`, over this relation's columns.
  public var ownerCondition: SQLExpression?

  /// Nil if the catalog has no such table or view.
  public init?(_ name: QualifiedName, in catalog: Catalog) {
    if let table = catalog.table(name) {
      self.init(table)
    } else if let view = catalog.view(name) {
      self.init(view)
    } else {
      return nil
    }
  }

  /// The shape of a table.
  public init(_ table: Catalog.Table) {
    let columns = table.columns.map { Column(name: $0.name, type: $0.type) }
    let written = table.columns.filter { $0.identity == nil && $0.generated == nil }.map(\.name)
    let primaryKey = table.primaryKey?.columns ?? []
    name = table.name
    self.columns = columns
    self.primaryKey = primaryKey
    key = primaryKey.isEmpty ? Self.comparable(columns) : primaryKey
    insertable = written
    let updatable = table.columns.filter { $0.generated == nil }.map(\.name)
    insertableByName = updatable
    self.updatable = updatable
    let besidesKey = written.filter { !primaryKey.contains($0) }
    rewritten = besidesKey.isEmpty ? updatable : besidesKey
    defaultOnly = Set(table.columns.filter { $0.identity == .always }.map(\.name))
    var labelling = key
    for other in table.keys where !other.isPrimary {
      labelling += other.columns.filter { !labelling.contains($0) }
    }
    self.labelling = labelling
    isView = false
    ownerCondition = table.ownerCondition
  }

  /// The shape of a view.
  public init(_ view: Catalog.View) {
    let columns = view.columns.map { Column(name: $0.name, type: $0.type) }
    name = view.name
    self.columns = columns
    primaryKey = []
    key = Self.comparable(columns)
    insertable = columns.map(\.name)
    insertableByName = insertable
    updatable = insertable
    rewritten = insertable
    defaultOnly = []
    labelling = Array(key.prefix(2))
    isView = true
    ownerCondition = view.ownerCondition
  }

  /// All columns' names.
  public var columnNames: [String] { columns.map(\.name) }

  /// The column of that name.
  public func column(_ name: String) -> Column? { columns.first { $0.name == name } }

  /// `json`, `xml` and the geometric types have no `=`, or not one that means equality.
  private static func comparable(_ columns: [Column]) -> [String] {
    columns.filter { !withoutEquality.contains($0.type.name) }.map(\.name)
  }

  private static let withoutEquality: Set = [
    "json", "xml", "point", "line", "lseg", "box", "path", "polygon", "circle",
  ]
}
