import AccessModel
import CPgQuery

extension StoredTexts {
  /// Every distinct type's text, read.
  static func types(of catalog: Catalog, version: PostgresVersion) -> [String: TypeName] {
    var texts: Set<String> = []
    _ = withTypes(catalog) { type in
      texts.insert(type.name)
      return type
    }
    var result: [String: TypeName] = [:]
    for text in texts { result[text] = type(text, version: version) }
    return result
  }

  /// Types of extensions may have modifiers that are no numbers; they are left out.
  private static func type(_ text: String, version: PostgresVersion) -> TypeName? {
    if let type = parsed(text, version: version) { return type }
    guard let open = text.lastIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return nil }
    return parsed(
      String(text[..<open] + text[text.index(after: close)...]), version: version)
  }

  private static func parsed(_ text: String, version: PostgresVersion) -> TypeName? {
    let bytes = Array("SELECT NULL::\(text)".utf8)
    let parts = StatementSplitter.split(bytes)
    guard parts.count == 1,
      let statement = try? ParsedStatement.parse(parts[0], in: bytes, version: version),
      let node = statement.node
    else { return nil }
    defer { withExtendedLifetime(statement) {} }
    var reader = SyntaxReader()
    guard case .select(let select)? = try? reader.query(node).body,
      case .expression(.cast(_, let type), _)? = select.targets.first
    else { return nil }
    return type
  }

  /// The catalog with every type in it changed.
  static func withTypes(_ catalog: Catalog, _ change: (TypeName) -> TypeName) -> Catalog {
    var result = catalog
    for table in result.tables.indices {
      for column in result.tables[table].columns.indices {
        let type = result.tables[table].columns[column].type
        result.tables[table].columns[column].type = change(type)
      }
    }
    for view in result.views.indices {
      for column in result.views[view].columns.indices {
        let type = result.views[view].columns[column].type
        result.views[view].columns[column].type = change(type)
      }
    }
    for index in result.types.indices {
      switch result.types[index].kind {
      case .composite(let fields):
        result.types[index].kind = .composite(
          fields.map { Catalog.CustomType.Field($0.name, change($0.type)) })
      case .domain(let base, let isNullable):
        result.types[index].kind = .domain(change(base), isNullable: isNullable)
      case .enumeration, .other: break
      }
    }
    for index in result.functions.indices {
      result.functions[index].returns = change(result.functions[index].returns)
      for argument in result.functions[index].arguments.indices {
        let type = result.functions[index].arguments[argument].type
        result.functions[index].arguments[argument].type = change(type)
      }
    }
    return result
  }

  /// Defaults and checks of domains.
  mutating func readTypes() {
    for index in builder.state.catalog.types.indices {
      let type = builder.state.catalog.types[index]
      if let value = type.defaultValue {
        builder.state.catalog.types[index].defaultValue = defaultValue(
          value, of: "the default of type \(type.name)")
      }
      for (place, check) in type.checks.enumerated() {
        builder.state.catalog.types[index].checks[place].expression = expression(
          check.expression, of: "constraint \(check.name) of type \(type.name)")
      }
    }
  }

  /// A default as the catalog keeps it; DEFAULT NULL is none.
  mutating func defaultValue(
    _ value: SQLExpression, of object: @autoclosure () -> String
  ) -> SQLExpression? {
    let read = expression(value, of: object())
    switch read {
    case .null, .cast(.null, _): return nil
    default: break
    }
    var resolver = NameResolver(builder.state, isStrict: false)
    return (try? resolver.resolve(read)) ?? read
  }
}
