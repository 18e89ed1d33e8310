/// An `inet` or `cidr` value: an address and how many of its bits are the network's.
///
/// Source: `network_cmp_internal()` in `network.c`; `inet_net_ntop()` for the text.
public struct NetworkAddress: Hashable, Sendable {
  /// 4 bytes of IPv4 or 16 of IPv6.
  public var bytes: [UInt8]
  public var bits: Int

  public init(bytes: [UInt8], bits: Int) {
    self.bytes = bytes
    self.bits = bits
  }

  public var isIPv6: Bool { bytes.count == 16 }
  public var width: Int { bytes.count * 8 }

  /// -1, 0 or 1: by network, then by its length, then by the whole address.
  @usableFromInline
  static func compare(_ a: Self, _ b: Self) -> Int {
    if a.isIPv6 != b.isIPv6 { return a.isIPv6 ? 1 : -1 }
    let common = min(a.bits, b.bits)
    for bit in 0..<common where a.bit(bit) != b.bit(bit) { return a.bit(bit) ? 1 : -1 }
    if a.bits != b.bits { return a.bits < b.bits ? -1 : 1 }
    for (x, y) in zip(a.bytes, b.bytes) where x != y { return x < y ? -1 : 1 }
    return 0
  }

  func bit(_ index: Int) -> Bool { bytes[index / 8] & (0x80 >> UInt8(index % 8)) != 0 }

  /// Whether the bits after the network's are all zero, as `cidr` requires.
  public var isNetwork: Bool { (bits..<width).allSatisfy { !bit($0) } }

  /// The same with the bits after the network's cleared, or set.
  public func filled(_ value: Bool) -> NetworkAddress {
    var result = self
    for index in bits..<width {
      let mask = UInt8(0x80 >> UInt8(index % 8))
      if value { result.bytes[index / 8] |= mask } else { result.bytes[index / 8] &= ~mask }
    }
    return result
  }

  /// Whether all addresses of `other` are in this network.
  public func contains(_ other: NetworkAddress, strictly: Bool) -> Bool {
    guard isIPv6 == other.isIPv6, strictly ? bits < other.bits : bits <= other.bits else {
      return false
    }
    return (0..<bits).allSatisfy { bit($0) == other.bit($0) }
  }

  /// The address alone.
  public var host: String {
    isIPv6 ? IPv6Text.text(bytes) : bytes.map(String.init).joined(separator: ".")
  }

  /// `cidr` always shows its length, `inet` only where it is not the whole address.
  public func text(isCIDR: Bool) -> String {
    isCIDR || bits != width ? "\(host)/\(bits)" : host
  }

  /// Reads an address, with a length or not. Nil for what is no address; PostgreSQL's shorthand
  /// of `cidr`, such as `10.1`, is not read.
  public init?(parsing text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first else { return nil }
    guard let bytes = address.contains(":") ? IPv6Text.bytes(address) : Self.ipv4(address) else {
      return nil
    }
    var bits = bytes.count * 8
    if parts.count == 2 {
      let digits = parts[1].utf8
      guard !digits.isEmpty, digits.count <= 3, digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let written = Int(parts[1]), written <= bits
      else { return nil }
      bits = written
    }
    self.init(bytes: bytes, bits: bits)
  }

  static func ipv4(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard !part.isEmpty, part.utf8.count <= 3,
        part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let byte = UInt8(part)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

/// Addresses of IPv6 as text, the longest run of zeros written as `::`.
enum IPv6Text {
  static func text(_ bytes: [UInt8]) -> String {
    let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    var best = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, groups[end] == 0 { end += 1 }
      if end - start > best.count, end - start >= 2 { best = start..<end }
      start = max(end, start + 1)
    }
    // Addresses of IPv4 inside IPv6 end in its notation.
    let endsInIPv4 =
      best.lowerBound == 0 && (best.count == 6 || best.count == 5 && groups[5] == 0xffff)
    let shown = endsInIPv4 ? 6 : 8
    func words(_ range: Range<Int>) -> String {
      range.map { String(groups[$0], radix: 16) }.joined(separator: ":")
    }
    var tail = ""
    if endsInIPv4 { tail = bytes[12...].map(String.init).joined(separator: ".") }
    guard !best.isEmpty else { return words(0..<8) }
    let rest = best.upperBound < shown ? words(best.upperBound..<shown) : ""
    let middle = rest.isEmpty || tail.isEmpty ? rest + tail : rest + ":" + tail
    return words(0..<best.lowerBound) + "::" + middle
  }

  static func bytes(_ text: Substring) -> [UInt8]? {
    var text = text
    var tail: [UInt8] = []
    if text.contains(".") {
      guard let colon = text.lastIndex(of: ":"),
        let ipv4 = NetworkAddress.ipv4(text[text.index(after: colon)...])
      else { return nil }
      tail = ipv4
      text = text[...colon]
      if !text.hasSuffix("::") { text = text.dropLast() }
    }
    let room = 16 - tail.count
    guard let gap = text.firstRange(of: "::") else {
      guard let all = groups(text), all.count == room else { return nil }
      return all + tail
    }
    guard let head = groups(text[..<gap.lowerBound]), let rest = groups(text[gap.upperBound...]),
      head.count + rest.count < room
    else { return nil }
    return head + [UInt8](repeating: 0, count: room - head.count - rest.count) + rest + tail
  }

  private static func groups(_ text: Substring) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var bytes: [UInt8] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isHexDigit),
        let word = UInt16(part, radix: 16)
      else { return nil }
      bytes += [UInt8(word >> 8), UInt8(word & 0xff)]
    }
    return bytes
  }
}

extension UInt8 {
  /// `0`–`9`, `a`–`f` and `A`–`F`.
  var isHexDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}
