/// A path of SQL/JSON: `lax $.a[*] ? (@.b > 1)`.
///
/// Source: `jsonpath.h`, `jsonpath.c`.
public struct JSONPath: Hashable, Sendable {
  public var isStrict: Bool
  public var root: Node

  public indirect enum Node: Hashable, Sendable {
    /// `$`, `@` and `last`.
    case document, current, last
    case variable(String)
    case literal(JSONValue)
    case steps(Node, [Step])
    case arithmetic(Character, Node, Node)
    case sign(Character, Node)
    case compare(Comparison, Node, Node)
    case and(Node, Node)
    case or(Node, Node)
    case not(Node)
    case isUnknown(Node)
    case exists(Node)
    case startsWith(Node, Node)
    case likeRegex(Node, pattern: String, flags: String)
  }

  public enum Comparison: String, Hashable, Sendable {
    case equal = "==", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">"
    case greaterOrEqual = ">="
  }

  public enum Step: Hashable, Sendable {
    case member(String)
    case anyMember
    /// `.**`, from one level to another; nil: to the last.
    case anyDepth(from: Int, to: Int?)
    case anyElement
    /// `[a, b to c]`.
    case elements([Range])
    case method(String)
    case filter(Node)
  }

  public struct Range: Hashable, Sendable {
    public var from: Node
    public var to: Node?
  }
}

extension JSONPath.Node {
  /// True, false or unknown, and no value.
  var isPredicate: Bool {
    switch self {
    case .compare, .and, .or, .not, .isUnknown, .exists, .startsWith, .likeRegex: true
    default: false
    }
  }

  /// Source: `operationPriority()`.
  private var priority: Int {
    switch self {
    case .or: 0
    case .and: 1
    case .compare, .startsWith: 2
    case .arithmetic("+", _, _), .arithmetic("-", _, _): 3
    case .arithmetic: 4
    case .sign: 5
    default: 6
    }
  }

  private func text(inside outer: Self) -> String {
    text(bracketed: priority <= outer.priority)
  }

  private func binary(_ symbol: String, _ a: Self, _ b: Self, _ bracketed: Bool) -> String {
    let inner = "\(a.text(inside: self)) \(symbol) \(b.text(inside: self))"
    return bracketed ? "(\(inner))" : inner
  }

  /// Source: `printJsonPathItem()`.
  func text(bracketed: Bool = false) -> String {
    switch self {
    case .document: return "$"
    case .current: return "@"
    case .last: return "last"
    case .variable(let name): return "$" + JSONValue.quoted(name)
    case .literal(let value): return value.description
    case .steps(let base, let steps): return base.text() + steps.map(\.text).joined()
    case .arithmetic(let symbol, let a, let b): return binary(String(symbol), a, b, bracketed)
    case .compare(let symbol, let a, let b): return binary(symbol.rawValue, a, b, bracketed)
    case .and(let a, let b): return binary("&&", a, b, bracketed)
    case .or(let a, let b): return binary("||", a, b, bracketed)
    case .startsWith(let a, let b): return binary("starts with", a, b, bracketed)
    case .sign(let sign, let operand):
      let inner = "\(sign)\(operand.text(inside: self))"
      return bracketed ? "(\(inner))" : inner
    case .not(let inner): return "!(\(inner.text()))"
    case .isUnknown(let inner): return "(\(inner.text())) is unknown"
    case .exists(let inner): return "exists (\(inner.text()))"
    case .likeRegex(let operand, let pattern, let flags):
      let inner =
        operand.text(inside: self) + " like_regex " + JSONValue.quoted(pattern)
        + (flags.isEmpty ? "" : " flag \"\(flags)\"")
      return bracketed ? "(\(inner))" : inner
    }
  }
}

extension JSONPath.Step {
  fileprivate var text: String {
    switch self {
    case .member(let name): return "." + JSONValue.quoted(name)
    case .anyMember: return ".*"
    case .anyDepth(0, nil): return ".**"
    case .anyDepth(let from, let to):
      if from == to { return ".**{\(from)}" }
      return ".**{\(from) to \(to.map(String.init) ?? "last")}"
    case .anyElement: return "[*]"
    case .elements(let ranges):
      let parts = ranges.map { $0.from.text() + ($0.to.map { " to " + $0.text() } ?? "") }
      return "[" + parts.joined(separator: ",") + "]"
    case .method(let name): return ".\(name)()"
    case .filter(let condition): return "?(\(condition.text()))"
    }
  }
}

extension JSONPath: CustomStringConvertible {
  /// As `jsonpath_out()` prints it.
  public var description: String { (isStrict ? "strict " : "") + root.text(bracketed: true) }
}
