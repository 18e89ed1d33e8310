/// Codes of values that fit into two words, from 1 in order of first appearance.
///
/// A hash table with open addressing: a dictionary of values takes three times as long.
struct WordCodes {
  struct Word: Equatable {
    var high: UInt64 = 0
    var low: UInt64
  }

  /// By code, from 1 at the first place.
  private(set) var words: [Word] = []
  /// A code each, 0 where free; a power of two of them, at most half of them taken.
  private var slots = [UInt32](repeating: 0, count: 16)
  /// So that nobody can choose values that all fall into one slot.
  private static let seed = UInt64.random(in: .min ... .max)

  private func slot(_ word: Word) -> Int {
    var hash = (word.high ^ Self.seed) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 32) ^ word.low) &* 0xBF58_476D_1CE4_E5B9
    hash ^= hash >> 29
    hash = hash &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: hash >> 33) & (slots.count - 1)
  }

  /// The slot that holds the word, or the free one where it belongs.
  private func search(_ word: Word) -> Int {
    var slot = slot(word)
    while slots[slot] > 0, words[Int(slots[slot]) - 1] != word {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// 0 where the word has none.
  func find(_ word: Word) -> UInt32 { slots[search(word)] }

  /// The word's code, a new one if it has none.
  mutating func code(of word: Word) -> UInt32 {
    let slot = search(word)
    if slots[slot] > 0 { return slots[slot] }
    words.append(word)
    let code = UInt32(truncatingIfNeeded: words.count)
    slots[slot] = code
    if words.count * 2 > slots.count { grow() }
    return code
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (position, word) in words.enumerated() {
      slots[search(word)] = UInt32(truncatingIfNeeded: position + 1)
    }
  }
}
