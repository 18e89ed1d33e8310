public import AccessModel
import Foundation

/// Expressions of a catalog, read on a second thread while the server still tells the rest of it.
///
/// ```swift
/// let texts = TextsAhead(version: .v17)
/// texts.add(["(owner = CURRENT_USER)"])
/// let read = StoredTexts.read(catalog, version: .v17, ahead: texts)
/// ```
// Guarded by `condition`.
public final class TextsAhead: @unchecked Sendable {
  private let version: PostgresVersion
  private let condition = NSCondition()
  private var seen: Set<String> = []
  private var waiting: [[String]] = []
  /// How many parts are being read.
  private var running = 0
  private var trees: [String: SQLExpression] = [:]

  /// Texts of a part.
  private static let size = 256

  /// Nothing to be read yet.
  public init(version: PostgresVersion) { self.version = version }

  /// Begins to read texts of `pg_get_expr()`, each once.
  public func add(_ texts: [String]) {
    condition.lock()
    let new = texts.filter { seen.insert($0).inserted }
    for start in stride(from: 0, to: new.count, by: Self.size) {
      waiting.append(Array(new[start..<min(start + Self.size, new.count)]))
    }
    condition.unlock()
    if !new.isEmpty { DeepStack.start { self.readParts() } }
  }

  /// The trees by their texts, but of those that cannot be read; call on a `DeepStack`, which reads
  /// what still waits.
  func finish() -> [String: SQLExpression] {
    readParts()
    condition.lock()
    defer { condition.unlock() }
    while running > 0 { condition.wait() }
    return trees
  }

  private func readParts() {
    while let part = nextPart() {
      var read: [(String, SQLExpression)] = []
      for text in part {
        if let tree = try? StoredTexts.tree(of: text, version: version) {
          read.append((text, tree))
        }
      }
      condition.lock()
      for (text, tree) in read { trees[text] = tree }
      running -= 1
      condition.broadcast()
      condition.unlock()
    }
  }

  private func nextPart() -> [String]? {
    condition.lock()
    defer { condition.unlock() }
    guard !waiting.isEmpty else { return nil }
    running += 1
    return waiting.removeFirst()
  }
}
