/// A regular expression as written.
indirect enum RegularExpressionNode {
  enum Preference { case longest, shortest }

  case empty
  case scalar(ScalarSet)
  case assertion(RegularExpressionAssertion)
  /// `(…)`; without a number if it captures nothing.
  case group(Int?, RegularExpressionNode)
  case backReference(Int)
  case sequence([RegularExpressionNode])
  case alternatives([RegularExpressionNode])
  /// Without a preference, it is the operand's: `{m}`.
  case `repeat`(RegularExpressionNode, Int, Int?, Preference?)

  /// The same without constraints on what stands around, as back references take it.
  var withoutAssertions: RegularExpressionNode {
    switch self {
    case .empty, .scalar, .backReference: self
    case .assertion: .empty
    case .group(let number, let node): .group(number, node.withoutAssertions)
    case .sequence(let nodes): .sequence(nodes.map(\.withoutAssertions))
    case .alternatives(let nodes): .alternatives(nodes.map(\.withoutAssertions))
    case .repeat(let node, let least, let most, let preference):
      .repeat(node.withoutAssertions, least, most, preference)
    }
  }
}

/// What must hold at a position.
indirect enum RegularExpressionAssertion {
  case start, end, lineStart, lineEnd
  case wordStart, wordEnd, wordBoundary, notWordBoundary
  case lookaround(RegularExpressionNode, isAhead: Bool, isNegated: Bool)
}
