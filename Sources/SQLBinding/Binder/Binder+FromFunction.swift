import AccessModel

extension Binder {
  /// A function in FROM, which may refer to the items before it.
  mutating func fromFunction(
    _ function: SQLFromFunction, in scope: Scope
  ) throws(EngineFailure) -> BoundJoin {
    throw undecided("a function in FROM")
  }
}
