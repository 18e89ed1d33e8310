import SQLBinding

/// A value computed once per run of a statement, or once for ever in run 0.
final class RunCell<Value> {
  private var stored: (run: Int, value: Value)?

  func value(
    in run: Int, _ compute: () throws(EngineFailure) -> Value
  ) throws(EngineFailure) -> Value {
    if let stored, stored.run == run { return stored.value }
    let value = try compute()
    stored = (run, value)
    return value
  }
}
