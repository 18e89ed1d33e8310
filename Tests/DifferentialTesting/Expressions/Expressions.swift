import DiceTesting
import SQLText

/// Collects what went into a statement, for the report of a run.
final class Features {
  private var list: Set<String> = []

  func note(_ feature: String) { list.insert(feature) }

  func take() -> [String] {
    defer { list = [] }
    return list.sorted()
  }
}

/// Expressions over what is in scope, well typed more often than not.
struct Expressions {
  let dice: Dice
  let world: World
  let features: Features
  /// What subqueries may read.
  var readable: [Relation]
  /// Innermost query first.
  var scopes: [[Visible]] = []
  /// Unqualified and ill-typed names.
  var takesRisks = false
  /// Aliases must differ from those around, or a column would be captured by accident.
  var nesting = 0

  init(_ dice: Dice, _ world: World, _ features: Features, readable: [Relation]? = nil) {
    (self.dice, self.world, self.features) = (dice, world, features)
    self.readable = readable ?? world.relations
  }

  func inside(_ sources: [Visible]) -> Self {
    var inner = self
    inner.scopes.insert(sources, at: 0)
    inner.nesting += 1
    return inner
  }

  /// A column of the kind, from near more often than from far.
  func column(_ kinds: [ValueKind]) -> String? {
    for (level, sources) in scopes.enumerated() {
      if level + 1 < scopes.count, dice.chance(25) { continue }
      let found = sources.flatMap { source in
        source.columns.filter { kinds.contains($0.kind) }.map { (source.qualifier, $0.text) }
      }
      guard !found.isEmpty else { continue }
      let (qualifier, name) = dice.pick(found)
      let isBare = dice.chance(takesRisks ? 30 : 6)
      return isBare ? name : "\(quoteIdentifier(qualifier)).\(name)"
    }
    return nil
  }

  func anyColumn() -> (String, ValueKind)? {
    for kind in dice.shuffled(ValueKind.allCases) {
      if let column = column([kind]) { return (column, kind) }
    }
    return nil
  }

  func constant(_ kind: ValueKind) -> String { kind.constant(dice, world.roles) }

  /// An expression of a kind; `depth` bounds its height.
  func value(_ kind: ValueKind, _ depth: Int) -> String {
    if kind == .boolean { return condition(depth) }
    if dice.chance(55), let column = column([kind]) { return column }
    if depth <= 0 || dice.chance(40) {
      return dice.chance(6) ? "NULL::\(kind.castType)" : constant(kind)
    }
    switch dice.below(11) {
    case 0: return "coalesce(\(value(kind, depth - 1)), \(value(kind, depth - 1)))"
    case 1:
      let other = dice.chance(60) ? " ELSE \(value(kind, depth - 1))" : ""
      return "CASE WHEN \(condition(depth - 1)) THEN \(value(kind, depth - 1))\(other) END"
    case 2 where kind != .json && kind != .array:
      return "nullif(\(value(kind, depth - 1)), \(value(kind, depth - 1)))"
    case 3: return scalarQuery(kind, depth - 1)
    case 4:
      let functions = world.functions.filter { $0.kind == .scalar && $0.returns == kind }
      return functions.isEmpty ? composite(kind, depth - 1) : call(dice.pick(functions), depth - 1)
    case 5 where kind.isNumber || kind.isText:
      return "\(dice.pick(["greatest", "least"]))(\(value(kind, depth - 1)), "
        + "\(value(kind, depth - 1)))"
    default: return composite(kind, depth - 1)
    }
  }

  private func composite(_ kind: ValueKind, _ depth: Int) -> String {
    switch kind {
    case .integer, .bigint, .smallint, .numeric:
      if dice.chance(20), kind == .integer { return "length(\(value(.text, depth)))" }
      if dice.chance(15) { return "abs(\(value(kind, depth)))" }
      if dice.chance(10) { return "(- \(value(kind, depth)))" }
      return "(\(value(kind, depth)) \(dice.pick(["+", "-", "*"])) \(value(kind, depth)))"
    case .text, .varchar: return text(depth)
    case .json:
      return dice.chance(50)
        ? "(\(value(.json, depth)) -> 'a')" : "jsonb_build_object('a', \(value(.integer, depth)))"
    case .array: return "ARRAY[\(value(.text, depth)), \(value(.text, depth))]"
    case .date: return "(\(value(.date, depth)) + \(dice.within(0...3)))"
    case .uuid, .timestamp, .boolean: return constant(kind)
    }
  }

  private func text(_ depth: Int) -> String {
    switch dice.below(9) {
    case 0: return claim("sub")
    case 1: return "\(dice.pick(["current_user", "session_user"]))::text"
    case 2: return "\(value(dice.pick([.integer, .numeric, .boolean, .uuid, .date]), depth))::text"
    case 3: return "(\(value(.json, depth)) ->> 'a')"
    case 4: return "\(dice.pick(["lower", "upper", "initcap"]))(\(value(.text, depth)))"
    case 5: return "left(\(value(.text, depth)), 2)"
    case 6: return "array_to_string(\(value(.array, depth)), '-')"
    default: return "(\(value(.text, depth)) || \(value(.text, depth)))"
    }
  }

  /// A member of the session's claims, in the ways people write it.
  func claim(_ name: String) -> String {
    features.note("claim")
    let setting = "current_setting('request.jwt.claims'"
    switch dice.below(8) {
    case 0...3: return "(nullif(\(setting), true), '')::jsonb ->> '\(name)')"
    case 4: return "((SELECT nullif(\(setting), true), '')::jsonb) ->> '\(name)')"
    case 5: return "(coalesce(nullif(\(setting), true), ''), '{}')::jsonb ->> '\(name)')"
    default: return "current_setting('app.user', true)"
    }
  }

  func call(_ function: Routine, _ depth: Int) -> String {
    features.note("function call")
    let arguments = function.arguments.map { argument(value($0, depth), $0) }
    return "\(function.text)(\(arguments.joined(separator: ", ")))"
  }

  private func argument(_ text: String, _ kind: ValueKind) -> String {
    kind == .integer || kind == .boolean ? text : "(\(text))::\(kind.castType)"
  }
}
