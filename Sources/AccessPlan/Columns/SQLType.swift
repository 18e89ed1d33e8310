public import AccessModel

/// A column type together with the Swift type of its values.
///
/// Two expressions compare only if their `Value` is the same, so a bigint compared with a uuid does
/// not compile. Source: PostgreSQL manual, chapter 8 "Data Types".
public struct SQLType<Value: Sendable>: Sendable {
  /// The type as the catalog spells it.
  public let name: TypeName

  /// A type that this module has no shorthand for; `Value` decides what it compares with.
  public init(_ name: TypeName) { self.name = name }
}

extension SQLType where Value == Bool {
  /// `boolean`.
  public static var boolean: Self { Self(.boolean) }
}

extension SQLType where Value == Int16 {
  /// `smallint`, 2 bytes.
  public static var smallint: Self { Self(.smallint) }
}

extension SQLType where Value == Int32 {
  /// `integer`, 4 bytes.
  public static var integer: Self { Self(.integer) }
}

extension SQLType where Value == Int64 {
  /// `bigint`, 8 bytes.
  public static var bigint: Self { Self(.bigint) }
}

extension SQLType where Value == Float {
  /// `real`, 4 bytes.
  public static var real: Self { Self(.real) }
}

extension SQLType where Value == Double {
  /// `double precision`, 8 bytes.
  public static var double: Self { Self(.doublePrecision) }
}

extension SQLType where Value == String {
  /// `text`.
  public static var text: Self { Self(.text) }

  /// `character varying(length)`; the length is in characters. It compares with `text`, as in SQL.
  public static func varchar(_ length: Int) -> Self {
    Self(TypeName("character varying", modifiers: [length]))
  }
}

extension SQLType where Value == NumericValue {
  /// `numeric` of any precision.
  public static var numeric: Self { Self(.numeric) }

  /// `numeric(precision, scale)`, both in decimal digits.
  public static func numeric(_ precision: Int, _ scale: Int = 0) -> Self {
    Self(TypeName("numeric", modifiers: [precision, scale]))
  }
}

extension SQLType where Value == OtherValue {
  /// Any other type, as PostgreSQL spells it: `.other("inet")`, `.other("vector", 1536)`.
  public static func other(_ name: String, _ modifiers: Int...) -> Self {
    Self(TypeName(name, modifiers: modifiers))
  }

  /// An array of any type: `.array("text")`.
  public static func array(_ element: String, _ modifiers: Int...) -> Self {
    Self(TypeName(element, modifiers: modifiers, isArray: true))
  }
}

extension SQLType where Value == UUIDValue {
  /// `uuid`.
  public static var uuid: Self { Self(.uuid) }
}

extension SQLType where Value == DateValue {
  /// `date`.
  public static var date: Self { Self(.date) }
}

extension SQLType where Value == TimestampValue {
  /// `timestamp without time zone`.
  public static var timestamp: Self { Self(.timestamp) }
}

extension SQLType where Value == TimestamptzValue {
  /// `timestamp with time zone`.
  public static var timestamptz: Self { Self(.timestamptz) }
}

extension SQLType where Value == JSONBValue {
  /// `jsonb`.
  public static var jsonb: Self { Self(.jsonb) }
}
