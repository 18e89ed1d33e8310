import Foundation

/// The offsets of a time zone, from the time zone database of the system.
///
/// Foundation's zones know too little of the past, and PostgreSQL reads the same files.
/// Source: RFC 8536; `src/timezone/localtime.c`.
public struct TimeZoneRules: Sendable {
  public struct Offset: Sendable, Hashable {
    /// Seconds east of UTC.
    public var seconds: Int64
    public var isDaylight: Bool
    public var abbreviation: String
  }

  /// As settings show it.
  public let name: String
  /// Seconds since 1970 at which the offset changes, and to what.
  private let transitions: [(time: Int64, offset: Offset)]
  /// Before the first of them.
  private let initial: Offset
  /// After the last of them.
  private let rule: TimeZoneRule?

  public static let utc = TimeZoneRules(
    name: "UTC", Offset(seconds: 0, isDaylight: false, abbreviation: "UTC"))

  /// One offset for all times.
  init(name: String, _ offset: Offset) {
    self.name = name
    (transitions, initial, rule) = ([], offset, nil)
  }

  /// As `SET TIME ZONE 10.5` makes it. Source: `pg_tzset_offset()`.
  public init(secondsEast seconds: Int64) {
    var rest = seconds.magnitude
    func two(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    var digits = two(rest / 3600)
    rest %= 3600
    if rest != 0 { digits += ":" + two(rest / 60) }
    if rest % 60 != 0 { digits += ":" + two(rest % 60) }
    let sign = seconds < 0 ? ("-", "+") : ("+", "-")
    self.init(
      name: "<\(sign.0)\(digits)>\(sign.1)\(digits)",
      Offset(seconds: seconds, isDaylight: false, abbreviation: sign.0 + digits))
  }

  /// The offset at a moment, in seconds since 1970.
  public func offset(at time: Int64) -> Offset {
    guard let first = transitions.first, time >= first.time else {
      return transitions.isEmpty ? rule?.offset(at: time) ?? initial : initial
    }
    if let rule, let last = transitions.last, time >= last.time { return rule.offset(at: time) }
    var (low, high) = (0, transitions.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if transitions[middle].time <= time { low = middle } else { high = middle }
    }
    return transitions[low].offset
  }

  /// Whether the offset never changes.
  var isConstant: Bool { transitions.isEmpty && rule?.isConstant != false }

  /// The first change after a moment.
  private func nextChange(after time: Int64) -> (time: Int64, to: Offset)? {
    if let last = transitions.last, time < last.time {
      return transitions.first { $0.time > time }.map { ($0.time, $0.offset) }
    }
    return rule?.nextChange(after: time)
  }

  /// The offset of a local time, in seconds since 1970 as if it were UTC. Of the two that an hour
  /// told twice has, standard time; an hour left out is taken to be of the time before.
  /// Source: `DetermineTimeZoneOffset()`.
  public func offset(ofLocal local: Int64) -> Offset {
    let previous = local - 86400
    let before = offset(at: previous)
    guard let change = nextChange(after: previous) else { return before }
    let (beforeTime, afterTime) = (local - before.seconds, local - change.to.seconds)
    if beforeTime < change.time, afterTime < change.time { return before }
    if beforeTime > change.time, afterTime >= change.time { return change.to }
    return beforeTime > afterTime ? before : change.to
  }
}

extension TimeZoneRules {
  /// The zone of a name, whatever its case; nil for none.
  static func named(_ name: String) -> TimeZoneRules? {
    let lower = name.lowercased()
    if lower == "utc" { return utc }
    if let rules = posix(name) { return rules }
    guard !name.isEmpty, name.utf8.count < 64,
      name.utf8.allSatisfy({ byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          || [0x2B, 0x2D, 0x2F, 0x5F].contains(byte)
      })
    else { return nil }
    var (folder, found) = ("/usr/share/zoneinfo", "")
    for part in lower.split(separator: "/", omittingEmptySubsequences: false) {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      guard let file = files.first(where: { $0.lowercased() == part }) else { return nil }
      folder += "/" + file
      found += (found.isEmpty ? "" : "/") + file
    }
    guard let data = FileManager.default.contents(atPath: folder) else { return nil }
    return TimeZoneRules(name: found, file: [UInt8](data))
  }

  /// A zone by its rule, as `<-03>+3` or `CET-1CEST,M3.5.0,M10.5.0/3`.
  private static func posix(_ name: String) -> TimeZoneRules? {
    guard name.utf8.contains(where: { $0.isDigit }), !name.contains("/") || name.contains(","),
      let rule = TimeZoneRule(name), rule.isConstant != name.contains(",")
    else { return nil }
    return TimeZoneRules(name: name, rule)
  }

  private init(name: String, _ rule: TimeZoneRule) {
    self.name = name
    (transitions, initial) = ([], rule.offset(at: 0))
    self.rule = rule
  }

  /// Whether the system has the database at all.
  static let areKnown = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Etc/UTC")

  init?(name: String, file: [UInt8]) {
    guard var reader = TimeZoneFile(file), let block = reader.block() else { return nil }
    self.name = name
    transitions = block.transitions
    initial = block.initial
    rule = TimeZoneRule(block.footer)
  }
}

/// A file in the format of RFC 8536, from its second block on, which has 64-bit times.
private struct TimeZoneFile {
  struct Block {
    var transitions: [(time: Int64, offset: TimeZoneRules.Offset)]
    var initial: TimeZoneRules.Offset
    var footer: String
  }

  private let bytes: [UInt8]
  private var position = 0

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: Array("TZif".utf8)), bytes.count > 44, bytes[4] >= 0x32,
      let counts = header()
    else { return nil }
    position =
      44 + counts[3] * 5 + counts[4] * 6 + counts[5] + counts[2] * 8 + counts[1] + counts[0]
  }

  /// The six counts of the header here: isutc, isstd, leap, time, type, char.
  private func header() -> [Int]? {
    guard position >= 0, position + 44 <= bytes.count else { return nil }
    let counts = (0..<6).map { Int(integer(at: position + 20 + $0 * 4, 4)) }
    return counts.allSatisfy { (0..<100_000).contains($0) } ? counts : nil
  }

  private func integer(at start: Int, _ width: Int) -> Int64 {
    guard start >= 0, start + width <= bytes.count else { return 0 }
    var value: UInt64 = bytes[start] >= 0x80 ? .max : 0
    for byte in bytes[start..<(start + width)] { value = value << 8 | UInt64(byte) }
    return Int64(bitPattern: value)
  }

  mutating func block() -> Block? {
    guard let counts = header() else { return nil }
    let (times, types, characters) = (counts[3], counts[4], counts[5])
    let start = position + 44
    let typesStart = start + times * 9
    let names = typesStart + types * 6
    let end = names + characters + counts[2] * 12 + counts[1] + counts[0]
    guard types > 0, end <= bytes.count else { return nil }
    let offsets = (0..<types).map { number -> TimeZoneRules.Offset in
      let at = typesStart + number * 6
      let name = names + Int(bytes[at + 5])
      let letters = name < end ? bytes[name..<end].prefix { $0 != 0 } : []
      return TimeZoneRules.Offset(
        seconds: integer(at: at, 4), isDaylight: bytes[at + 4] != 0,
        abbreviation: String(decoding: letters, as: UTF8.self))
    }
    var transitions: [(time: Int64, offset: TimeZoneRules.Offset)] = []
    for number in 0..<times {
      let type = Int(bytes[start + times * 8 + number])
      guard offsets.indices.contains(type) else { return nil }
      transitions.append((integer(at: start + number * 8, 8), offsets[type]))
    }
    let footer = bytes[end...].drop { $0 == 0x0A }.prefix { $0 != 0x0A }
    return Block(
      transitions: transitions, initial: offsets[0],
      footer: String(decoding: footer, as: UTF8.self))
  }
}
