import AccessModel

/// Where values of a type are stored as parts of others.
extension DatabaseState {
  enum HeldType: Hashable {
    /// One of the database's own.
    case own(QualifiedName)
    /// The rows of a relation.
    case row(QualifiedName)
  }

  /// `table.column` of a column that holds values of a type, alone or as parts of others.
  ///
  /// Source: `find_composite_type_dependencies()` in `src/backend/commands/tablecmds.c`.
  func columnHolding(_ type: HeldType) -> String? {
    // The type of its arrays is made with it, before all else that depends on it.
    for use in uses(of: type).sorted(by: comesBefore) {
      switch use.object {
      case .column(let relation, let column): return "\(relation.name).\(column)"
      case .field(let outer, _), .type(let outer):
        if let found = columnHolding(.own(outer)) { return found }
      default: continue
      }
    }
    return nil
  }

  /// As `columnHolding`, of a domain's values that are parts of others.
  func columnHolding(domain: QualifiedName) -> String? {
    for use in uses(of: .own(domain)).sorted(by: comesBefore) {
      switch use.object {
      case .column(let relation, let column) where use.isArray: return "\(relation.name).\(column)"
      case .field(let outer, _):
        if let found = columnHolding(.own(outer)) { return found }
      case .type(let outer):
        let found = use.isArray ? columnHolding(.own(outer)) : columnHolding(domain: outer)
        if let found { return found }
      default: continue
      }
    }
    return nil
  }

  private typealias Use = (object: ObjectKey, isArray: Bool)

  private func comesBefore(_ one: Use, _ other: Use) -> Bool {
    one.isArray != other.isArray ? one.isArray : age(of: one.object) < age(of: other.object)
  }

  private func uses(of held: HeldType) -> [Use] {
    func isHeld(_ type: TypeName) -> Bool {
      guard !BuiltinTypes.names.contains(type.name) else { return false }
      return switch held {
      case .own(let name): customType(ofText: type.name) == name
      case .row(let name): relationOfRowType(type) == name
      }
    }
    var result: [Use] = []
    for table in catalog.tables {
      for column in table.columns where isHeld(column.type) {
        result.append((.column(table.name, column.name), column.type.isArray))
      }
    }
    for view in catalog.views where view.isMaterialized {
      for column in view.columns where isHeld(column.type) {
        result.append((.column(view.name, column.name), column.type.isArray))
      }
    }
    for type in catalog.types {
      switch type.kind {
      case .composite(let fields):
        for field in fields where isHeld(field.type) {
          result.append((.field(type.name, field.name), field.type.isArray))
        }
      case .domain(let base, _) where isHeld(base): result.append((.type(type.name), base.isArray))
      default: continue
      }
    }
    return result
  }
}
