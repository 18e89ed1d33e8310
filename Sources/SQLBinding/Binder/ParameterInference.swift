public import AccessModel

/// The types of `$n` that PREPARE does not name: each takes that of its first use, as an untyped
/// literal does, and keeps it.
///
/// Source: `variable_coerce_param_hook()` in `src/backend/parser/parse_param.c`.
final class ParameterInference {
  /// By number, from 1; nil: not known yet.
  private(set) var types: [DataType?]

  init(_ declared: [DataType]) { types = declared }

  func type(of number: Int) -> DataType {
    types.indices.contains(number - 1) ? types[number - 1] ?? .unknown : .unknown
  }

  func take(_ type: DataType, for number: Int) throws(EngineFailure) {
    while types.count < number { types.append(nil) }
    guard let known = types[number - 1] else {
      types[number - 1] = type
      return
    }
    guard known == type else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P08"), "inconsistent types deduced for parameter $\(number)",
          detail: "\(known) versus \(type)"))
    }
  }
}

extension Binder {
  /// The types of a statement's parameters, of which the first are declared. Undecided where one is
  /// never used as a value of a type.
  public static func parameterTypes(
    of statement: SQLStatement, declared: [TypeName], count: Int, in names: CatalogNames,
    useSchema: SchemaUse? = nil
  ) throws(EngineFailure) -> [TypeName] {
    var types: [DataType] = []
    for name in declared {
      guard let type = names.type(name) else {
        throw .undecided(Undecided("a parameter of type `\(name)`"))
      }
      types.append(type)
    }
    let inference = ParameterInference(types)
    _ = try bind(
      statement, types: [], in: names, inferring: inference, useSchema: useSchema)
    var result: [TypeName] = []
    for number in 1...max(1, count) where number <= count {
      let type = inference.type(of: number)
      guard type != .unknown else {
        throw .undecided(Undecided("the type of parameter $\(number)"))
      }
      result.append(type.typeName)
    }
    return result
  }
}
