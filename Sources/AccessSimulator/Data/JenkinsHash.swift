import AccessModel
import SQLBinding

/// Bob Jenkins' hash of 2006, with 64 bits.
///
/// Source: `hash_bytes_extended()` in `src/common/hashfn.c`.
struct JenkinsHash {
  private var a: UInt32
  private var b: UInt32
  private var c: UInt32

  /// By the type's operator class for hashing; nil: that is not modelled. The lower half is what it
  /// gives without a seed, where that is 0.
  static func hash(_ value: SQLValue, _ type: DataType, _ seed: UInt64 = 0) -> UInt64? {
    switch (value, type.base) {
    case (.integer(let integer), .smallint), (.integer(let integer), .integer):
      return hash(UInt32(truncatingIfNeeded: integer), seed)
    case (.date(let days), _): return hash(UInt32(truncatingIfNeeded: days), seed)
    case (.integer(let integer), .bigint), (.timestamp(let integer), _):
      // Equal integers of all widths hash alike.
      let high = UInt32(truncatingIfNeeded: integer >> 32)
      let low = UInt32(truncatingIfNeeded: integer)
      return hash(low ^ (integer >= 0 ? high : ~high), seed)
    case (.boolean(let truth), _): return hash(truth ? 1 : 0, seed)
    case (.text(let text), .text), (.text(let text), .varchar):
      return hash(Array(text.string.utf8), seed)
    case (.uuid(let high, let low), _):
      let bytes = [high, low].flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
      }
      return hash(bytes, seed)
    default: return nil
    }
  }

  static func hash(_ word: UInt32, _ seed: UInt64) -> UInt64 {
    var state = JenkinsHash(length: 4, seed)
    state.a &+= word
    return state.finished()
  }

  static func hash(_ bytes: [UInt8], _ seed: UInt64) -> UInt64 {
    var state = JenkinsHash(length: bytes.count, seed)
    var rest = bytes[...]
    while rest.count >= 12 {
      state.add(rest.prefix(12))
      state.mix()
      rest = rest.dropFirst(12)
    }
    // The lowest byte of the last word is the length's.
    let padded = Array(rest.prefix(8)) + (rest.count > 8 ? [0] + Array(rest.dropFirst(8)) : [])
    state.add(padded[...])
    return state.finished()
  }

  private init(length: Int, _ seed: UInt64) {
    a = 0x9E37_79B9 &+ UInt32(truncatingIfNeeded: length) &+ 3_923_095
    (b, c) = (a, a)
    guard seed != 0 else { return }
    a &+= UInt32(truncatingIfNeeded: seed >> 32)
    b &+= UInt32(truncatingIfNeeded: seed)
    mix()
  }

  /// Up to twelve bytes.
  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    var words: [UInt32] = [0, 0, 0]
    for (place, byte) in bytes.enumerated() {
      words[place / 4] |= UInt32(byte) << UInt32(place % 4 * 8)
    }
    a &+= words[0]
    b &+= words[1]
    c &+= words[2]
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }

  private mutating func mix() {
    a = (a &- c) ^ Self.turned(c, 4)
    c &+= b
    b = (b &- a) ^ Self.turned(a, 6)
    a &+= c
    c = (c &- b) ^ Self.turned(b, 8)
    b &+= a
    a = (a &- c) ^ Self.turned(c, 16)
    c &+= b
    b = (b &- a) ^ Self.turned(a, 19)
    a &+= c
    c = (c &- b) ^ Self.turned(b, 4)
    b &+= a
  }

  private mutating func finished() -> UInt64 {
    c = (c ^ b) &- Self.turned(b, 14)
    a = (a ^ c) &- Self.turned(c, 11)
    b = (b ^ a) &- Self.turned(a, 25)
    c = (c ^ b) &- Self.turned(b, 16)
    a = (a ^ c) &- Self.turned(c, 4)
    b = (b ^ a) &- Self.turned(a, 14)
    c = (c ^ b) &- Self.turned(b, 24)
    return UInt64(b) << 32 | UInt64(c)
  }
}
