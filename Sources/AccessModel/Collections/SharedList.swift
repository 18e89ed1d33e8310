/// A list whose copies share all but the places where they differ: to change a copy, or to add to
/// it, takes about as long however many elements there are.
///
/// For what has many versions, each a little different from the one before. Elements inside blocks
/// of blocks: Swift's arrays copy only what is changed, so only the blocks on the way are copied.
public struct SharedList<Element> {
  private var blocks: [[[Element]]] = []
  public private(set) var count = 0

  private static var bits: Int { 7 }
  private static var mask: Int { 127 }

  public init() {}

  /// Inserts an element at the end.
  public mutating func append(_ element: Element) {
    let (outer, inner) = (count >> (2 * Self.bits), (count >> Self.bits) & Self.mask)
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

  public subscript(position: Int) -> Element {
    get {
      blocks[position >> (2 * Self.bits)][(position >> Self.bits) & Self.mask][
        position & Self.mask]
    }
    _modify {
      yield &blocks[position >> (2 * Self.bits)][(position >> Self.bits) & Self.mask][
        position & Self.mask]
    }
  }
}

extension SharedList: Sendable where Element: Sendable {}
