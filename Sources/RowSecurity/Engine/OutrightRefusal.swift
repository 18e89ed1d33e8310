public import AccessModel
public import SQLBinding

extension RowSecurityEngine {
  /// The error of a statement on one table whose command `caller` has no right to at all, where it is
  /// certain that nothing else comes before it; nil: `secure` tells.
  ///
  /// It is what `secure` and `PrivilegeChecker.firstFailure` come to in such a case, without the
  /// work: no rule, view, subquery or function, nothing to be folded, and no policy for the role.
  ///
  /// ```swift
  /// engine.outrightRefusal(of: bound, as: "guest")  // permission denied for table notes
  /// ```
  ///
  /// RULES 10, 13, 14. Source: `ExecCheckRTEPerms()` in `src/backend/executor/execMain.c`.
  public func outrightRefusal(of statement: BoundStatement, as caller: String) -> PostgresError? {
    guard let (index, privilege) = statement.soleAccess,
      catalog.catalog.tables.indices.contains(index)
    else { return nil }
    let table = catalog.catalog.tables[index]
    let check = PrivilegeCheck(privilege, on: .relation(.table(index)), columns: .any, as: caller)
    let schema = PrivilegeCheck(.usage, on: .schema(table.name.schema), as: caller)
    guard !privileges.verdict(on: check).isHeld, privileges.verdict(on: schema).isHeld,
      table.rules.isEmpty, foreignRefusal(of: table) == nil,
      table.columns.allSatisfy({ $0.generated == nil }),
      statement.isWritable(table), statement.namesAllDefaults(of: catalog.tables[index]),
      !meetsPolicies(of: table, as: caller)
    else { return nil }
    return privileges.error(for: check)
  }

  private func meetsPolicies(of table: Catalog.Table, as role: String) -> Bool {
    guard table.rowSecurityEnabled, bypass(of: table, as: role) == nil else { return false }
    guard rowSecurity else { return true }
    let held = policyRoles.privileges(of: role)
    return table.policies.contains {
      PolicyApplicability($0, to: $0.command == .all ? .select : $0.command, held: held) == .applies
    }
  }
}

extension BoundStatement {
  /// The one table that a statement of the simplest form is about, and what its command needs.
  fileprivate var soleAccess: (table: Int, privilege: Privilege)? {
    switch self {
    case .query(let query):
      guard query.isPlainScan, case .relation(let relation) = query.sources[0].kind,
        case .table(let table) = relation.id, !relation.isLocked, !relation.isUnchecked,
        relation.checkedAs == nil,
        query.targets.allSatisfy(\.expression.isReady),
        query.condition?.isOpenComparison != false
      else { return nil }
      return (table, .select)
    case .insert(let insert):
      guard case .table(let table) = insert.target.id, insert.target.checkedAs == nil,
        insert.conflict == nil, insert.returning.isEmpty, case .values(let rows) = insert.source,
        rows.allSatisfy({ $0.allSatisfy { $0?.isReady == true } })
      else { return nil }
      return (table, .insert)
    case .update(let update):
      guard case .table(let table) = update.target.id, update.target.checkedAs == nil,
        update.sources.count == 1, update.joins.isEmpty, update.cursor == nil,
        update.returning.isEmpty, update.condition?.isOpenComparison != false,
        update.assignments.allSatisfy({ $0.value?.isReady == true })
      else { return nil }
      return (table, .update)
    case .delete(let delete):
      guard case .table(let table) = delete.target.id, delete.target.checkedAs == nil,
        delete.sources.count == 1, delete.joins.isEmpty, delete.cursor == nil,
        delete.returning.isEmpty, delete.condition?.isOpenComparison != false
      else { return nil }
      return (table, .delete)
    case .merge, .truncate, .with: return nil
    }
  }

  /// Whether it gives no value to a column that takes only DEFAULT, which is an error before any
  /// privilege.
  fileprivate func isWritable(_ table: Catalog.Table) -> Bool {
    let columns: [Int]
    switch self {
    case .insert(let insert): columns = insert.overriding == nil ? insert.columns : []
    case .update(let update): columns = update.assignments.map(\.column)
    default: columns = []
    }
    return columns.allSatisfy {
      table.columns.indices.contains($0) && table.columns[$0].identity != .always
    }
  }

  /// Whether no default of the table is computed that might raise an error or call a function.
  fileprivate func namesAllDefaults(of table: BoundTable) -> Bool {
    guard case .insert(let insert) = self else { return true }
    let given = Set(insert.columns)
    return table.defaults.indices.allSatisfy { column in
      if given.contains(column) { return true }
      if case .domain? = table.columns[column]?.type { return false }
      return table.defaults[column] == nil && table.columns[column] != nil
    }
  }
}

extension BoundQuery {
  fileprivate var isPlainScan: Bool {
    sources.count == 1 && commonTables.isEmpty && grouping == nil && windows.isEmpty
      && setFunctions.isEmpty && !isDistinct && distinctOn == nil && orderBy.isEmpty && limit == nil
      && offset == nil && values == nil && setOperation == nil && lockedSources.isEmpty
      && joins.allSatisfy { if case .source = $0 { true } else { false } }
  }
}

extension BoundExpression {
  /// A value that is there as it is: nothing is computed of it before rows are read.
  fileprivate var isReady: Bool {
    switch self {
    case .column, .parameter, .constant: true
    case .cast(.column, _, let target), .cast(.parameter, _, let target):
      if case .domain = target.type { false } else { true }
    default: false
    }
  }

  private var isConstant: Bool { if case .constant = self { true } else { false } }

  /// Such values compared, which only a row or a parameter can decide.
  fileprivate var isOpenComparison: Bool {
    switch self {
    case .compare(_, let left, let right, _), .distinct(let left, let right, _, _):
      left.isReady && right.isReady && !(left.isConstant && right.isConstant)
    case .and(let parts): !parts.isEmpty && parts.allSatisfy(\.isOpenComparison)
    default: false
    }
  }
}
