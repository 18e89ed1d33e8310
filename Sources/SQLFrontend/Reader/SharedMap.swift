/// A dictionary whose copies share all but the parts where they differ: to change a copy takes about
/// as long however many entries there are, since only a part of it is copied.
struct SharedMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var parts = [[Key: Value]](repeating: [:], count: Self.size)

  private static var size: Int { 128 }

  private static func part(_ key: Key) -> Int {
    var hasher = Hasher()
    hasher.combine(0x5C)  // Other bits than those by which a part's dictionary places its keys.
    hasher.combine(key)
    return hasher.finalize() & (size - 1)
  }

  subscript(key: Key) -> Value? {
    get { parts[Self.part(key)][key] }
    set { parts[Self.part(key)][key] = newValue }
  }

  subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify { yield &parts[Self.part(key)][key, default: value()] }
  }

  mutating func removeValue(forKey key: Key) -> Value? {
    parts[Self.part(key)].removeValue(forKey: key)
  }

  var keys: some Sequence<Key> { parts.lazy.flatMap(\.keys) }
}

extension SharedMap: Sequence {
  func makeIterator() -> some IteratorProtocol<(key: Key, value: Value)> {
    parts.joined().makeIterator()
  }
}
