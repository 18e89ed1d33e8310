import SQLBinding

/// A value computed once per run of a statement, or once for all runs of whoever asks.
final class RunCell<Value> {
  private var stored: (run: Int, value: Value)?
  private var lasting = Remembered<Value?>(nil)

  /// `isPerRun`: it depends on the parameters of a run.
  func value(
    in session: Session, isPerRun: Bool, _ compute: () throws(EngineFailure) -> Value
  ) throws(EngineFailure) -> Value {
    guard isPerRun else {
      lasting.turn(to: session.variables.turn, else: nil)
      if let value = lasting.value { return value }
      let value = try compute()
      lasting.value = value
      return value
    }
    if let stored, stored.run == session.run { return stored.value }
    let value = try compute()
    stored = (session.run, value)
    return value
  }
}
