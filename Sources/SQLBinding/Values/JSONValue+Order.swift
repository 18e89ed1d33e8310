extension JSONValue {
  /// As `compareJsonbContainers()` orders: object > array > boolean > number > string > null, and
  /// containers by their length first.
  @usableFromInline
  static func compare(_ a: JSONValue, _ b: JSONValue) -> Int {
    // An empty array at the top is less than anything else: its scalars are arrays of one.
    switch (a, b) {
    case (.array(let x), .array(let y)): return compareArrays(x, y)
    case (.array, .object): return -1
    case (.object, .array): return 1
    case (.array(let x), _): return x.isEmpty ? -1 : 1
    case (_, .array(let y)): return y.isEmpty ? 1 : -1
    default: return compareWithin(a, b)
    }
  }

  private static func compareArrays(_ x: [JSONValue], _ y: [JSONValue]) -> Int {
    if x.count != y.count { return x.count < y.count ? -1 : 1 }
    for (a, b) in zip(x, y) {
      let order = compareWithin(a, b)
      if order != 0 { return order }
    }
    return 0
  }

  /// Inside a container.
  private static func compareWithin(_ a: JSONValue, _ b: JSONValue) -> Int {
    switch (a, b) {
    case (.null, .null): return 0
    case (.boolean(let x), .boolean(let y)): return x == y ? 0 : y ? -1 : 1
    case (.number(let x), .number(let y)): return x < y ? -1 : x == y ? 0 : 1
    case (.string(let x), .string(let y)): return x == y ? 0 : x < y ? -1 : 1
    case (.array(let x), .array(let y)): return compareArrays(x, y)
    case (.object(let x), .object(let y)):
      if x.count != y.count { return x.count < y.count ? -1 : 1 }
      for (m, n) in zip(x, y) {
        if m.key != n.key { return m.key < n.key ? -1 : 1 }
        let order = compareWithin(m.value, n.value)
        if order != 0 { return order }
      }
      return 0
    default: return a.rank < b.rank ? -1 : 1
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .string, .unknown: 1
    case .number: 2
    case .boolean: 3
    case .array: 4
    case .object: 5
    }
  }
}
