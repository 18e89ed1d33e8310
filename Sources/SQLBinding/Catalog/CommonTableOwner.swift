/// What a table of WITH is written in. Queries of views, policies and rules become parts of others,
/// whose tables of WITH are not theirs: each owner numbers its own from another place on.
enum CommonTableOwner {
  case statement
  case table(Int)
  case view(Int)
  case function(Int)
  case rule

  /// The number of its first.
  var firstNumber: Int {
    let place =
      switch self {
      case .rule: -1
      case .statement: 0
      case .table(let index): 3 * index + 1
      case .view(let index): 3 * index + 2
      case .function(let index): 3 * index + 3
      }
    return place << 32
  }
}
