/// A bound on the depth of a statement's tree, from its tokens alone.
///
/// Trees grow deep by brackets and by chains such as `1 + 1 + …`; items between commas stand side
/// by side. libpg_query recurses over its trees without looking at the stack, so what is too deep
/// must not reach it.
struct DepthBound {
  private struct Level {
    /// Tokens since the last comma.
    var tokens = 0
    /// The deepest bracket since the last comma.
    var inner = 0
    /// The deepest item before the last comma.
    var deepest = 0

    var depth: Int { max(deepest, tokens + inner) }
  }

  private var levels = [Level()]

  mutating func count() { levels[levels.count - 1].tokens += 1 }

  mutating func open() {
    count()
    levels.append(Level())
  }

  mutating func separate() {
    let last = levels.count - 1
    levels[last].deepest = levels[last].depth
    (levels[last].tokens, levels[last].inner) = (0, 0)
  }

  mutating func close() {
    guard levels.count > 1, let closed = levels.popLast() else { return }
    let last = levels.count - 1
    levels[last].inner = max(levels[last].inner, closed.depth)
  }

  /// The depth, with whatever is still open.
  var depth: Int { levels.reversed().reduce(0) { max($1.deepest, $1.tokens + max($1.inner, $0)) } }
}
