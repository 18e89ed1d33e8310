import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension Session {
  /// A value with the names of relations in it as the session's search path needs them written.
  ///
  /// Source: `regclassout()`, `RelationIsVisible()`.
  func named(_ value: SQLValue, _ type: DataType) -> SQLValue {
    switch (value, type.base) {
    case (.object(let object), .object(.regclass)):
      return .text(Text(text(ofRelation: object.name)))
    case (.array(var array), .array(let element)) where element.mayHoldRelations:
      array.elements = array.elements.map { named($0, element) }
      return .array(array)
    case (.record(let values), _):
      guard let fields = type.fields, fields.contains(where: { $0.type.type.mayHoldRelations })
      else { return value }
      return .record(zip(values, fields).map { named($0, $1.type.type) })
    default: return value
    }
  }

  /// The schemas of the path that the role may use.
  ///
  /// Source: `recomputeNamespacePath()` in `src/backend/catalog/namespace.c`.
  var visiblePath: [String] {
    names.effectivePath.filter { schema in
      let usage = PrivilegeCheck(.usage, on: .schema(schema), as: role)
      return schema.hasPrefix("pg_") || engine.privileges.verdict(on: usage).isHeld
    }
  }

  private func text(ofRelation name: QualifiedName) -> String {
    let names = names
    let isVisible =
      visiblePath.first { schema in
        let candidate = QualifiedName(schema, name.name)
        return names.relation(candidate) != nil
      } == name.schema
    return isVisible || name.schema == "pg_catalog" ? quoteIdentifier(name.name) : sqlText(name)
  }
}

extension DataType {
  /// Whether values of the type name relations, or hold some that do.
  var mayHoldRelations: Bool {
    switch base {
    case .object(.regclass): true
    case .array(let element): element.mayHoldRelations
    case .composite, .record: fields?.contains { $0.type.type.mayHoldRelations } ?? false
    default: false
    }
  }
}
