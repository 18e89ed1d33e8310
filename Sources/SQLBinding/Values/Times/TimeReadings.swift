import Foundation

/// The texts that were read as dates and times while a definition was made.
///
/// PostgreSQL keeps constants as values: what settings make of a text counts once, as it is read.
public final class TimeReadings: @unchecked Sendable {
  // Guarded by `lock`.
  private var types: [String: Set<DataType>] = [:]
  private let lock = NSLock()

  public init() {}

  func note(_ text: String, _ type: DataType) {
    guard Self.kinds.contains(type) else { return }
    lock.lock()
    defer { lock.unlock() }
    types[text, default: []].insert(type)
  }

  /// A text that says as much may be read as any of them: each takes its part.
  private static let kinds: [DataType] = [.timestamptz, .timestamp, .date]

  /// For each text that other settings would read otherwise, one that they would not, by the settings
  /// of now.
  public var settled: [String: String] {
    lock.lock()
    defer { lock.unlock() }
    var result: [String: String] = [:]
    for (text, types) in types {
      guard types.contains(where: { Self.depends(text, $0) }),
        let type = Self.kinds.first(where: types.contains), let plain = Self.plain(text, type),
        types.allSatisfy({ Self.value(plain, $0) == Self.value(text, $0) }),
        !types.contains(where: { Self.depends(plain, $0) })
      else { continue }
      result[text] = plain
    }
    return result
  }

  private static func depends(_ text: String, _ type: DataType) -> Bool {
    let value = value(text, type)
    return otherStyles.contains { style in style.use { Self.value(text, type) } != value }
  }

  private static func value(_ text: String, _ type: DataType) -> SQLValue? {
    try? SQLValue.input(text, as: type)
  }

  /// In the form of ISO 8601, with its zone.
  private static func plain(_ text: String, _ type: DataType) -> String? {
    guard let value = value(text, type) else { return nil }
    if case .undetermined = value { return nil }
    var style = ValueStyle.current
    style.dates = .iso
    return style.use { value.output(as: type) }
  }

  private static var otherStyles: [ValueStyle] {
    var styles: [ValueStyle] = []
    for order in [ValueStyle.DateOrder.ymd, .dmy, .mdy] {
      for zone in ["UTC", "Asia/Tokyo"] {
        var style = ValueStyle.current
        style.readings = nil
        style.dateOrder = order
        style.timeZone = TimeZoneRules.named(zone) ?? style.timeZone
        styles.append(style)
      }
    }
    return styles
  }
}
