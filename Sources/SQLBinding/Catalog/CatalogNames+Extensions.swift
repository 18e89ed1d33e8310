import AccessModel

/// What extensions bring along of which the model has only some names: not to find it proves nothing.
extension CatalogNames {
  /// Whether an extension may have an operator of this symbol that takes operands of these types.
  func mayHaveOperator(_ symbol: String, _ operands: [DataType]) -> Bool {
    guard !catalog.extensions.isEmpty else { return false }
    if operands.contains(where: isOfExtension) { return true }
    return catalog.extensions.contains { name in
      guard let known = ExtensionOperators.overBuiltIns[name] else { return false }
      return known.symbols.contains(symbol)
        && operands.allSatisfy { $0 == .unknown || known.takes($0.base) }
    }
  }

  /// Whether an extension may have a function of this name that takes arguments of these types.
  func mayHaveFunction(schema: String?, _ name: String, _ arguments: [DataType]) -> Bool {
    guard !catalog.extensions.isEmpty else { return false }
    if arguments.contains(where: isOfExtension) { return true }
    let known = functions(schema: schema, name)
    // In a schema of the database it may be any extension's; another signature, one's own.
    guard !known.isEmpty else { return schema != nil && schema != "pg_catalog" }
    return known.contains { isOfExtension(catalog.functions[$0].origin) }
  }

  /// Whether an extension brought a type, and casts to and from it.
  func isOfExtension(_ type: DataType) -> Bool {
    switch type {
    case .array(let element): isOfExtension(element)
    case .domain(let domain): isOfExtension(domain.base.type)
    case .other:
      catalog.types.contains {
        $0.kind == .other && isOfExtension($0.origin)
          && type == .other($0.name.schema == "public" ? $0.name.name : $0.name.description)
      }
    default: false
    }
  }

  private func isOfExtension(_ origin: Catalog.Origin) -> Bool {
    if case .platform(let name) = origin { catalog.extensions.contains(name) } else { false }
  }
}

/// Operators of known extensions over types that PostgreSQL brings along.
private struct ExtensionOperators {
  var symbols: Set<String>
  var takes: @Sendable (DataType) -> Bool

  static let overBuiltIns: [String: Self] = [
    "pg_trgm": Self(
      symbols: ["%", "<%", "%>", "<<%", "%>>", "<->", "<<->", "<->>", "<<<->", "<->>>"],
      takes: { $0.isString }),
    "intarray": Self(
      symbols: ["&", "|", "+", "-", "#", "&&", "@>", "<@", "@", "~", "@@", "~~"],
      takes: { $0 == .array(.integer) || $0 == .integer || $0 == .array(.unknown) }),
    "btree_gist": Self(symbols: ["<->"], takes: { _ in true }),
    "hstore": Self(symbols: ["%%", "%#", "#="], takes: { _ in true }),
  ]
}
