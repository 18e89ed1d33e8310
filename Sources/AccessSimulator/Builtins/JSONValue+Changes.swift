import AccessModel
import SQLBinding

extension JSONValue {
  var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string, .unknown: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  var isEmptyContainer: Bool {
    switch self {
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }

  func hasKey(_ key: Text) -> Bool {
    switch self {
    case .object(let members): members.contains { $0.key == key }
    case .array(let elements): elements.contains(.string(key))
    case .string(let text): text == key
    default: false
    }
  }

  /// `@>`. At the top an array contains a scalar that is among its elements.
  /// Source: `JsonbDeepContains()`.
  func contains(_ other: JSONValue, isTop: Bool = false) -> Bool {
    switch (self, other) {
    case (.object(let members), .object(let wanted)):
      return wanted.allSatisfy { item in
        members.contains { $0.key == item.key && $0.value.contains(item.value) }
      }
    case (.array(let elements), .array(let wanted)):
      return wanted.allSatisfy { item in elements.contains { $0.contains(item) } }
    case (.array(let elements), _) where isTop && other.isScalar:
      return elements.contains(other)
    default: return isScalar && self == other
    }
  }

  /// `||`. Source: `IteratorConcat()`.
  func joined(with other: JSONValue) throws(EngineFailure) -> JSONValue {
    switch (self, other) {
    case (.object(let a), .object(let b)): return .object(unordered: a + b)
    case (.array(let a), .array(let b)): return .array(a + b)
    case (.array(let a), _): return .array(a + [other])
    case (_, .array(let b)): return .array([self] + b)
    case (.object, _), (_, .object):
      // A scalar is an array of one, and so is the object then.
      return .array([self, other])
    default: return .array([self, other])
    }
  }

  private static func invalid(_ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "22023"), message))
  }

  func removing(_ keys: [Text]) throws(EngineFailure) -> JSONValue {
    switch self {
    case .object(let members): return .object(members.filter { !keys.contains($0.key) })
    case .array(let elements):
      return .array(
        elements.filter { element in
          if case .string(let text) = element { !keys.contains(text) } else { true }
        })
    default: throw Self.invalid("cannot delete from scalar")
    }
  }

  func removing(at index: Int64) throws(EngineFailure) -> JSONValue {
    switch self {
    case .object: throw Self.invalid("cannot delete from object using integer index")
    case .array(var elements):
      let position = index < 0 ? index + Int64(elements.count) : index
      guard (0..<Int64(elements.count)).contains(position) else { return self }
      elements.remove(at: Int(position))
      return .array(elements)
    default: throw Self.invalid("cannot delete from scalar")
    }
  }

  var withoutNullMembers: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.filter { $0.value != .null }.map {
          Member(key: $0.key, value: $0.value.withoutNullMembers)
        })
    case .array(let elements): .array(elements.map(\.withoutNullMembers))
    default: self
    }
  }

  enum PathMode {
    case replace, createOrReplace, delete, insertBefore, insertAfter

    fileprivate var creates: Bool { self != .replace && self != .delete }
    fileprivate var inserts: Bool { self == .insertBefore || self == .insertAfter }
  }

  /// `jsonb_set()`, `jsonb_insert()` and `#-`. Source: `setPath()`.
  func setting(
    _ path: [String?], to new: JSONValue?, mode: PathMode, depth: Int = 0
  ) throws(EngineFailure) -> JSONValue {
    guard depth < path.count, !isScalar else { return self }
    guard let step = path[depth] else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22004"), "path element at position \(depth + 1) is null"))
    }
    let isLast = depth == path.count - 1
    switch self {
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.key == Text(step) }) else {
        guard isLast, mode.creates, let new else { return self }
        return .object(unordered: members + [Member(key: Text(step), value: new)])
      }
      if isLast {
        guard !mode.inserts else {
          throw .postgres(
            PostgresError(
              SQLState(rawValue: "22023"), "cannot replace existing key",
              hint: "Try using the function jsonb_set to replace key value."))
        }
        if let new { members[index].value = new } else { members.remove(at: index) }
      } else {
        members[index].value = try members[index].value.setting(
          path, to: new, mode: mode, depth: depth + 1)
      }
      return .object(members)
    case .array(var elements):
      guard let written = JSONValue.index(step) else {
        throw .postgres(
          PostgresError(
            .invalidTextRepresentation,
            "path element at position \(depth + 1) is not an integer: \"\(step)\""))
      }
      let position = written < 0 ? written + Int64(elements.count) : written
      guard (0..<Int64(elements.count)).contains(position) else {
        guard isLast, mode.creates, let new else { return self }
        return .array(position < 0 ? [new] + elements : elements + [new])
      }
      if isLast, mode.inserts, let new {
        elements.insert(new, at: Int(position) + (mode == .insertAfter ? 1 : 0))
      } else if isLast {
        if let new { elements[Int(position)] = new } else { elements.remove(at: Int(position)) }
      } else {
        elements[Int(position)] = try elements[Int(position)].setting(
          path, to: new, mode: mode, depth: depth + 1)
      }
      return .array(elements)
    default: return self
    }
  }
}
