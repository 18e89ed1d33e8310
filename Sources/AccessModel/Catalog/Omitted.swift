/// A value that has a usual state, which JSON leaves out.
public protocol Omittable: Hashable, Codable {
  /// What a document without the member means.
  static var whenOmitted: Self { get }
}

extension Array: Omittable where Element: Hashable & Codable {
  public static var whenOmitted: Self { [] }
}

extension Int: Omittable {
  public static var whenOmitted: Self { 0 }
}

extension Bool: Omittable {
  public static var whenOmitted: Self { false }
}

/// A member of a document that is written only where it is not as usual: so older documents, which
/// do not know it, can be read, and newer ones say no more than there is to say.
@propertyWrapper
public struct Omitted<Value: Omittable>: Hashable, Codable {
  public var wrappedValue: Value

  public init(wrappedValue: Value = .whenOmitted) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Omitted: Sendable where Value: Sendable {}

// The compiler's own coding of a struct picks these over the general ones.
extension KeyedDecodingContainer {
  func decode<Value>(_ type: Omitted<Value>.Type, forKey key: Key) throws -> Omitted<Value> {
    Omitted(wrappedValue: try decodeIfPresent(Value.self, forKey: key) ?? .whenOmitted)
  }
}

extension KeyedEncodingContainer {
  mutating func encode<Value>(_ value: Omitted<Value>, forKey key: Key) throws {
    guard value.wrappedValue != .whenOmitted else { return }
    try encode(value.wrappedValue, forKey: key)
  }
}
