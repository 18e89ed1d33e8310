/// A list whose copies share all but the places where they differ: to change a copy, or to add to
/// it, takes about as long however many elements there are.
///
/// For what has many versions, each a little different from the one before. Elements inside blocks
/// of blocks of 32: Swift's arrays copy only what is changed, so only the blocks on the way are
/// copied.
// Inlinable, as other modules go through millions of rows.
public struct SharedList<Element> {
  @usableFromInline var blocks: [[[Element]]] = []
  public private(set) var count = 0

  public init() {}

  /// Inserts an element at the end.
  public mutating func append(_ element: Element) {
    let (outer, inner) = (count >> 12, (count >> 5) & 127)
    if outer == blocks.count { blocks.append([]) }
    if inner == blocks[outer].count { blocks[outer].append([]) }
    blocks[outer][inner].append(element)
    count += 1
  }

  public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }
}

extension SharedList: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield blocks[position >> 12][(position >> 5) & 127][position & 31] }
    _modify { yield &blocks[position >> 12][(position >> 5) & 127][position & 31] }
  }

  /// Goes from block to block, which is quicker than finding each element.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let blocks: [[[Element]]]
    @usableFromInline var block: [Element] = []
    @usableFromInline var place = 0
    @usableFromInline var number = 0

    @usableFromInline init(_ blocks: [[[Element]]]) { self.blocks = blocks }

    @inlinable
    public mutating func next() -> Element? {
      if place == block.count {
        guard number >> 7 < blocks.count, number & 127 < blocks[number >> 7].count else {
          return nil
        }
        block = blocks[number >> 7][number & 127]
        (number, place) = (number + 1, 0)
      }
      defer { place += 1 }
      return block[place]
    }
  }

  @inlinable
  public func makeIterator() -> Iterator { Iterator(blocks) }
}

extension SharedList: RangeReplaceableCollection, ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }

  /// What is before `range` stays shared.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) {
    let rest = Array(self[range.upperBound...])
    truncate(to: range.lowerBound)
    for element in elements { append(element) }
    for element in rest { append(element) }
  }

  private mutating func truncate(to length: Int) {
    guard length < count else { return }
    let (outer, inner, left) = (length >> 12, (length >> 5) & 127, length & 31)
    let isWhole = inner == 0 && left == 0
    blocks.removeSubrange((isWhole ? outer : outer + 1)...)
    if !isWhole {
      blocks[outer].removeSubrange((left == 0 ? inner : inner + 1)...)
      if left > 0 { blocks[outer][inner].removeSubrange(left...) }
    }
    count = length
  }
}

extension SharedList {
  /// Positions of all elements that are not known to be the same in another version: blocks in
  /// common are passed over.
  public func positions(notSharedWith other: SharedList) -> [Int] {
    var result: [Int] = []
    for (outer, inners) in blocks.enumerated() {
      let others = other.blocks.indices.contains(outer) ? other.blocks[outer] : []
      if inners.isSameStorage(as: others) { continue }
      for (inner, elements) in inners.enumerated() {
        if others.indices.contains(inner), elements.isSameStorage(as: others[inner]) { continue }
        let start = outer << 12 | inner << 5
        result += start..<start + elements.count
      }
    }
    return result
  }
}

extension Array {
  /// Copies that were not changed since.
  fileprivate func isSameStorage(as other: [Element]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }
}

extension SharedList: Sendable where Element: Sendable {}

extension SharedList: Equatable where Element: Equatable {
  public static func == (a: SharedList, b: SharedList) -> Bool {
    guard a.count == b.count else { return false }
    return a.positions(notSharedWith: b).allSatisfy { a[$0] == b[$0] }
  }
}

extension SharedList: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

// As arrays.
extension SharedList: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}

extension SharedList: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}
