import AccessModel

/// Policies, functions, triggers and rules.
extension CatalogDraft {
  mutating func addPolicies() {
    for row in rows[.policies] {
      guard case .table(let table) = relations[row.number(1)] else { continue }
      let granted = row.numbers(5).map { $0 == 0 ? Grantee.everyone : .role(role($0)) }
      policies[row.number(0)] = (table, catalog.tables[table].policies.count)
      catalog.tables[table].policies.append(
        Catalog.Policy(
          row.name(2), isPermissive: row.isTrue(3), command: Self.commands[row.name(4)] ?? .all,
          roles: granted, using: text(row.text(6)), check: text(row.text(7))))
    }
  }

  private static let commands: [String: Catalog.Policy.Command] = [
    "r": .select, "a": .insert, "w": .update, "d": .delete, "*": .all,
  ]

  mutating func addFunctions() {
    let arguments = Dictionary(grouping: rows[.aggregateArguments]) { $0.number(0) }
    for row in rows[.functions] {
      let number = row.number(0)
      let owner = role(row.number(4))
      var function = Catalog.Function(
        name(row.number(1), row.name(2)), returns: TypeName(row.name(8)), language: row.name(6),
        // The whole statement, until it is read.
        body: .text(row.name(7)), owner: owner, acl: acl(row.text(5), owner: owner),
        origin: origin("pg_proc", number))
      switch row.name(3) {
      case "p": function.kind = .procedure
      case "w": function.kind = .window
      case "a":
        function.kind = .aggregate
        function.arguments = (arguments[number] ?? []).map {
          Catalog.Function.Argument(nil, TypeName($0.name(1)))
        }
      default: break
      }
      functions[number] = catalog.functions.count
      catalog.functions.append(function)
    }
  }

  mutating func addTriggers() {
    for row in rows[.triggers] {
      guard let relation = relations[row.number(1)] else { continue }
      let trigger = trigger(row)
      switch relation {
      case .table(let index):
        triggers[row.number(0)] = (relation, catalog.tables[index].triggers.count)
        catalog.tables[index].triggers.append(trigger)
      case .view(let index):
        triggers[row.number(0)] = (relation, catalog.views[index].triggers.count)
        catalog.views[index].triggers.append(trigger)
      case .sequence, .composite: break
      }
    }
  }

  /// Source: `TRIGGER_TYPE_ROW` and its kin in `src/include/catalog/pg_trigger.h`.
  private func trigger(_ row: CatalogRow) -> Catalog.Trigger {
    let bits = row.number(4)
    let names = columnNames[row.number(1)] ?? [:]
    var events: [Catalog.Trigger.Event] = []
    if bits & 4 != 0 { events.append(.insert) }
    if bits & 8 != 0 { events.append(.delete) }
    if bits & 16 != 0 { events.append(.update(of: row.numbers(9).compactMap { names[$0] })) }
    if bits & 32 != 0 { events.append(.truncate) }
    let timing: Catalog.Trigger.Timing =
      bits & 2 != 0 ? .before : bits & 64 != 0 ? .insteadOf : .after
    var trigger = Catalog.Trigger(
      row.name(2), timing, events, isForEachRow: bits & 1 != 0,
      // The whole statement, until it is read.
      condition: text(row.text(14)), function: QualifiedName(row.name(15), row.name(16)),
      arguments: Self.arguments(row.name(10)),
      enabled: Catalog.Trigger.Enabled(rawValue: row.name(5)) ?? .origin)
    trigger.isConstraint = row.isTrue(6)
    trigger.isDeferrable = row.isTrue(7)
    trigger.isInitiallyDeferred = row.isTrue(8)
    trigger.oldTable = row.text(11)
    trigger.newTable = row.text(12)
    trigger.isInherited = row.isTrue(13)
    return trigger
  }

  /// `tgargs` in hexadecimal: each ends with a zero byte.
  private static func arguments(_ hex: String) -> [String] {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count - 1, by: 2) {
      bytes.append(UInt8(truncatingIfNeeded: digits[place] << 4 | digits[place + 1]))
    }
    guard bytes.last == 0 else { return [] }
    return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  mutating func addRules() {
    for row in rows[.rules] {
      let events: [String: Catalog.Rule.Event] = ["2": .update, "3": .insert, "4": .delete]
      guard let event = events[row.name(2)], let relation = relations[row.number(0)] else {
        continue
      }
      var rule = Catalog.Rule(
        row.name(1), on: event, isInstead: row.isTrue(3), actions: [], unread: row.name(5))
      rule.enabled = Catalog.Trigger.Enabled(rawValue: row.name(4)) ?? .origin
      switch relation {
      case .table(let index): catalog.tables[index].rules.append(rule)
      case .view(let index): catalog.views[index].rules.append(rule)
      case .sequence, .composite: break
      }
    }
  }
}
