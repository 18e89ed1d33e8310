import AccessModel

/// The functions of a name that could take as many arguments, named so.
///
/// Source: `FuncnameGetCandidates()` and `MatchNamedCall()` in `namespace.c`.
struct CandidateSearch {
  let names: CatalogNames
  /// Schemas of the search path that may not be used are passed over.
  let isUsable: (String) -> Bool
  /// `VARIADIC` is written: the array is passed as it is.
  let isVariadic: Bool
  /// Nil for arguments given by place; they come first.
  let argumentNames: [String?]
  var isProcedureCall = false

  private var count: Int { argumentNames.count }
  private var hasNames: Bool { argumentNames.contains { $0 != nil } }

  /// One function as the search sees it.
  private struct Declared {
    var target: Candidate.Target
    var arguments: [DataType]
    var names: [String?]
    var defaults: [Bool]
    var isVariadic: Bool
    var result: DataType
    /// Where on the search path it was found.
    var place = 0
  }

  /// Of functions with the same arguments, the one found first on the search path hides others.
  func candidates(schema: String?, _ name: String) -> [Candidate] {
    candidates(declared(schema: schema, name))
  }

  private func candidates(_ functions: [Declared]) -> [Candidate] {
    var (found, places): ([Candidate], [Int]) = ([], [])
    for declared in functions {
      guard let candidate = candidate(declared) else { continue }
      let twin = found.firstIndex { $0.arguments == candidate.arguments }
      if let twin {
        guard places[twin] == declared.place else { continue }
        switch (found[twin].variadicStart != nil, candidate.variadicStart != nil) {
        case (true, false): found[twin] = candidate
        case (false, true): break
        // Such as those that differ in arguments with defaults.
        case (false, false), (true, true): found[twin].isAmbiguous = true
        }
        continue
      }
      found.append(candidate)
      places.append(declared.place)
    }
    return found
  }

  /// The function that a stored call says it means; nil: it says none, or that is not there.
  func candidates(_ call: SQLFunctionCall) -> [Candidate]? {
    let declared: [Declared]
    switch call.meaning {
    case .open(_, let path?): return candidates(self.declared(in: path, call.name))
    case .open, nil: return nil
    case .builtin: declared = self.declared(in: "pg_catalog", call.name)
    case .function(let name, let types):
      let index = names.functions(schema: name.schema, name.name).first { index in
        names.catalog.functions[index].arguments.map(\.type) == types
      }
      guard let index else { return nil }
      declared = self.declared(function: index).map { [$0] } ?? []
    }
    return declared.compactMap(candidate)
  }

  /// Those of all schemas of the path, which are passed over if they may not be used.
  private func declared(schema: String?, _ name: String) -> [Declared] {
    guard let schema else {
      return declared(in: names.functionPath.filter { $0 == "pg_catalog" || isUsable($0) }, name)
    }
    return declared(in: schema, name)
  }

  private func declared(in path: [String], _ name: String) -> [Declared] {
    path.enumerated().flatMap { place, schema in
      declared(in: schema, name).map { declared in
        var declared = declared
        declared.place = place
        return declared
      }
    }
  }

  private func declared(in schema: String, _ name: String) -> [Declared] {
    var result: [Declared] = []
    if schema == "pg_catalog" {
      result += Builtin.functions(named: name).map { builtin in
        let count = builtin.arguments.count
        return Declared(
          target: .builtin(builtin), arguments: builtin.arguments,
          names: (0..<count).map {
            builtin.argumentNames.indices.contains($0) ? builtin.argumentNames[$0] : nil
          },
          defaults: (0..<count).map { $0 >= count - builtin.defaults },
          isVariadic: builtin.isVariadic, result: builtin.result)
      }
    }
    return result + names.functions(schema: schema, name).compactMap(declared(function:))
  }

  private func declared(function index: Int) -> Declared? {
    let function = names.catalog.functions[index]
    let isVariadic = function.arguments.last?.isVariadic == true
    if isProcedureCall, function.kind == .procedure {
      let parameters = names.procedureParameters(index)
      let types = parameters.compactMap { names.type($0.type) }
      guard types.count == parameters.count else { return nil }
      return Declared(
        target: .function(index), arguments: types, names: parameters.map(\.name),
        defaults: parameters.map(\.hasDefault), isVariadic: isVariadic,
        result: names.result(of: function))
    }
    let types = function.arguments.compactMap { names.type($0.type) }
    guard types.count == function.arguments.count else { return nil }
    return Declared(
      target: .function(index), arguments: types, names: function.arguments.map(\.name),
      defaults: function.arguments.map { $0.defaultValue != nil }, isVariadic: isVariadic,
      result: names.result(of: function))
  }

  private func candidate(_ declared: Declared) -> Candidate? {
    if hasNames { return named(declared) }
    let parameters = declared.arguments.count
    if isVariadic {
      guard declared.isVariadic, count == parameters else { return nil }
      return Candidate(
        target: declared.target, arguments: declared.arguments, result: declared.result)
    }
    if declared.isVariadic, count >= parameters, let element = Self.element(of: declared) {
      let repeated = [DataType](repeating: element, count: count - parameters + 1)
      return Candidate(
        target: declared.target, arguments: declared.arguments.dropLast() + repeated,
        result: declared.result,
        // `VARIADIC "any"` takes them one by one.
        variadicStart: element == .pseudo(.any) ? nil : parameters - 1)
    }
    guard count <= parameters, declared.defaults[count...].allSatisfy({ $0 }) else { return nil }
    return Candidate(
      target: declared.target, arguments: Array(declared.arguments[..<count]),
      result: declared.result,
      order: count == parameters ? nil : (0..<parameters).map { $0 < count ? $0 : nil })
  }

  private static func element(of declared: Declared) -> DataType? {
    switch declared.arguments.last {
    case .pseudo(.any): .pseudo(.any)
    case .pseudo(.anyarray): .pseudo(.anyelement)
    case .pseudo(.anycompatiblearray): .pseudo(.anycompatible)
    case .array(let element): element
    default: nil
    }
  }

  private func named(_ declared: Declared) -> Candidate? {
    let parameters = declared.arguments.count
    guard count <= parameters, !declared.isVariadic else { return nil }
    var order = [Int?](repeating: nil, count: parameters)
    for (index, name) in argumentNames.enumerated() {
      guard let position = name.map({ declared.names.firstIndex(of: $0) }) ?? index,
        order[position] == nil
      else { return nil }
      order[position] = index
    }
    guard zip(order, declared.defaults).allSatisfy({ $0 != nil || $1 }) else { return nil }
    // Types are in the order of the call.
    let positions = argumentNames.indices.compactMap { index in order.firstIndex(of: index) }
    return Candidate(
      target: declared.target, arguments: positions.map { declared.arguments[$0] },
      result: declared.result, order: order)
  }
}

extension CatalogNames {
  /// What a call gives: of OUT parameters a row, unless there is only one.
  func result(of function: Catalog.Function) -> DataType {
    guard function.outputs.count > 1 else {
      return type(function.returns) ?? .other(function.returns.description)
    }
    let fields = function.outputs.enumerated().map { index, output in
      CompositeType.Field(
        output.name ?? "column\(index + 1)",
        columnType(output.type) ?? ColumnType(.other(output.type.description)))
    }
    return .record(fields)
  }
}
