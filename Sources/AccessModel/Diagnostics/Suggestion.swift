/// The nearest of `candidates` to a name that was not found, or nil if none is close.
///
/// Close means an edit distance of at most a third of the name's length (at least one), letter
/// case aside.
///
/// ```swift
/// nearestName(to: "owner_i", in: ["id", "owner_id"])  // "owner_id"
/// ```
public func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars.prefix(128))
  let limit = max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased().unicodeScalars.prefix(128))
    guard abs(other.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, other)
    if distance <= limit, distance < (best?.distance ?? .max) { best = (candidate, distance) }
  }
  return best?.name
}

/// Levenshtein distance, with a swap of neighbours counted as one edit.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var previous = [Int](), current = Array(0...b.count)
  for i in a.indices {
    let beforePrevious = previous
    previous = current
    current = [i + 1] + [Int](repeating: 0, count: b.count)
    for j in b.indices {
      let substitution = previous[j] + (a[i] == b[j] ? 0 : 1)
      current[j + 1] = min(substitution, previous[j + 1] + 1, current[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        current[j + 1] = min(current[j + 1], beforePrevious[j - 1] + 1)
      }
    }
  }
  return current[b.count]
}
