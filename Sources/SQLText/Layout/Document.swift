import AccessModel

/// SQL text with the places where a line may break: a document of Wadler's pretty printer.
///
/// Syntax trees are leaves, unfolded when the printer meets them, so that neither making nor
/// printing a document recurses, however deep the tree.
indirect enum Document {
  case text(String)
  /// A space, or a new line where the group does not fit.
  case line
  /// Nothing, or a new line where the group does not fit.
  case softLine
  /// A new line in the indented layout; a space in the compact one.
  case hardLine
  case joined([Document])
  /// As `joined`, two columns further in.
  case nested([Document])
  /// Its own lines break all together, or not at all.
  case group([Document])
  /// An expression in a place that takes nothing that binds less than `minimum`.
  case expression(SQLExpression, minimum: Precedence)
  case query(SQLQuery)
  case from(SQLFromItem)

  static func expression(_ expression: SQLExpression) -> Self {
    .expression(expression, minimum: .or)
  }

  /// `(…)`, broken after `(` and before `)` if at all.
  static func parenthesized(_ content: Document...) -> Self {
    .group([.text("("), .nested([.softLine] + content), .softLine, .text(")")])
  }

  /// `a, b, c`, broken after each comma or nowhere; the breaks are the enclosing group's.
  static func list(_ items: [Document]) -> Self {
    var parts = [Document]()
    for item in items {
      if !parts.isEmpty { parts += [.text(","), .line] }
      parts.append(item)
    }
    return .joined(parts)
  }

  /// SQL text as its author wrote it. A line comment in it must not swallow what follows.
  static func verbatim(_ text: String) -> Self {
    text.contains("--") ? .text(text + "\n") : .text(text)
  }
}
