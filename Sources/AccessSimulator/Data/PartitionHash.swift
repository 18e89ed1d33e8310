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
      guard let hash = JenkinsHash.hash(value, type, Self.seed) else {
        throw .undecided(Undecided("partitions by hash of `\(type)`"))
      }
      self.value ^= hash &+ 0x49A0_F4DD_15E5_A8E3 &+ (self.value << 54) &+ (self.value >> 7)
    }
  }
}
