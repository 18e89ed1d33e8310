import AccessModel
import SQLBinding

/// A part of a regular expression that is looked into to find what its groups match; parts whose
/// insides nobody asks about are one automaton.
///
/// Which parts those are decides what the groups match, so it follows `parse()`, `parsebranch()`
/// and `parseqatom()` of `regcomp.c` closely.
final class RegularExpressionTree {
  enum Kind {
    case terminal
    case reference(Int, Int, Int?)
    case sequence(RegularExpressionTree, RegularExpressionTree)
    case alternatives([RegularExpressionTree])
    case iteration(RegularExpressionTree, Int, Int?)
    /// A group that is only another group.
    case wrapper(RegularExpressionTree)
  }

  /// What is known of a part: how much it prefers to match, and whether it is simple.
  struct Traits: OptionSet {
    let rawValue: Int
    static let longer = Traits(rawValue: 1)
    static let shorter = Traits(rawValue: 2)
    static let mixed = Traits(rawValue: 4)
    static let captures = Traits(rawValue: 8)
    static let refers = Traits(rawValue: 16)

    /// Of the part around. Source: `UP`.
    var upwards: Traits {
      var result = intersection([.mixed, .captures, .refers])
      if isSuperset(of: [.longer, .shorter]) { result.insert(.mixed) }
      return result
    }

    var isMessy: Bool { !isDisjoint(with: [.mixed, .captures, .refers]) }
    var preference: Traits { intersection([.longer, .shorter]) }

    /// Source: `COMBINE`.
    func combined(with other: Traits) -> Traits {
      union(other).upwards.union(preference.isEmpty ? other.preference : preference)
    }
  }

  var kind: Kind
  var traits: Traits
  /// The group that it is; 0: none.
  var group = 0
  let node: RegularExpressionNode
  private var compiled: RegularExpressionProgram?

  init(_ kind: Kind, _ traits: Traits, _ node: RegularExpressionNode) {
    (self.kind, self.traits, self.node) = (kind, traits, node)
  }

  var prefersShorter: Bool { traits.contains(.shorter) }

  func program(
    _ groups: [Int: RegularExpressionNode]
  ) throws(EngineFailure) -> RegularExpressionProgram {
    if let compiled { return compiled }
    let program = try RegularExpressionProgram(node, groups)
    compiled = program
    return program
  }

  /// The groups in it.
  func forEachGroup(_ body: (Int) -> Void) {
    if group > 0 { body(group) }
    switch kind {
    case .terminal, .reference: break
    case .sequence(let a, let b):
      a.forEachGroup(body)
      b.forEachGroup(body)
    case .alternatives(let list): for item in list { item.forEachGroup(body) }
    case .iteration(let inner, _, _), .wrapper(let inner): inner.forEachGroup(body)
    }
  }
}

extension RegularExpressionTree {
  /// Source: `parse()`.
  static func tree(of node: RegularExpressionNode) -> RegularExpressionTree {
    guard case .alternatives(let branches) = node else { return branch(of: node) }
    let parts = branches.map { branch(of: $0) }
    var traits: Traits = .longer
    for part in parts { traits.formUnion(traits.union(part.traits).upwards) }
    return RegularExpressionTree(traits.isMessy ? .alternatives(parts) : .terminal, traits, node)
  }

  private static func branch(of node: RegularExpressionNode) -> RegularExpressionTree {
    switch node {
    case .sequence(let items): branch(items[...])
    case .empty: RegularExpressionTree(.terminal, [], .empty)
    default: branch([node][...])
    }
  }

  /// Source: `parsebranch()` and the end of `parseqatom()`.
  private static func branch(
    _ items: ArraySlice<RegularExpressionNode>
  ) -> RegularExpressionTree {
    var traits: Traits = []
    for index in items.indices {
      guard let part = part(items[index], after: &traits) else { continue }
      let whole = RegularExpressionNode.sequence(Array(items))
      let before = RegularExpressionTree(
        .terminal, traits, .sequence(Array(items[..<index])))
      let isFirst = index == items.startIndex
      let rest = items[(index + 1)...]
      guard !rest.isEmpty else {
        if isFirst { return part.tree }
        traits.formUnion(traits.combined(with: part.tree.traits))
        return RegularExpressionTree(.sequence(before, part.tree), traits, whole)
      }
      let tail = branch(rest)
      var joined = part.joined
      joined.formUnion(joined.combined(with: tail.traits))
      traits.formUnion(traits.combined(with: joined))
      if isFirst {
        return RegularExpressionTree(.sequence(part.tree, tail), traits, whole)
      }
      let end: RegularExpressionTree
      let endNode = RegularExpressionNode.sequence(Array(items[index...]))
      if part.tree.isTerminal, tail.isTerminal,
        !part.tree.traits.union(tail.traits).upwards.isMessy
      {
        end = RegularExpressionTree(
          .terminal, part.tree.traits.combined(with: tail.traits), endNode)
      } else {
        end = RegularExpressionTree(.sequence(part.tree, tail), joined, endNode)
      }
      return RegularExpressionTree(.sequence(before, end), traits, whole)
    }
    return RegularExpressionTree(.terminal, traits, .sequence(Array(items)))
  }

  /// An atom with its quantifier, if its insides matter; else nil, and its traits join those of
  /// what stands before it. Source: `parseqatom()`.
  private static func part(
    _ item: RegularExpressionNode, after before: inout Traits
  ) -> (tree: RegularExpressionTree, joined: Traits)? {
    var (node, least, most) = (item, 1, Int?.some(1))
    var preference: Traits = []
    if case .repeat(let inner, let low, let high, let wanted) = item {
      (node, least, most) = (inner, low, high)
      preference = wanted.map { $0 == .longest ? .longer : .shorter } ?? []
    }
    if case .assertion = node { return nil }
    if least == 0, most == 0 { return nil }
    let (atom, isMessyAtom) = atom(node)
    let together = before.union(preference).union(atom?.traits ?? [])
    guard isMessyAtom || together.upwards.isMessy else {
      before = together
      return nil
    }
    let tree = atom ?? RegularExpressionTree(.terminal, [], node)
    let joined = preference.combined(with: tree.traits)
    return (quantified(tree, item, least, most, preference), joined)
  }

  /// The tree of a group or back reference, and whether it must be looked into.
  private static func atom(
    _ node: RegularExpressionNode
  ) -> (RegularExpressionTree?, Bool) {
    switch node {
    case .backReference(let number):
      return (RegularExpressionTree(.reference(number, 1, 1), .refers, node), true)
    case .group(nil, let inner): return (tree(of: inner), false)
    case .group(let number?, let inner):
      var tree = tree(of: inner)
      if tree.group != 0 {
        tree = RegularExpressionTree(.wrapper(tree), tree.traits, node)
      }
      tree.traits.insert(.captures)
      tree.group = number
      return (tree, true)
    default: return (nil, false)
    }
  }

  private static func quantified(
    _ atom: RegularExpressionTree, _ item: RegularExpressionNode, _ least: Int, _ most: Int?,
    _ preference: Traits
  ) -> RegularExpressionTree {
    let traits = preference.combined(with: atom.traits)
    if case .reference(let number, _, _) = atom.kind {
      return RegularExpressionTree(
        .reference(number, least, most), atom.traits.union(traits), item)
    }
    let own = atom.traits.intersection([.longer, .shorter, .mixed])
    if least == 1, most == 1, preference.isEmpty || own.isEmpty || preference == own { return atom }
    if atom.traits.isDisjoint(with: [.captures, .refers]) {
      return RegularExpressionTree(.terminal, traits, item)
    }
    guard least > 0, !atom.traits.contains(.refers) else {
      return RegularExpressionTree(.iteration(atom, least, most), traits, item)
    }
    // Only the last repetition's groups count.
    let earlier = RegularExpressionTree(
      .terminal, traits.preference, .repeat(atom.node, least - 1, most.map { $0 - 1 }, nil))
    return RegularExpressionTree(.sequence(earlier, atom), traits, item)
  }

  private var isTerminal: Bool { if case .terminal = kind { true } else { false } }
}
