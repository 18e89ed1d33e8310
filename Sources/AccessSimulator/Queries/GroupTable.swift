import AccessModel
import SQLBinding

/// Where groups lie in a hash table of PostgreSQL's, and so in which order they come out of it.
///
/// Source: `src/include/lib/simplehash.h`, `TupleHashTableHash_internal()` in
/// `src/backend/executor/execGrouping.c`.
struct GroupTable {
  private var buckets: [Bucket?]
  private var members = 0

  private struct Bucket {
    let hash: Int
    let group: Int
  }

  /// `count`: how many groups are expected.
  init(expecting count: Int) {
    let wanted = max(2, Int(Double(count) / 0.9))
    var size = 2
    while size < wanted { size *= 2 }
    buckets = Array(repeating: nil, count: size)
  }

  /// Nil where a type's hash is not modelled.
  static func hash(_ keys: [SQLValue], _ types: [DataType]) -> UInt32? {
    var hash: UInt32 = 0
    for (key, type) in zip(keys, types) {
      hash = hash << 1 | hash >> 31
      if key.isNull { continue }
      guard let own = JenkinsHash.hash(key, type) else { return nil }
      hash ^= UInt32(truncatingIfNeeded: own)
    }
    // Murmur3's last step.
    hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
    hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
    return hash ^ hash >> 16
  }

  /// A group that is there already was looked for.
  mutating func find() { growIfFull() }

  mutating func insert(_ group: Int, _ hash: UInt32) {
    growIfFull()
    let bucket = Bucket(hash: Int(hash), group: group)
    members += 1
    var (place, distance) = (first(of: bucket), 0)
    while let other = buckets[place] {
      if distance > self.distance(of: other, at: place) {
        makeRoom(at: place)
        break
      }
      place = next(place)
      distance += 1
    }
    buckets[place] = bucket
  }

  /// Backwards, from the first place that is empty.
  var order: [Int] {
    let start = buckets.firstIndex { $0 == nil } ?? 0
    return (0..<buckets.count).compactMap { buckets[(start - $0) & mask]?.group }
  }

  private var mask: Int { buckets.count - 1 }
  private func next(_ place: Int) -> Int { (place + 1) & mask }
  private func first(of bucket: Bucket) -> Int { bucket.hash & mask }
  private func distance(of bucket: Bucket, at place: Int) -> Int {
    (place - first(of: bucket)) & mask
  }

  private mutating func makeRoom(at place: Int) {
    var empty = place
    while buckets[empty] != nil { empty = next(empty) }
    while empty != place {
      let before = (empty - 1) & mask
      buckets[empty] = buckets[before]
      empty = before
    }
  }

  private mutating func growIfFull() {
    guard members >= Int(Double(buckets.count) * 0.9) else { return }
    let old = buckets
    buckets = Array(repeating: nil, count: 2 * old.count)
    // From one on that none before was moved past.
    let start =
      old.indices.first { place in old[place].map { first(of: $0) == place } ?? true } ?? 0
    for offset in old.indices {
      guard let bucket = old[(start + offset) & (old.count - 1)] else { continue }
      var place = first(of: bucket)
      while buckets[place] != nil { place = next(place) }
      buckets[place] = bucket
    }
  }
}
