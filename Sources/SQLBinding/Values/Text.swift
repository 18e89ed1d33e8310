/// A text value, compared and ordered by its bytes, as PostgreSQL does under the C collation.
///
/// Swift's own `==` takes canonically equivalent strings for equal; PostgreSQL does not.
public struct Text: Hashable, Comparable, Sendable {
  public let string: String

  public init(_ string: String) { self.string = string }

  public static func == (a: Self, b: Self) -> Bool {
    // Equal bytes imply canonical equivalence, which is the cheaper test for the usual case.
    a.string == b.string && a.string.utf8.count == b.string.utf8.count
      && a.string.utf8.elementsEqual(b.string.utf8)
  }

  public static func < (a: Self, b: Self) -> Bool {
    a.string.utf8.lexicographicallyPrecedes(b.string.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(string) }
}
