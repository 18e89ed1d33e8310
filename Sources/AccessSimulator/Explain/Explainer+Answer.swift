import AccessDecisions
import AccessModel
import RowSecurity
import SQLBinding
import SQLText

extension Explainer {
  /// Why, in a sentence or a few: the answer to what users ask most.
  func answer(_ outcome: Outcome) -> [String] {
    switch Decision(outcome) {
    case .undecided(let construct): ["not decided: \(construct.construct) is not modelled"]
    case .recursion: recursionAnswer
    case .noPrivilege(let error): privilegeAnswer(error)
    case .checkViolated(_, let error): refusalAnswer(error)
    case .filtered: emptyAnswer
    case .allowed: allowedAnswer
    case .bypassed(let bypasses):
      ["row security does not apply: " + bypasses.map(\.description).joined(separator: "; ")]
    case .error(let error): errorAnswer(error)
    }
  }

  private var recursionAnswer: [String] {
    guard let cycle else { return [] }
    let lead = cycle.lead.map(text)
    let circle = (cycle.steps.map(text) + ["\(cycle.end) again"]).joined(separator: " → ")
    let start = lead.isEmpty ? "" : lead.joined(separator: " → ") + " → "
    var answer = ["policies lead back to where they began: \(start)\(circle)"]
    if let step = cycle.steps.last(where: { $0.policy != nil }) {
      answer.append(
        "it ends where the subquery of policy \"\(step.policy ?? "")\" of \(step.relation) is "
          + "moved to a SECURITY DEFINER function whose owner bypasses row security")
    }
    return answer
  }

  private func text(_ step: RecursionCycle.Step) -> String {
    step.policy.map { "\(step.relation) (policy \"\($0)\")" } ?? "view \(step.relation)"
  }

  // MARK: Privileges

  private func privilegeAnswer(_ error: PostgresError) -> [String] {
    if error.message.hasPrefix("query would be affected by row-level security") {
      return [
        "row_security is off: PostgreSQL then refuses what policies would filter, instead of "
          + "filtering it"
      ]
    }
    if error.message.contains("row-level security policy") { return refusalAnswer(error) }
    let missing = missingPrivileges.filter { engine.privileges.error(for: $0) == error }
    guard let check = missing.first else { return [error.message] }
    return [sentence(check)] + (idleMembership(for: check).map { [$0] } ?? [])
  }

  private func sentence(_ check: PrivilegeCheck) -> String {
    var what = "\(check.privilege.rawValue) on \(object(of: check))"
    var whole = ""
    if case .missing(let columns) = engine.privileges.verdict(on: check), !columns.isEmpty,
      case .relation(let id) = check.object
    {
      what =
        "\(check.privilege.rawValue) on column\(columns.count == 1 ? "" : "s") "
        + "\(columnNames(Set(columns), of: id)) of \(text(of: names.name(of: id)))"
      let clauses = clauses(of: check, columns: Set(columns))
      if !clauses.isEmpty { whole = ": " + clauses.joined(separator: ", ") }
    } else {
      let clauses = clauses(of: check, columns: [])
      if !clauses.isEmpty { whole = ": " + clauses.joined(separator: ", ") }
    }
    return "\(check.role) has no \(what)\(whole)"
  }

  // MARK: Rows

  private func refusalAnswer(_ error: PostgresError) -> [String] {
    guard let block = try? refusedBlock(), let first = block.failed.first else {
      return [error.message]
    }
    let table = name(of: block.table)
    var answer: [String] = []
    if block.isNew, first.command == .select {
      let cause = readingCause
      answer.append(
        "\(cause) the new row, so SELECT policies of \(table) must show it to \(block.role), and "
          + "they do not" + (causeIsReturning ? ": without RETURNING it is allowed" : ""))
    }
    answer.append(reason(first.filter, first.command, block))
    return answer
  }

  /// What makes SELECT policies count for the row that is written.
  private var readingCause: String {
    guard let bound, let id = bound.target?.id else { return "the statement reads" }
    if case .insert(let insert) = bound, insert.returning.isEmpty, insert.conflict != nil {
      return "ON CONFLICT reads"
    }
    let clauses = bound.clauses(reading: [], of: id).map(\.clause)
    return (clauses.first ?? "the statement") + " reads"
  }

  private var causeIsReturning: Bool {
    guard case .insert(let insert)? = bound, insert.conflict == nil else { return false }
    return !insert.returning.isEmpty
  }

  /// Why a filter is not met by a row: default deny, or policies and their values.
  func reason(
    _ filter: SecurityFilter, _ command: Catalog.Policy.Command, _ block: RowBlock
  ) -> String {
    let model = catalog.tables[block.table]
    let row = "row \(label(of: block.row, block.table))"
    let kind = block.isNew ? "new \(row)" : row
    switch filter {
    case .permissive([]):
      let cause =
        model.policies.isEmpty
        ? "\(text(of: model.name)) has row security and no policy"
        : "no permissive policy of \(text(of: model.name)) for \(command.rawValue) applies to "
          + block.role
      return "\(cause): default deny"
    case .permissive(let conditions):
      let values = conditions.map { value(of: $0, command, block) }
      return "\(kind): " + values.joined(separator: ", ")
    case .restrictive(let condition):
      return "\(kind): restrictive " + value(of: condition, command, block)
    }
  }

  private func value(
    of condition: PolicyCondition, _ command: Catalog.Policy.Command, _ block: RowBlock
  ) -> String {
    let policy = catalog.tables[block.table].policies[condition.policy]
    guard let (clause, expression) = clause(of: policy, command, isNew: block.isNew) else {
      return "policy \"\(policy.name)\""
    }
    let tracer = ExpressionTracer(
      explainer: self, table: block.table, row: block.row, role: block.role)
    let value = tracer.trace(expression).value ?? "not decided"
    return "policy \"\(policy.name)\" (\(clause) for \(command.rawValue)) is \(value)"
  }

  private var emptyAnswer: [String] {
    if secured?.isReplacedByNothing == true { return ["a rule does INSTEAD NOTHING"] }
    let tables = hidingTables
    if tables.isEmpty, case .insert(let insert)? = bound {
      return [
        insert.conflict == nil
          ? "no row was proposed, or a trigger or rule left it out"
          : "a row with that key is there already, hidden or not, and ON CONFLICT leaves it as it is"
      ]
    }
    guard !tables.isEmpty else {
      let protected = reaches.contains { !$0.filters.isEmpty }
      return [
        "no row meets the statement's own conditions"
          + (protected ? ": without row security it would find none either" : "")
      ]
    }
    let list = tables.map { name(of: $0) }.joined(separator: " and ")
    guard let blocks = try? hiddenBlocks(), let block = blocks.first else {
      return ["row security hides the rows of \(list) that it would reach"]
    }
    let count = hiddenCount(of: block.table)
    let rows = count == 1 ? "the row" : count > 0 ? "all \(count) rows" : "the rows"
    let view = block.views.last.map { "view \(text(of: $0))" } ?? "the statement"
    let role = block.role == caller ? caller : "\(block.role), as whom \(view) reads it"
    var answer = ["row security hides \(rows) of \(list) it would reach from \(role)"]
    if let first = block.failed.first { answer.append(reason(first.filter, first.command, block)) }
    return answer
  }

  /// How many rows that meet the statement's condition are hidden.
  private func hiddenCount(of table: Int) -> Int {
    do throws(EngineFailure) {
      guard let reach = reaches.first(where: { $0.table == table }) else { return 0 }
      var count = 0
      let filter = try RowFilter(reach.filters, session)
      for row in try rows(of: table) {
        if let condition = reach.condition, try !meets(row, condition, of: table) { continue }
        if try !filter.passes(row, of: table) { count += 1 }
      }
      return count
    } catch {
      return 0
    }
  }

  private var allowedAnswer: [String] {
    var answer: [String] = []
    for reach in reaches where !reach.filters.isEmpty {
      let count = hiddenCount(of: reach.table)
      if count > 0 {
        answer.append(
          "row security hides \(count) row\(count == 1 ? "" : "s") of \(name(of: reach.table))"
            + (reach.condition == nil ? "" : " that meet the statement's condition")
            + " from \(reach.role)")
      }
    }
    return answer.isEmpty ? ["privileges and policies let it through"] : answer
  }

  // MARK: Other errors

  private func errorAnswer(_ error: PostgresError) -> [String] {
    guard let refusal else {
      return failure == nil
        ? ["access is granted; the statement itself fails"]
        : ["the statement is refused before anything is checked"]
    }
    let table = name(of: refusal.table)
    switch refusal.reason {
    case .constraint where error.sqlState == .uniqueViolation:
      let hidden = (try? collidingRowIsHidden(refusal)) == true
      return [
        "access is granted, but a row of \(table) with that key is there already"
          + (hidden ? ", hidden from \(caller): unique constraints see every row" : "")
      ]
    case .constraint:
      return ["access is granted, but the new row of \(table) breaks one of its constraints"]
    case .missingReference(let key):
      return [
        "access is granted, but nothing in \(name(of: key.referenced)) has the key that "
          + "\(key.name) refers to; foreign keys see every row, hidden or not"
      ]
    case .stillReferenced(let key):
      return [
        "access is granted, but rows of \(name(of: key.table)) refer to the row by \(key.name); "
          + "foreign keys see every row, hidden or not"
      ]
    case .viewCheck(let view):
      return [
        "access is granted, but view \(text(of: view)) would not show the new row, and it has a "
          + "CHECK OPTION"
      ]
    case .new, .existing: return [error.message]
    }
  }

  /// Whether the row that a unique constraint found is one that the caller can't see.
  private func collidingRowIsHidden(_ refusal: RowRefusal) throws(EngineFailure) -> Bool {
    let model = catalog.tables[refusal.table]
    guard model.rowSecurityEnabled else { return false }
    let query = SQLQuery(
      SQLSelect(
        model.columns.map { .expression(.column($0.name), name: nil) },
        from: [.relation(schema: model.name.schema, name: model.name.name, alias: nil)]))
    let visible = Set(try PreparedStatement.rows(of: query, session))
    for unique in model.uniqueColumns.compactMap({ $0 }) {
      let columns = model.columns.indices.filter { unique.contains(model.columns[$0].name) }
      for row in try rows(of: refusal.table)
      where columns.allSatisfy({ row[$0] == refusal.row[$0] }) && !visible.contains(row) {
        return true
      }
    }
    return false
  }

  // MARK: Progress

  /// What stands in the way, to tell whether a change has moved anything.
  func obstacle(_ outcome: Outcome) -> String {
    var parts = [Decision(outcome).key]
    parts += missingPrivileges.map(label)
    let blocks: [RowBlock]
    do throws(EngineFailure) {
      if let refused = try refusedBlock() {
        blocks = [refused]
      } else if case .filtered = Decision(outcome) {
        blocks = Array(try hiddenBlocks().prefix(1))
      } else {
        blocks = []
      }
    } catch {
      return error.summary
    }
    for block in blocks {
      parts.append("\(name(of: block.table)) \(label(of: block.row, block.table))")
      parts += block.failed.map { "\($0.command.rawValue) \($0.filter.conditions.map(\.policy))" }
    }
    return parts.joined(separator: "; ")
  }
}

extension Decision {
  fileprivate var key: String {
    switch self {
    case .allowed, .bypassed: "allowed"
    case .filtered: "filtered"
    case .noPrivilege(let error), .checkViolated(_, let error), .recursion(let error),
      .error(let error):
      error.message
    case .undecided(let construct): construct.construct
    }
  }
}
