import AccessModel
import Foundation

/// The statements of one file, two blocks of three of which a second thread parses while the first
/// parses and applies the rest.
///
/// Ask for each statement once, in order, on a `DeepStack`.
final class ParseAhead {
  private let bytes: [UInt8]
  private let statements: [StatementText]
  private let version: PostgresVersion
  private let blocks: Blocks?

  /// Statements of a block.
  private static let size = 32
  /// Fewer are parsed before a thread has begun.
  private static let least = 4 * size
  /// Blocks that wait to be asked for, at most: their trees are large.
  fileprivate static let most = 4

  init(_ statements: [StatementText], in bytes: [UInt8], version: PostgresVersion) {
    (self.statements, self.bytes, self.version) = (statements, bytes, version)
    guard statements.count >= Self.least else {
      blocks = nil
      return
    }
    let blocks = Blocks()
    self.blocks = blocks
    DeepStack.start {
      for start in stride(from: 0, to: statements.count, by: Self.size)
      where Self.isAhead(start / Self.size) {
        let end = min(start + Self.size, statements.count)
        let block = (start..<end).map { Self.parse(statements[$0], in: bytes, version) }
        guard blocks.add(block) else { return }
      }
    }
  }

  deinit { blocks?.stop() }

  /// A statement's tree; nil where it has none, or is not worth one.
  func statement(_ index: Int) throws(ReadFailure) -> ParsedStatement? {
    let number = index / Self.size
    guard let blocks, Self.isAhead(number) else {
      return try Self.parse(statements[index], in: bytes, version).get()
    }
    return try blocks.take(index % Self.size, ofBlock: number).get()
  }

  /// The first block is not, for the second thread takes a moment to begin.
  fileprivate static func isAhead(_ block: Int) -> Bool { block % 3 != 0 }

  private static func parse(
    _ statement: StatementText, in bytes: [UInt8], _ version: PostgresVersion
  ) -> Result<ParsedStatement?, ReadFailure> {
    guard case .sql = statement.kind, !statement.isLargeData else { return .success(nil) }
    do throws(ReadFailure) {
      return .success(try ParsedStatement.parse(statement, in: bytes, version: version))
    } catch {
      return .failure(error)
    }
  }
}

/// Parsed blocks on their way from one thread to the other.
// Guarded by `condition`.
private final class Blocks: @unchecked Sendable {
  typealias Block = [Result<ParsedStatement?, ReadFailure>]

  private let condition = NSCondition()
  private var waiting: [Block] = []
  private var isStopped = false
  private var current: Block = []
  /// The number of `current`.
  private var number = 0

  /// Waits for room; false if nobody wants more.
  func add(_ block: Block) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while waiting.count >= ParseAhead.most, !isStopped { condition.wait() }
    waiting.append(block)
    condition.signal()
    return !isStopped
  }

  /// One statement of a block. Blocks that nothing was asked of are passed over.
  func take(_ index: Int, ofBlock wanted: Int) -> Result<ParsedStatement?, ReadFailure> {
    while number < wanted {
      condition.lock()
      while waiting.isEmpty { condition.wait() }
      current = waiting.removeFirst()
      repeat { number += 1 } while !ParseAhead.isAhead(number)
      condition.signal()
      condition.unlock()
    }
    guard current.indices.contains(index) else { return .success(nil) }
    let result = current[index]
    current[index] = .success(nil)
    return result
  }

  func stop() {
    condition.lock()
    isStopped = true
    condition.signal()
    condition.unlock()
  }
}

extension StatementText {
  /// Rows are many, and define nothing; their trees would be large.
  var isLargeData: Bool {
    guard range.count > 1 << 20, let word = head.first else { return false }
    return ["insert", "update", "delete", "copy", "values"].contains(word)
  }
}
