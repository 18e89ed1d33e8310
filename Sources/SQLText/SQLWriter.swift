public import AccessModel

/// Writes syntax trees as SQL: quoted, with parentheses only where precedence asks for them.
///
/// Every text means what its tree means; evaluated, it gives the same value. A part that has no
/// form in SQL, such as an operator of letters or a CASE without branches, is written so that
/// PostgreSQL refuses the statement, never so that it means something else. Writing takes no
/// recursion, so a tree of any depth can be written.
///
/// ```swift
/// SQLWriter(layout: .compact).text(.equal(.column("user"), .function("uid", schema: "auth")))
/// // "user" = auth.uid()
/// ```
public struct SQLWriter: Hashable, Sendable {
  /// How the text is spread over lines.
  public enum Layout: Hashable, Sendable {
    /// On one line, verbatim text aside.
    case compact
    /// Clauses and conditions on lines of their own where one line would be too long.
    case indented
  }

  /// How the text is spread over lines.
  public var layout: Layout
  /// Bodies of functions are written as their authors wrote them, where that is known.
  public var keepsSources = false
  /// For tests: parentheses around every operand, needed or not.
  var parenthesizesEverything = false

  /// The line length that the indented layout aims at.
  static let lineLength = 88

  /// A writer of one layout.
  public init(layout: Layout) { self.layout = layout }

  /// The expression, without parentheses around it.
  public func text(_ expression: SQLExpression) -> String { print(.expression(expression)) }

  /// The query, without parentheses around it and without a semicolon.
  public func text(_ query: SQLQuery) -> String { print(.group([.query(query)])) }

  /// The statement, without a semicolon.
  public func text(_ statement: SQLStatement) -> String { print(document(statement)) }

  func print(_ document: Document) -> String { Printer.print(document, style: self) }

  /// One level of a syntax tree.
  func unfold(_ document: Document) -> Document {
    switch document {
    case .expression(let expression, let minimum): unfold(expression, minimum: minimum)
    case .query(let query): unfold(query)
    case .from(let item): unfold(item)
    default: document
    }
  }
}

extension SQLExpression {
  /// The expression on one line, for messages and single statements.
  public var sqlText: String { SQLWriter(layout: .compact).text(self) }
}

extension SQLQuery {
  /// The query on one line.
  public var sqlText: String { SQLWriter(layout: .compact).text(self) }
}

extension SQLStatement {
  /// The statement on one line.
  public var sqlText: String { SQLWriter(layout: .compact).text(self) }
}
