import SQLBinding

/// What a migration takes from rows that are there.
public struct DataLoss: Hashable, Sendable {
  /// `column shop.item.price with its values`.
  public var text: String
  /// Whether somebody has asked for it by name: nothing is dropped but with `--take-over`.
  public var isAskedFor: Bool
}

extension DataType {
  /// Whether a value that converts to `target` says there all that it said, or the server refuses it.
  ///
  /// What is not known to be so may lose something: a fraction, a zone, the order of keys.
  func keepsValues(as target: ColumnType) -> Bool {
    let integers: [DataType] = [.smallint, .integer, .bigint]
    let texts: [DataType] = [.text, .varchar, .character, .name]
    switch (base, target.type.base) {
    case (.array(let from), .array(let to)):
      return from.keepsValues(as: ColumnType(to, modifiers: target.modifiers))
    case (let from, let to) where from == to: return to != .numeric || target.modifiers.isEmpty
    // Too large a number is refused; so is a text that is too long, or says none of the type.
    case (let from, let to) where integers.contains(from) && integers.contains(to): return true
    case (let from, .numeric) where integers.contains(from): return target.modifiers.isEmpty
    case (.real, .double), (.smallint, .real), (.smallint, .double), (.integer, .double):
      return true
    case (_, .text), (_, .varchar): return true
    case (.date, .timestamp), (.date, .timestamptz): return target.modifiers.isEmpty
    case (let from, .uuid) where texts.contains(from): return true
    case (let from, .enumeration) where texts.contains(from): return true
    case (.enumeration, .enumeration): return true
    default: return false
    }
  }
}
