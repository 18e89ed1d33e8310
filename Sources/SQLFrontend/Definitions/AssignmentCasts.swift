import AccessModel

extension CatalogBuilder {
  /// Whether a value of one type surely can't be stored in a column of another.
  func lacksAssignment(from old: TypeName, to new: TypeName) -> Bool {
    guard state.resolved(old).name != state.resolved(new).name || old.isArray != new.isArray,
      !isText(new)
    else { return false }
    if old.isArray || new.isArray {
      guard old.isArray, new.isArray else {
        // A domain may be one.
        return [old, new].allSatisfy { $0.isArray || AssignmentCasts.knows($0) }
      }
      return lacksAssignment(from: old.element, to: new.element)
    }
    if isEnumOrRow(new) { return isText(old) || isEnumOrRow(old) || AssignmentCasts.knows(old) }
    if isEnumOrRow(old) { return AssignmentCasts.knows(new) }
    return AssignmentCasts.isKnownToBeMissing(from: old, to: new)
  }

  /// Nothing is cast by assignment to an enum or to a row type.
  private func isEnumOrRow(_ type: TypeName) -> Bool {
    guard !type.isArray, let name = state.customType(ofText: state.resolved(type).name) else {
      return false
    }
    switch state.catalog.types.first(where: { $0.name == name })?.kind {
    case .enumeration, .composite: return true
    default: return false
    }
  }

  func isText(_ type: TypeName) -> Bool {
    !type.isArray && ["text", "character varying", "character", "name"].contains(type.name)
  }
}

/// Whether a value of one type can be stored in a column of another. Catalog: `pg_cast`.
private enum AssignmentCasts {
  private static let categories: [Set<String>] = [
    ["smallint", "integer", "bigint", "numeric", "real", "double precision"],
    ["date", "timestamp without time zone", "timestamp with time zone"],
    ["json", "jsonb"], ["boolean"], ["uuid"], ["bytea"],
    ["text", "character varying", "character", "name"],
  ]

  static func knows(_ type: TypeName) -> Bool {
    !type.isArray && categories.contains { $0.contains(type.name) }
  }

  /// Only types that are known are judged; anything can be stored as text.
  static func isKnownToBeMissing(from old: TypeName, to new: TypeName) -> Bool {
    func category(_ type: TypeName) -> Int? {
      type.isArray ? nil : categories.firstIndex { $0.contains(type.name) }
    }
    guard let from = category(old), let to = category(new), from != to else { return false }
    return to != categories.count - 1
  }
}

extension SQLExpression {
  var isString: Bool { if case .literal(.string) = self { true } else { false } }

  /// What a default is before it becomes the column's type; nil: that, or not known.
  ///
  /// Source: `strip_implicit_coercions()` in `src/backend/nodes/nodeFuncs.c`.
  var ownType: TypeName? {
    switch self {
    case .cast(_, let type): type
    case .literal(.boolean): .boolean
    case .literal(.integer): .integer
    default: nil
    }
  }
}

extension TypeName {
  fileprivate var element: TypeName { TypeName(name, modifiers: modifiers) }
}
