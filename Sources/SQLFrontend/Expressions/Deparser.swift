import CPgQuery
import Foundation

/// libpg_query's own text of a tree, for parts that the model keeps as text.
enum Deparser {
  /// The text of a statement.
  static func statement(_ node: Node) -> String? { take(rk_deparse(node)) }

  /// The text of an expression.
  static func expression(_ node: Node) -> String? {
    let prefix = "SELECT "
    guard let text = take(rk_deparse_expression(node)), text.hasPrefix(prefix) else { return nil }
    return String(text.dropFirst(prefix.count))
  }

  private static func take(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
