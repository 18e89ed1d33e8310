/// A type as `format_type()` spells it: `bigint`, `numeric(10,2)`, `timestamp with time zone`,
/// `uuid[]`.
public struct TypeName: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The canonical spelling, without modifiers and array brackets.
  public var name: String
  /// `[10, 2]` in `numeric(10,2)`, `[40]` in `character varying(40)`.
  public var modifiers: [Int]
  public var isArray: Bool

  public init(_ name: String, modifiers: [Int] = [], isArray: Bool = false) {
    self.name = name
    self.modifiers = modifiers
    self.isArray = isArray
  }

  public var description: String {
    let modifiers =
      modifiers.isEmpty ? "" : "(\(modifiers.map(String.init).joined(separator: ",")))"
    return name + modifiers + (isArray ? "[]" : "")
  }

  /// What a function of this type's values gives: no length or precision, and text for varchar.
  package var withoutModifiers: TypeName {
    name == "character varying" ? .text : TypeName(name, isArray: isArray)
  }

  public static let boolean = TypeName("boolean")
  public static let smallint = TypeName("smallint")
  public static let integer = TypeName("integer")
  public static let bigint = TypeName("bigint")
  public static let numeric = TypeName("numeric")
  public static let real = TypeName("real")
  public static let doublePrecision = TypeName("double precision")
  public static let text = TypeName("text")
  public static let uuid = TypeName("uuid")
  public static let date = TypeName("date")
  public static let timestamp = TypeName("timestamp without time zone")
  public static let timestamptz = TypeName("timestamp with time zone")
  public static let json = TypeName("json")
  public static let jsonb = TypeName("jsonb")
  public static let name = TypeName("name")
}
