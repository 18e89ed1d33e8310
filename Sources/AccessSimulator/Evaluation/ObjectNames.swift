import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension Session {
  /// A value with the names of relations in it as the session's search path needs them written.
  ///
  /// Source: `regclassout()`, `RelationIsVisible()`.
  func named(_ value: SQLValue, _ type: DataType) throws(EngineFailure) -> SQLValue {
    switch (value, type.base) {
    case (.object(let object), .object(.regclass)):
      let isUncertain =
        names.relation(object.name) == nil && catalog.catalog.hasIdentitySequence(object.name)
        && variables.sequences.identity(called: object.name) == nil
      if isUncertain {
        throw .undecided(Undecided("the sequence `\(object.name)` of an identity column"))
      }
      return .text(Text(text(ofRelation: object.name)))
    case (.object(let object), .object(.regproc)), (.object(let object), .object(.regprocedure)):
      throw .undecided(Undecided("the name of the function `\(object.name)`"))
    case (.array(var array), .array(let element)) where element.mayHoldRelations:
      for index in array.elements.indices {
        array.elements[index] = try named(array.elements[index], element)
      }
      return .array(array)
    case (.record(let values), _):
      guard let fields = type.fields, fields.contains(where: { $0.type.type.mayHoldRelations })
      else { return value }
      var named = values
      for (index, field) in fields.enumerated() where named.indices.contains(index) {
        named[index] = try self.named(named[index], field.type.type)
      }
      return .record(named)
    default: return value
    }
  }

  /// The schemas of the path that the role may use.
  ///
  /// Source: `recomputeNamespacePath()` in `src/backend/catalog/namespace.c`.
  var visiblePath: [String] { names.effectivePath.filter(mayUse) }

  /// Names as the role finds them.
  var visibleNames: CatalogNames {
    var result = names
    result.searchPath = names.searchPath.filter(mayUse)
    return result
  }

  private func mayUse(_ schema: String) -> Bool {
    let usage = PrivilegeCheck(.usage, on: .schema(schema), as: role)
    return schema.hasPrefix("pg_") || engine.privileges.verdict(on: usage).isHeld
  }

  private func text(ofRelation name: QualifiedName) -> String {
    let names = names
    let isVisible =
      visiblePath.first { schema in
        let candidate = QualifiedName(schema, name.name)
        return names.relation(candidate) != nil || names.isUnlisted(candidate)
          || variables.sequences.identity(called: candidate) != nil
      } == name.schema
    return isVisible || name.schema == "pg_catalog" ? quoteIdentifier(name.name) : sqlText(name)
  }
}

extension DataType {
  /// Whether values of the type name relations, or hold some that do.
  var mayHoldRelations: Bool {
    switch base {
    case .object(.regclass), .object(.regproc), .object(.regprocedure): true
    case .array(let element): element.mayHoldRelations
    case .composite, .record: fields?.contains { $0.type.type.mayHoldRelations } ?? false
    default: false
    }
  }
}
