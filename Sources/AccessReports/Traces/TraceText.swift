public import AccessDecisions
public import AccessModel

/// An explanation as an indented tree.
///
/// ```
/// ✓ SELECT on saved for authenticated
/// └─ ✗ policy owner_select [Saved.swift:12]
///    └─ ✗ patron.email_address = auth.email() → false
/// ```
public struct TraceText: Sendable {
  /// The root of the explanation.
  public var root: TraceNode
  /// Turns a place into what is shown: `ElectricRide/Saved.swift` into a path.
  public var place: @Sendable (SourcePlace) -> SourcePlace

  /// Text of the tree under `root`.
  public init(
    _ root: TraceNode, place: @escaping @Sendable (SourcePlace) -> SourcePlace = { $0 }
  ) {
    self.root = root
    self.place = place
  }

  /// What the marks mean.
  public static let legend =
    "✓ passed   ✗ failed   ~ unknown (NULL)   ? undecided   · for information"

  /// The lines of the tree, with a newline after each.
  public func text(style: TextStyle = .plain) -> String {
    var text = ""
    write(root, first: "", rest: "", style: style, to: &text)
    return text
  }

  private func write(
    _ node: TraceNode, first: String, rest: String, style: TextStyle, to text: inout String
  ) {
    text += first + mark(of: node.verdict, style: style) + " " + node.label.printable
    if let value = node.value { text += " → " + style.apply(.strong, to: value.printable) }
    if let place = node.place {
      text += " " + style.apply(.quiet, to: "[\(self.place(place))]")
    }
    text += "\n"
    for (index, child) in node.children.enumerated() {
      let isLast = index == node.children.count - 1
      write(
        child, first: rest + (isLast ? "└─ " : "├─ "), rest: rest + (isLast ? "   " : "│  "),
        style: style, to: &text)
    }
  }

  private func mark(of verdict: TraceNode.Verdict, style: TextStyle) -> String {
    switch verdict {
    case .passed: style.apply(.good, to: "✓")
    case .failed: style.apply(.bad, to: "✗")
    case .unknown: style.apply(.warning, to: "~")
    case .undecided: style.apply(.warning, to: "?")
    case .information: style.apply(.quiet, to: "·")
    }
  }
}
