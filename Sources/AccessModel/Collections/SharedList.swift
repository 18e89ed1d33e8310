/// A list whose copies share all but the places where they differ: to change a copy, or to add to
/// it, takes about as long however many elements there are.
///
/// For what has many versions, each a little different from the one before. Elements inside blocks
/// of blocks, 128 each: Swift's arrays copy only what is changed, so only the blocks on the way are
/// copied.
// Inlinable, as other modules go through millions of rows.
public struct SharedList<Element> {
  @usableFromInline var blocks: [[[Element]]] = []
  public private(set) var count = 0

  public init() {}

  /// Inserts an element at the end.
  public mutating func append(_ element: Element) {
    let (outer, inner) = (count >> 14, (count >> 7) & 127)
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
    get { blocks[position >> 14][(position >> 7) & 127][position & 127] }
    _modify { yield &blocks[position >> 14][(position >> 7) & 127][position & 127] }
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

extension SharedList: Sendable where Element: Sendable {}
