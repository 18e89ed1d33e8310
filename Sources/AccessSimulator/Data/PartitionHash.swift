import AccessModel
import SQLBinding

/// Which partition by hash a key belongs to.
///
/// Source: `compute_partition_hash_value()` in `src/backend/partitioning/partbounds.c`.
struct PartitionHash {
  private static let seed: UInt64 = 0x7A5B_2236_7996_DCFD

  private(set) var value: UInt64 = 0

  /// Undecided for types whose hash functions are not modelled.
  init(_ values: [SQLValue], _ types: [DataType]) throws(EngineFailure) {
    for (value, type) in zip(values, types) where !value.isNull {
      let hash = try Self.hash(value, type)
      self.value ^= hash &+ 0x49A0_F4DD_15E5_A8E3 &+ (self.value << 54) &+ (self.value >> 7)
    }
  }

  /// By the operator class that hash partitions take for the type.
  private static func hash(
    _ value: SQLValue, _ type: DataType
  ) throws(EngineFailure) -> UInt64 {
    switch (value, type.base) {
    case (.integer(let integer), .smallint), (.integer(let integer), .integer):
      return JenkinsHash.hash(UInt32(truncatingIfNeeded: integer), seed)
    case (.date(let days), _): return JenkinsHash.hash(UInt32(truncatingIfNeeded: days), seed)
    case (.integer(let integer), .bigint), (.timestamp(let integer), _):
      // Equal integers of all widths hash alike.
      let high = UInt32(truncatingIfNeeded: integer >> 32)
      let low = UInt32(truncatingIfNeeded: integer)
      return JenkinsHash.hash(low ^ (integer >= 0 ? high : ~high), seed)
    case (.boolean(let truth), _): return JenkinsHash.hash(truth ? 1 : 0, seed)
    case (.text(let text), .text), (.text(let text), .varchar):
      return JenkinsHash.hash(Array(text.string.utf8), seed)
    case (.uuid(let high, let low), _):
      let bytes = [high, low].flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
      }
      return JenkinsHash.hash(bytes, seed)
    default: throw .undecided(Undecided("partitions by hash of `\(type)`"))
    }
  }
}

/// Bob Jenkins' hash of 2006, with 64 bits.
///
/// Source: `hash_bytes_extended()` in `src/common/hashfn.c`.
private struct JenkinsHash {
  private var a: UInt32
  private var b: UInt32
  private var c: UInt32

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
