import AccessModel

extension Binder {
  /// A value converted as a cast of the catalog says; nil: there is none.
  ///
  /// Source: `coerce_type()`, `build_coercion_expression()` in `src/backend/parser/parse_coerce.c`.
  func ownCoercion(
    _ expression: BoundExpression, to target: DataType, _ context: ConversionContext
  ) throws(EngineFailure) -> BoundExpression? {
    guard !names.catalog.casts.isEmpty else { return nil }
    let source = expression.type.base
    if case .array(let from) = source, case .array(let to) = target,
      names.ownCast(from: from, to: to) != nil
    {
      throw undecided("a cast of one's own for each element of an array")
    }
    guard let own = names.ownCast(from: source, to: target),
      let least = names.conversion(from: source, to: target), least <= context
    else { return nil }
    switch own.method {
    case .binary: return .cast(expression, from: source, to: ColumnType(target))
    case .text:
      let text = BoundExpression.cast(expression, from: source, to: ColumnType(.text))
      return .cast(text, from: .text, to: ColumnType(target))
    case .function(let name, let types):
      let found = names.functions(schema: name.schema, name.name).first {
        names.catalog.functions[$0].arguments.map(\.type) == types
      }
      guard let found, types.count == 1, let type = names.type(types[0]) else {
        throw undecided("a cast by a function of \(types.count) arguments")
      }
      let result = names.result(of: names.catalog.functions[found])
      let argument = try coerce(expression, to: type, .implicit)
      let call = BoundExpression.function(index: found, [argument], returns: result)
      return result == target ? call : .cast(call, from: result.base, to: ColumnType(target))
    }
  }
}
