import AccessModel
import SQLBinding

/// Assignments to subscripts of jsonb, which make what is not there.
///
/// Source: `jsonb_subscript_assign()` in `jsonbsubs.c`; `setPath()` in `jsonfuncs.c` with
/// `JB_PATH_FILL_GAPS` and `JB_PATH_CONSISTENT_POSITION`.
extension JSONValue {
  /// `old` with a member replaced or made. NULL becomes an object, or an array where the first
  /// subscript is an integer.
  static func assigning(
    _ path: [String?], to new: SQLValue, in old: SQLValue, startsAsArray: Bool
  ) throws(EngineFailure) -> SQLValue {
    let steps = path.compactMap { $0 }
    guard steps.count == path.count else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22004"), "jsonb subscript in assignment must not be null"))
    }
    let value = new.isNull ? JSONValue.null : try new.jsonValue()
    let container =
      old.isNull ? (startsAsArray ? JSONValue.array([]) : .object([])) : try old.jsonValue()
    return .json(try container.assigning(steps[...], to: value, depth: 0))
  }

  private func assigning(
    _ path: ArraySlice<String>, to new: JSONValue, depth: Int
  ) throws(EngineFailure) -> JSONValue {
    guard let step = path.first else { return new }
    let rest = path.dropFirst()
    switch self {
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.key == Text(step) }) else {
        return .object(
          unordered: members + [Member(key: Text(step), value: try Self.made(rest, new))])
      }
      members[index].value = try members[index].value.assigning(rest, to: new, depth: depth + 1)
      return .object(members)
    case .array(var elements):
      let index = try Self.place(step, among: elements.count, depth: depth)
      if elements.indices.contains(index) {
        elements[index] = try elements[index].assigning(rest, to: new, depth: depth + 1)
        return .array(elements)
      }
      return .array(try Self.filled(elements, to: index) + [try Self.made(rest, new)])
    default:
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"), "cannot replace existing key",
          detail: "The path assumes key is a composite object, but it is a scalar value."))
    }
  }

  private static func place(
    _ step: String, among count: Int, depth: Int
  ) throws(EngineFailure) -> Int {
    guard let written = index(step) else {
      throw .postgres(
        PostgresError(
          .invalidTextRepresentation,
          "path element at position \(depth + 1) is not an integer: \"\(step)\""))
    }
    guard written >= -Int64(count) else {
      throw .postgres(
        PostgresError(
          SQLState(rawValue: "22023"),
          "path element at position \(depth + 1) is out of range: \(written)"))
    }
    return Int(written < 0 ? written + Int64(count) : written)
  }

  /// What the rest of a path makes where nothing is. Source: `push_path()`.
  private static func made(
    _ path: ArraySlice<String>, _ new: JSONValue
  ) throws(EngineFailure) -> JSONValue {
    guard let step = path.first else { return new }
    let inner = try made(path.dropFirst(), new)
    guard let index = index(step) else {
      return .object([Member(key: Text(step), value: inner)])
    }
    return .array(try filled([], to: Int(index)) + [inner])
  }

  /// Beyond it this engine does not follow.
  private static let maxFilled = 1_000_000

  private static func filled(
    _ elements: [JSONValue], to count: Int
  ) throws(EngineFailure) -> [JSONValue] {
    guard count < maxFilled else {
      throw .undecided(Undecided("an array with a very large gap"))
    }
    return elements + Array(repeating: .null, count: max(0, count - elements.count))
  }
}
