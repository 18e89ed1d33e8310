public import AccessModel

/// A built-in function or operator: its signature, as `pg_proc` has it. What it computes is the
/// simulator's to know, by `id`.
public struct Builtin: Hashable, Sendable {
  /// Unique: `lower(text)`, `->>(jsonb,text)`.
  public var id: String
  public var name: String
  public var arguments: [DataType]
  public var result: DataType
  /// NULL for any NULL argument.
  public var isStrict: Bool
  public var volatility: Catalog.Function.Volatility
  public var isLeakproof: Bool

  init(
    _ name: String, _ arguments: [DataType], _ result: DataType, isStrict: Bool = true,
    _ volatility: Catalog.Function.Volatility = .immutable, isLeakproof: Bool = false
  ) {
    self.id = "\(name)(\(arguments.map(\.rawValue).joined(separator: ",")))"
    self.name = name
    self.arguments = arguments
    self.result = result
    self.isStrict = isStrict
    self.volatility = volatility
    self.isLeakproof = isLeakproof
  }

  public static func == (a: Self, b: Self) -> Bool { a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Builtin {
  /// Functions called by name. Checked against a live server's `pg_proc` in the tests.
  public static let functions: [Builtin] = [
    Builtin("current_setting", [.text], .text, .stable),
    Builtin("current_setting", [.text, .boolean], .text, .stable),
    Builtin("lower", [.text], .text),
    Builtin("upper", [.text], .text),
    Builtin("length", [.text], .integer),
    Builtin("char_length", [.text], .integer),
    Builtin("btrim", [.text], .text),
    Builtin("abs", [.integer], .integer),
    Builtin("abs", [.bigint], .bigint),
    Builtin("abs", [.numeric], .numeric),
    Builtin("now", [], .timestamptz, .stable),
    Builtin("jsonb_typeof", [.jsonb], .text),
  ]

  /// Binary operators other than comparisons and arithmetic.
  public static let operators: [Builtin] = [
    Builtin("||", [.text, .text], .text),
    Builtin("->", [.jsonb, .text], .jsonb),
    Builtin("->", [.jsonb, .integer], .jsonb),
    Builtin("->>", [.jsonb, .text], .text),
    Builtin("->>", [.jsonb, .integer], .text),
    Builtin("?", [.jsonb, .text], .boolean),
    Builtin("~~", [.text, .text], .boolean),
    Builtin("!~~", [.text, .text], .boolean),
    Builtin("~~*", [.text, .text], .boolean),
    Builtin("!~~*", [.text, .text], .boolean),
  ]

  private static let byName = Dictionary(grouping: functions + operators, by: \.name)

  /// All built-ins of a name.
  static func named(_ name: String) -> [Builtin] { byName[name] ?? [] }
}
