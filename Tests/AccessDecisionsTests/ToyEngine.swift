import AccessDecisions
import AccessModel

/// An engine for notes in memory, whose rules are closures: just enough SQL for the standard
/// probes, and PostgreSQL's order of privileges, policies and constraints.
struct ToyEngine: DecisionEngine {
  typealias Row = [String: String]

  /// What one identity may do with one command.
  struct Rule {
    /// Columns with the privilege; nil: the whole table.
    var columns: Set<String>?
    var isGranted = true
    var using: @Sendable (Row) -> Bool = { _ in true }
    var check: @Sendable (Row) -> Bool = { _ in true }
    var bypass: Bypass.Reason?
    /// Answers instead of anything above.
    var answer: Outcome?

    static let denied = Rule(isGranted: false)
    static let all = Rule()
    static let nothing = Rule(using: { _ in false }, check: { _ in false })
    static func rows(_ condition: @escaping @Sendable (Row) -> Bool) -> Rule {
      Rule(using: condition, check: condition)
    }
  }

  var name: String { "toy" }
  var columns = ["id", "author", "body"]
  var rows: [Row] = notes
  /// Columns that are unique together.
  var unique: [String] = []
  var isUpdatable = true
  var rule: @Sendable (Identity, String) -> Rule

  static let notes: [Row] = [
    ["id": "1", "author": "ana", "body": "a1"], ["id": "2", "author": "ana", "body": "a2"],
    ["id": "3", "author": "ben", "body": "b1"],
  ]

  init(_ rule: @escaping @Sendable (Identity, String) -> Rule) { self.rule = rule }

  func ask(_ probe: Probe, as identity: Identity) throws -> [Outcome] {
    probe.parameterSets.map { parameters in
      do {
        return .completed(try run(probe.statement, identity, parameters))
      } catch let error as PostgresError {
        return .refused(error)
      } catch let answer as Scripted {
        return answer.outcome
      } catch let undecided as Undecided {
        return .undecided(undecided)
      } catch {
        return .undecided(Undecided("\(error)"))
      }
    }
  }

  private struct Scripted: Error { var outcome: Outcome }

  private func effective(
    _ identity: Identity, _ command: String, using named: Set<String>
  ) throws -> Rule {
    if identity.role == "postgres" { return .all }
    let rule = rule(identity, command)
    if let answer = rule.answer { throw Scripted(outcome: answer) }
    guard rule.isGranted, rule.columns.map({ named.isSubset(of: $0) }) ?? true else {
      throw PostgresError(.insufficientPrivilege, "permission denied for table note")
    }
    return rule
  }

  private func run(
    _ statement: SQLStatement, _ identity: Identity, _ parameters: [String?]
  ) throws -> Completion {
    switch statement {
    case .query(let query):
      guard case .select(let select) = query.body else { throw Undecided("not a SELECT") }
      let names = select.targets.compactMap { target -> String? in
        if case .expression(.column(_, let name), _) = target { name } else { nil }
      }
      let read = Set(names).union(columns(in: select.condition))
      let rule = try effective(identity, "select", using: read)
      let found = try rows.filter {
        try rule.using($0) && holds(select.condition, $0, parameters, identity)
      }
      return completion("SELECT", found, names, rule)
    case .insert(let insert):
      try refuseViewWrites("insert into")
      let names = insert.columns ?? []
      let rule = try effective(identity, "insert", using: Set(names))
      var row: Row = ["id": "99"]
      if case .values(let values) = insert.source {
        for (name, value) in zip(names, values.first ?? []) {
          row[name] = value.flatMap { self.value($0, [:], parameters, identity) }
        }
      }
      try write(row, replacing: nil, rule)
      return completion("INSERT 0", [row], [], rule)
    case .update(let update):
      try refuseViewWrites("update")
      let rule = try effective(
        identity, "update", using: Set(update.assignments.map(\.column)))
      let found = try reached(update.condition, rule, identity, parameters)
      for old in found {
        var row = old
        for assignment in update.assignments {
          row[assignment.column] = assignment.value.flatMap {
            value($0, old, parameters, identity)
          }
        }
        try write(row, replacing: old, rule)
      }
      return completion("UPDATE", found, [], rule)
    case .delete(let delete):
      try refuseViewWrites("delete from")
      let rule = try effective(identity, "delete", using: [])
      return completion(
        "DELETE", try reached(delete.condition, rule, identity, parameters), [], rule)
    case .merge: throw Undecided("MERGE")
    case .truncate:
      _ = try effective(identity, "truncate", using: [])
      return Completion(tag: "TRUNCATE TABLE", count: 0)
    }
  }

  private func refuseViewWrites(_ verb: String) throws {
    if !isUpdatable {
      throw PostgresError(.notInPrerequisiteState, "cannot \(verb) view \"note\"")
    }
  }

  private func reached(
    _ condition: SQLExpression?, _ rule: Rule, _ identity: Identity, _ parameters: [String?]
  ) throws -> [Row] {
    var found = rows.filter(rule.using)
    if condition != nil {
      let read = try effective(identity, "select", using: Set(columns(in: condition)))
      found = try found.filter {
        try read.using($0) && holds(condition, $0, parameters, identity)
      }
    }
    return found
  }

  private func write(_ row: Row, replacing old: Row?, _ rule: Rule) throws {
    guard rule.check(row) else {
      throw PostgresError(
        .insufficientPrivilege,
        "new row violates row-level security policy for table \"note\"")
    }
    let others = rows.filter { $0 != old }
    if !unique.isEmpty,
      others.contains(where: { other in unique.allSatisfy { other[$0] == row[$0] } })
    {
      throw PostgresError(.uniqueViolation, "duplicate key value")
    }
  }

  private func completion(
    _ tag: String, _ found: [Row], _ names: [String], _ rule: Rule
  ) -> Completion {
    let note = QualifiedName("public", "note")
    return Completion(
      tag: "\(tag) \(found.count)", count: found.count, columns: names,
      rows: names.isEmpty ? [] : found.map { row in names.map { row[$0] } },
      bypasses: rule.bypass.map { [Bypass(note, as: "server", $0)] } ?? [])
  }

  private func columns(in condition: SQLExpression?) -> [String] {
    switch condition {
    case .column(_, let name)?: [name]
    case .and(let operands)?: operands.flatMap { columns(in: $0) }
    case .binary(_, let left, let right)?, .distinct(let left, let right, _)?:
      columns(in: left) + columns(in: right)
    case .test(let operand, _)?, .cast(let operand, _)?: columns(in: operand)
    default: []
    }
  }

  private func holds(
    _ condition: SQLExpression?, _ row: Row, _ parameters: [String?], _ identity: Identity
  ) throws -> Bool {
    func value(_ expression: SQLExpression) -> String? {
      self.value(expression, row, parameters, identity)
    }
    switch condition {
    case nil: return true
    case .and(let operands)?:
      return try operands.allSatisfy { try holds($0, row, parameters, identity) }
    case .binary("=", let left, let right)?:
      guard let a = value(left), let b = value(right) else { return false }
      return a == b
    case .distinct(let left, let right, negated: true)?: return value(left) == value(right)
    case .test(let operand, .isNull)?: return value(operand) == nil
    default: throw Undecided("this condition")
    }
  }

  /// `me()` is the identity's name.
  private func value(
    _ expression: SQLExpression, _ row: Row, _ parameters: [String?], _ identity: Identity
  ) -> String? {
    switch expression {
    case .column(_, let name): row[name]
    case .cast(let operand, _): value(operand, row, parameters, identity)
    case .parameter(let number): parameters[number - 1]
    case .call: identity.name
    case .literal(.string(let text)): text
    default: nil
    }
  }
}

let note = QualifiedName("public", "note")

/// A plan about notes, whose owner is their author.
func notesPlan(
  _ intents: [Intent] = [], key: Bool = true, uniqueBody: Bool = false, isView: Bool = false
) -> PlanDocument {
  let owner = SQLExpression.equal(.column("author", of: "note"), .function("me"))
  let roles = [
    Catalog.Role("postgres", isSuperuser: true), Catalog.Role("reader"), Catalog.Role("writer"),
    Catalog.Role("editor", memberships: [Catalog.Membership(of: "writer")]),
    Catalog.Role("server", bypassesRowSecurity: true),
  ]
  var keys = key ? [Catalog.Key("note_pkey", columns: ["id"], isPrimary: true)] : []
  if uniqueBody { keys.append(Catalog.Key("note_body_key", columns: ["body"])) }
  let table = Catalog.Table(
    note,
    columns: [
      Catalog.Column("id", .bigint, isNullable: false, identity: key ? .byDefault : nil),
      Catalog.Column("author", .text), Catalog.Column("body", .text),
    ], keys: keys, owner: "postgres", ownerCondition: owner)
  let view = Catalog.View(
    note,
    columns: ["id", "author", "body"].map { Catalog.ViewColumn($0, .text) },
    query: SQLQuery(.unread(text: "")), securityInvoker: false, owner: "postgres")
  return PlanDocument(
    name: "notes",
    catalog: Catalog(roles: roles, tables: isView ? [] : [table], views: isView ? [view] : []),
    intents: intents)
}

let ana = Identity("ana", role: "writer", claims: "{}")
let ben = Identity("ben", role: "writer", claims: "{}")
let eve = Identity("eve", role: "writer", claims: "{}")
let guest = Identity("guest", role: "reader")
let server = Identity("server", role: "server")

/// What is right: authors only, in all commands, and the server.
func sound(_ identity: Identity, _ command: String) -> ToyEngine.Rule {
  if identity.role == "server" { return ToyEngine.Rule(bypass: .bypassRowSecurity) }
  if identity.role != "writer" || command == "truncate" { return .denied }
  return .rows { $0["author"] == identity.name }
}
