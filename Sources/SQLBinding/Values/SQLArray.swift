/// An array value: elements in row-major order, and the length and first subscript of each
/// dimension; an empty array has no dimension.
public struct SQLArray: Hashable, Sendable {
  public struct Dimension: Hashable, Sendable {
    public var lower: Int
    public var length: Int

    public init(lower: Int = 1, length: Int) {
      self.lower = lower
      self.length = length
    }
  }

  public var elements: [SQLValue]
  public var dimensions: [Dimension]

  /// An array of one dimension whose subscripts start at 1.
  public init(_ elements: [SQLValue]) {
    self.elements = elements
    dimensions = elements.isEmpty ? [] : [Dimension(length: elements.count)]
  }

  public init(_ elements: [SQLValue], dimensions: [Dimension]) {
    self.elements = elements
    self.dimensions = elements.isEmpty ? [] : dimensions
  }

  /// As `array_cmp()` orders arrays: by elements, then length, then dimensions.
  @usableFromInline
  static func compare(_ a: SQLArray, _ b: SQLArray) -> Int? {
    for (x, y) in zip(a.elements, b.elements) {
      guard let order = SQLValue.compareNullsLast(x, y) else { return nil }
      if order != 0 { return order }
    }
    if a.elements.count != b.elements.count { return a.elements.count < b.elements.count ? -1 : 1 }
    if a.dimensions.count != b.dimensions.count {
      return a.dimensions.count < b.dimensions.count ? -1 : 1
    }
    for (x, y) in zip(a.dimensions, b.dimensions) {
      if x.length != y.length { return x.length < y.length ? -1 : 1 }
      if x.lower != y.lower { return x.lower < y.lower ? -1 : 1 }
    }
    return 0
  }
}

extension SQLValue {
  /// As `compare`, for parts of arrays and rows: NULLs are equal, and larger than anything.
  @usableFromInline
  static func compareNullsLast(_ a: SQLValue, _ b: SQLValue) -> Int? {
    if a.isNull { return b.isNull ? 0 : 1 }
    if b.isNull { return -1 }
    return compare(a, b)
  }

  /// As `compareNullsLast`, for those outside.
  public static func compareParts(_ a: SQLValue, _ b: SQLValue) -> Int? { compareNullsLast(a, b) }

  /// As `record_cmp()` orders rows of as many fields.
  @usableFromInline
  static func compareRecords(_ a: [SQLValue], _ b: [SQLValue]) -> Int? {
    for (x, y) in zip(a, b) {
      guard let order = compareNullsLast(x, y) else { return nil }
      if order != 0 { return order }
    }
    return a.count == b.count ? 0 : nil
  }
}
