import SQLBinding

/// Which code each value of a column has, from 1; 0 stands for no value.
enum ValueCodes {
  /// Words close together: the code is the distance from the first, plus 1. Some may have no row.
  case range(WordKind, first: Int64, count: Int)
  case words(WordKind, WordCodes)
  case uuids(WordCodes)
  case values([SQLValue: UInt32])

  /// One more than the largest.
  var codeCount: Int {
    switch self {
    case .range(_, _, let count): count + 1
    case .words(_, let codes), .uuids(let codes): codes.words.count + 1
    case .values(let codes): codes.count + 1
    }
  }

  /// 0 for values that the column does not hold.
  subscript(value: SQLValue) -> UInt32 {
    switch self {
    case .range(let kind, let first, let count):
      guard let word = kind.word(value) else { return 0 }
      let (distance, overflow) = word.subtractingReportingOverflow(first)
      guard !overflow, distance >= 0, distance < count else { return 0 }
      return UInt32(truncatingIfNeeded: distance + 1)
    case .words(let kind, let codes):
      guard let word = kind.word(value) else { return 0 }
      return codes.find(.init(low: UInt64(bitPattern: word)))
    case .uuids(let codes):
      guard case .uuid(let high, let low) = value else { return 0 }
      return codes.find(.init(high: high, low: low))
    case .values(let codes): return codes[value] ?? 0
    }
  }

  /// Whether it is of the kind of the values here.
  func holdsKind(of value: SQLValue) -> Bool {
    switch (self, value) {
    case (.range(let kind, _, _), _), (.words(let kind, _), _): kind.word(value) != nil
    case (.uuids, .uuid): true
    case (.values(let codes), _):
      switch (codes.keys.first, value) {
      case (nil, _), (.text, .text), (.enumeration, .enumeration), (.bytes, .bytes): true
      default: false
      }
    case (.uuids, _): false
    }
  }

  /// The kind of words it holds, if it does.
  var wordKind: WordKind? {
    switch self {
    case .range(let kind, _, _), .words(let kind, _): kind
    case .uuids, .values: nil
    }
  }

  /// Calls `body` with each code and its word; never, for values that are none.
  func forEachWord(_ body: (Int, Int64) -> Void) {
    switch self {
    case .range(_, let first, let count):
      for distance in 0..<count { body(distance + 1, first &+ Int64(distance)) }
    case .words(_, let codes):
      for (position, word) in codes.words.enumerated() {
        body(position + 1, Int64(bitPattern: word.low))
      }
    case .uuids, .values: break
    }
  }
}

/// A column's values as codes.
struct CodedColumn {
  /// By row; 0 for NULL and for removed rows.
  let codes: [UInt32]
  let values: ValueCodes
  /// Whether equal values are the same in every respect, and are surely equal.
  let isExact: Bool

  init(_ rows: some RandomAccessCollection<Row>, column: Int) {
    let first = rows.first { $0.count > column && !$0[column].isNull }?[column]
    var coded: (codes: [UInt32], values: ValueCodes)?
    if let first, let kind = WordKind(first) { coded = Self.words(rows, column, kind) }
    if case .uuid = first { coded = Self.uuids(rows, column) }
    if let coded {
      (codes, values, isExact) = (coded.codes, coded.values, true)
    } else {
      (codes, values, isExact) = Self.others(rows, column)
    }
  }

  /// Nil if a value is of another kind.
  private static func words(
    _ rows: some RandomAccessCollection<Row>, _ column: Int, _ kind: WordKind
  ) -> (codes: [UInt32], values: ValueCodes)? {
    var words = [Int64](repeating: 0, count: rows.count)
    var isNull = [Bool](repeating: true, count: rows.count)
    var (least, most) = (Int64.max, Int64.min)
    for (position, row) in rows.enumerated() where row.count > column {
      guard let word = kind.word(row[column]) else {
        if row[column].isNull { continue }
        return nil
      }
      (words[position], isNull[position]) = (word, false)
      (least, most) = (min(least, word), max(most, word))
    }
    var codes = [UInt32](repeating: 0, count: rows.count)
    let (distance, overflow) = most.subtractingReportingOverflow(least)
    if !overflow, distance >= 0, distance < rows.count * 2 + 64 {
      for position in words.indices where !isNull[position] {
        codes[position] = UInt32(truncatingIfNeeded: words[position] &- least) &+ 1
      }
      return (codes, .range(kind, first: least, count: Int(distance) + 1))
    }
    var table = WordCodes()
    for position in words.indices where !isNull[position] {
      codes[position] = table.code(of: .init(low: UInt64(bitPattern: words[position])))
    }
    return (codes, .words(kind, table))
  }

  private static func uuids(
    _ rows: some RandomAccessCollection<Row>, _ column: Int
  ) -> (codes: [UInt32], values: ValueCodes)? {
    var codes = [UInt32](repeating: 0, count: rows.count)
    var table = WordCodes()
    for (position, row) in rows.enumerated() where row.count > column {
      guard case .uuid(let high, let low) = row[column] else {
        if row[column].isNull { continue }
        return nil
      }
      codes[position] = table.code(of: .init(high: high, low: low))
    }
    return (codes, .uuids(table))
  }

  private static func others(
    _ rows: some RandomAccessCollection<Row>, _ column: Int
  ) -> (codes: [UInt32], values: ValueCodes, isExact: Bool) {
    var codes = [UInt32](repeating: 0, count: rows.count)
    var known: [SQLValue: UInt32] = [:]
    for (position, row) in rows.enumerated() where row.count > column && !row[column].isNull {
      let next = UInt32(truncatingIfNeeded: known.count + 1)
      codes[position] = Self.code(&known[row[column]], next: next)
    }
    let isExact = known.keys.allSatisfy(\.isExactlyComparable)
    return (codes, .values(known), isExact && Self.haveOneKind(known.keys))
  }

  /// The code known for a value, or a new one: in one search for both.
  private static func code(_ known: inout UInt32?, next: UInt32) -> UInt32 {
    let code = known ?? next
    known = code
    return code
  }

  /// Values of different kinds in one column can't be told apart by comparing.
  private static func haveOneKind(_ values: some Sequence<SQLValue>) -> Bool {
    var (texts, labels, bytes) = (false, false, false)
    for value in values {
      switch value {
      case .text: texts = true
      case .enumeration: labels = true
      case .bytes: bytes = true
      default: return false
      }
    }
    return [texts, labels, bytes].count { $0 } <= 1
  }
}

extension SQLValue {
  /// Whether values equal to it are the same in every respect, and comparing it is sure to answer.
  var isExactlyComparable: Bool {
    switch self {
    case .boolean, .integer, .text, .uuid, .date, .time, .timestamp, .bytes, .enumeration: true
    case .null, .undetermined, .object, .double, .numeric, .json, .interval, .network, .array,
      .range, .record, .place:
      false
    }
  }
}
