public import AccessModel

/// Tells columns of different instances of a relation apart, so that each can get its own alias.
final class ColumnIdentity: Sendable {
  var key: ObjectIdentifier { ObjectIdentifier(self) }
}

/// What a relation's column declares, whatever the type of its values.
public struct ColumnDefinition: Sendable {
  enum Generation: Sendable { case identity(Catalog.Column.Identity), serial }

  /// A foreign key, resolved when the plan loads: tables may refer to themselves.
  struct Reference: Sendable {
    let table: any Table.Type
    let column: @Sendable () -> String
    let onDelete: Catalog.ForeignKey.Action
    let onUpdate: Catalog.ForeignKey.Action
    let place: SourcePlace
  }

  let identity = ColumnIdentity()
  /// The column's name in the database.
  public let name: String
  /// The column's type in the database.
  public let type: TypeName
  let place: SourcePlace
  var isNullable = false
  var isPrimaryKey = false
  var isUnique = false
  var generation: Generation?
  var defaultValue: LazyExpression?
  var reference: Reference?
  /// GENERATED ALWAYS AS (…) STORED.
  var computed: LazyExpression?
  var comment: String?

  init(_ name: String, _ type: TypeName, at place: SourcePlace) {
    self.name = name
    self.type = type
    self.place = place
  }
}

/// A column whose value type does not matter, as in a list of columns.
public protocol AnyColumn: Sendable {
  /// What was declared.
  var definition: ColumnDefinition { get }
}
