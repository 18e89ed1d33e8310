import AccessModel
import Foundation

/// The statements of one file, which a second thread parses in blocks while the first applies them,
/// and parses what nobody has begun with where it would have to wait.
///
/// Ask for each statement once, in order, on a `DeepStack`.
final class ParseAhead {
  private let bytes: [UInt8]
  private let statements: [StatementText]
  private let version: PostgresVersion
  private let blocks: Blocks?
  private var current: Blocks.Block = []
  /// The number of `current`; nil: there is none yet.
  private var number: Int?

  /// Statements of a block.
  private static let size = 32
  /// Fewer are parsed before a thread has begun.
  private static let least = 4 * size

  init(_ statements: [StatementText], in bytes: [UInt8], version: PostgresVersion) {
    (self.statements, self.bytes, self.version) = (statements, bytes, version)
    guard statements.count >= Self.least else {
      blocks = nil
      return
    }
    let blocks = Blocks(count: (statements.count + Self.size - 1) / Self.size)
    self.blocks = blocks
    DeepStack.start {
      while let number = blocks.claim() {
        blocks.add(Self.parse(block: number, of: statements, in: bytes, version), number)
      }
    }
  }

  deinit { blocks?.stop() }

  /// A statement's tree; nil where it has none, or is not worth one.
  func statement(_ index: Int) throws(ReadFailure) -> ParsedStatement? {
    guard let blocks else { return try Self.parse(statements[index], in: bytes, version).get() }
    if number != index / Self.size { take(index / Self.size, of: blocks) }
    guard current.indices.contains(index % Self.size) else { return nil }
    let result = current[index % Self.size]
    current[index % Self.size] = .success(nil)
    return try result.get()
  }

  private func take(_ wanted: Int, of blocks: Blocks) {
    while true {
      switch blocks.take(wanted) {
      case .parsed(let block): (current, number) = (block, wanted)
      case .open(let other):
        let block = Self.parse(block: other, of: statements, in: bytes, version)
        guard other == wanted else {
          blocks.add(block, other)
          continue
        }
        (current, number) = (block, wanted)
      }
      return
    }
  }

  private static func parse(
    block number: Int, of statements: [StatementText], in bytes: [UInt8], _ version: PostgresVersion
  ) -> Blocks.Block {
    let end = min((number + 1) * size, statements.count)
    return (number * size..<end).map { parse(statements[$0], in: bytes, version) }
  }

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

/// Blocks of statements, each of which one of two threads parses, and the first takes in order.
// Guarded by `condition`.
private final class Blocks: @unchecked Sendable {
  typealias Block = [Result<ParsedStatement?, ReadFailure>]

  enum Taken {
    case parsed(Block)
    /// Nobody has begun with this one: it is the caller's to parse.
    case open(Int)
  }

  /// Blocks that wait to be taken, at most: their trees are large.
  private static let most = 4

  private let condition = NSCondition()
  private let count: Int
  private var parsed: [Int: Block] = [:]
  /// The first that nobody has begun with.
  private var next = 0
  private var isStopped = false

  init(count: Int) { self.count = count }

  /// The next block for the second thread, once there is room; nil: there is none, or nobody wants more.
  func claim() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while parsed.count >= Self.most, !isStopped { condition.wait() }
    return isStopped ? nil : open()
  }

  func add(_ block: Block, _ number: Int) {
    condition.lock()
    defer { condition.unlock() }
    parsed[number] = block
    condition.signal()
  }

  /// A block, or while the other thread parses it another that is open. Those before it are passed
  /// over.
  func take(_ wanted: Int) -> Taken {
    condition.lock()
    defer { condition.unlock() }
    next = max(next, wanted)
    while true {
      if let block = parsed.removeValue(forKey: wanted) {
        for number in parsed.keys where number < wanted { parsed[number] = nil }
        condition.signal()
        return .parsed(block)
      }
      if next == wanted || parsed.count < Self.most, let number = open() { return .open(number) }
      condition.wait()
    }
  }

  private func open() -> Int? {
    guard next < count else { return nil }
    next += 1
    return next - 1
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
