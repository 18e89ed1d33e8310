public import AccessModel

/// The types of parameters that PREPARE does not declare: each takes that of the first place that asks
/// for one.
///
/// Source: `src/backend/parser/parse_param.c`.
final class DeducedTypes {
  private var types: [Int: DataType] = [:]

  /// The type of `$number`, `.unknown` before any place has told it.
  func type(of number: Int, _ declared: DataType) -> DataType {
    declared == .unknown ? types[number] ?? .unknown : declared
  }

  /// A place asks for `type`.
  func take(_ type: DataType, for number: Int) throws(EngineFailure) -> DataType {
    if let known = types[number], known != type {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "42P08"), "inconsistent types deduced for parameter $\(number)",
          detail: "\(known) versus \(type)"))
    }
    types[number] = type
    return type
  }
}

extension Binder {
  /// The types of a statement's parameters, `$1` first: those that are declared, and what their places
  /// tell of the others, up to `count`.
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
    let deduced = DeducedTypes()
    _ = try bind(
      statement, types: types + [DataType](repeating: .unknown, count: max(0, count - types.count)),
      deduced: deduced, in: names, useSchema: useSchema)
    var result = declared
    for number in declared.count..<max(declared.count, count) {
      let type = deduced.type(of: number + 1, .unknown)
      guard type != .unknown else {
        throw .postgres(
          PostgresError(
            SQLState(rawValue: "42P18"), "could not determine data type of parameter $\(number + 1)"
          ))
      }
      result.append(type.typeName)
    }
    return result
  }
}
