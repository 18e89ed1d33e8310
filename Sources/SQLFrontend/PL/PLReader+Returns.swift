import AccessModel

/// RETURN, which gives what the function may give. Source: `make_return_stmt()` and its kin in
/// `pl_gram.y`.
extension PLReader {
  mutating func returns() throws(ReadFailure) -> PLStatement.Kind {
    let place = next.range.lowerBound
    skip()
    guard next.kind != .end else { throw near("unexpected end of function definition") }
    if next.isWord("next"), !peek(1).isSymbol(".") {
      try requireSet("RETURN NEXT", at: place)
      skip()
      return try returnsNext()
    }
    if next.isWord("query"), peek(1).name != nil || peek(1).isSymbol("(") {
      try requireSet("RETURN QUERY", at: place)
      skip()
      return .returnsQuery(try rows(until: []))
    }
    let mayBeAlone = compilation.map { $0.result != .value } ?? true
    if next.isSymbol(";"), mayBeAlone { return .returns(nil) }
    try requireValue()
    return .returns(try expression())
  }

  private mutating func returnsNext() throws(ReadFailure) -> PLStatement.Kind {
    guard let compilation else {
      return .returnsNext(next.isSymbol(";") ? nil : try expression())
    }
    guard compilation.hasOutputs else { return .returnsNext(try expression()) }
    guard next.isSymbol(";") else {
      throw refused(
        "RETURN NEXT cannot have a parameter in function with OUT parameters",
        .datatypeMismatch, at: next.range.lowerBound)
    }
    return .returnsNext(nil)
  }

  private func requireSet(_ statement: String, at place: Int) throws(ReadFailure) {
    guard let compilation, compilation.result != .set else { return }
    throw refused(
      "cannot use \(statement) in a non-SETOF function", .datatypeMismatch, at: place)
  }

  /// Refuses a value where the function's result is none.
  private func requireValue() throws(ReadFailure) {
    guard let compilation else { return }
    let place = next.range.lowerBound
    switch compilation.result {
    case .value: break
    case .set:
      throw refused(
        "RETURN cannot have a parameter in function returning set", .datatypeMismatch,
        hint: "Use RETURN NEXT or RETURN QUERY.", at: place)
    case .outputs:
      throw refused(
        "RETURN cannot have a parameter in function with OUT parameters", .datatypeMismatch,
        at: place)
    case .nothing:
      throw refused(
        "RETURN cannot have a parameter in function returning void", .datatypeMismatch,
        at: place)
    case .procedure:
      throw refused("RETURN cannot have a parameter in a procedure", at: place)
    }
  }
}
