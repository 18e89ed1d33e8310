import AccessModel

/// Which modifiers a built-in type takes: `varchar(40)`, `numeric(10,2)`.
enum TypeModifiers {
  /// PostgreSQL's error about those of a type; nil where there is none.
  ///
  /// Source: the functions of `pg_type.typmodin`, `typenameTypeMod()` in `parse_type.c`.
  static func error(of type: TypeName, written: String) -> PostgresError? {
    let modifiers = type.modifiers
    guard let first = modifiers.first else { return nil }
    func invalid(_ message: String) -> PostgresError {
      PostgresError(SQLState(rawValue: "22023"), message)
    }
    if let (name, most) = lengths[type.name] {
      guard modifiers.count == 1 else { return invalid("invalid type modifier") }
      if first < 1 { return invalid("length for type \(name) must be at least 1") }
      return first > most ? invalid("length for type \(name) cannot exceed \(most)") : nil
    }
    if type.name == "numeric" {
      guard modifiers.count <= 2 else { return invalid("invalid NUMERIC type modifier") }
      guard (1...1000).contains(first) else {
        return invalid("NUMERIC precision \(first) must be between 1 and 1000")
      }
      guard let scale = modifiers.dropFirst().first, !(-1000...1000).contains(scale) else {
        return nil
      }
      return invalid("NUMERIC scale \(scale) must be between -1000 and 1000")
    }
    guard BuiltinTypes.names.contains(type.name), !withPrecision.contains(type.name) else {
      return nil
    }
    return PostgresError(
      .syntaxError, "type modifier is not allowed for type \"\(written)\"")
  }

  /// Source: `AdjustTimestampForTypmod()` and its kin.
  static func reducesPrecision(of type: TypeName) -> Bool {
    withPrecision.contains(type.name) && type.modifiers.first.map { $0 > 6 } == true
  }

  private static let lengths = [
    "character varying": ("varchar", 10_485_760), "character": ("char", 10_485_760),
    "bit": ("bit", 83_886_080), "bit varying": ("varbit", 83_886_080),
  ]

  /// What is too much for these is reduced.
  private static let withPrecision: Set = [
    "time without time zone", "time with time zone", "timestamp without time zone",
    "timestamp with time zone", "interval",
  ]
}
