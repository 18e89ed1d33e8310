/// What was found while one identity asked; what was found for others that take turns in the same
/// session is kept apart.
struct Remembered<Value> {
  private(set) var turn = 0
  var value: Value
  private var others: [Int: Value] = [:]

  init(_ value: Value) { self.value = value }

  /// Before `value` is used: whose turn it is.
  mutating func turn(to turn: Int, else new: @autoclosure () -> Value) {
    guard turn != self.turn else { return }
    others[self.turn] = value
    value = others.removeValue(forKey: turn) ?? new()
    self.turn = turn
  }
}
