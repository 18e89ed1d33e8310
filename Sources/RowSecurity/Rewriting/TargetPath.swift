import AccessModel
import SQLBinding

/// The way from the relation that a statement names down to the table it changes, with what is
/// needed on each step.
struct TargetPath {
  /// A privilege on the target; `columns`: nil where only the whole relation counts.
  struct Need {
    var privilege: Privilege
    var columns: Set<Int>?

    init(_ privilege: Privilege, _ columns: Set<Int>?) {
      self.privilege = privilege
      self.columns = columns
    }
  }

  private(set) var id: RelationID
  /// Whether tables that inherit from it are left out: ONLY of the statement where it names the
  /// table, ONLY of the view where it names a view.
  private(set) var isOnly: Bool
  /// C in the rules: who the relation now reached is checked as. RULES 52.
  private(set) var role: String
  /// A column of the target is read: SELECT is needed, and SELECT policies apply. RULES 10, 55.
  let isRead: Bool
  /// Views passed, the outermost first.
  private(set) var views: [QualifiedName] = []
  private var needs: [Need]
  private var readColumns: Set<Int>
  /// Columns of the relation now reached that something refers to; nil: any may be.
  var usedColumns: Set<Int>? { usesAny ? nil : used.union(excludedColumns) }
  private let usesAny: Bool
  private var used: Set<Int>
  private var excludedColumns: Set<Int> = []
  private var found = TargetNeeds()
  /// Of the views passed, the innermost first.
  private(set) var viewChecks: [(check: ViewCheck, isCascaded: Bool)] = []

  /// What the views show, over a row of what was reached.
  private var conditions: [ViewCheck] = []

  init(
    _ target: BoundTargetRelation, _ needs: [Need], as caller: String,
    readsWhole: Bool = false
  ) {
    id = target.id
    isOnly = target.isOnly
    role = caller
    isRead = !target.readColumns.isEmpty || readsWhole
    self.needs = needs
    readColumns = target.readColumns
    used = target.readColumns
    usesAny = readsWhole
    found.named = checks()
  }

  /// What the relation that the statement names needs.
  var named: [PrivilegeCheck] { found.named }

  /// EXCLUDED is a mention of its own, checked as the caller. RULES 45.
  mutating func requireExcluded(_ conflict: BoundConflict?) {
    guard let columns = conflict?.excludedColumns, !columns.isEmpty else { return }
    excludedColumns = columns
    found.named.append(
      PrivilegeCheck(.select, on: .relation(id), columns: .all(columns), as: role))
  }

  /// The same privileges are needed below, on the columns that stand behind those of the view; if
  /// any is read, SELECT on all that the view uses. RULES 55.
  mutating func descend(through layer: ViewLayer, as inner: String) {
    id = layer.base
    isOnly = layer.isOnly
    role = inner
    views.append(layer.view)
    conditions = conditions.map { $0.mapped(layer.replacing) }
    if let condition = layer.condition {
      conditions.insert(
        ViewCheck(view: layer.view, condition: condition, isBarrier: layer.isBarrier), at: 0)
    }
    let referring =
      (usedColumns ?? []).filter(layer.columns.indices.contains).map { layer.columns[$0] }
      + conditions.compactMap(\.condition) + viewChecks.compactMap(\.check.condition)
    used = referring.reduce(into: []) { $0.formUnion($1.columns(ofSource: 0, atLevel: 0)) }
    needs = needs.map { Need($0.privilege, $0.columns.map { layer.base(of: $0) }) }
    readColumns = layer.readColumns
    excludedColumns = layer.base(of: excludedColumns)
    found.below += checks()
  }

  /// Source: `rewriteTargetView()`: a cascaded option of an outer view holds for those inside.
  mutating func addCheck(of view: Catalog.View, _ layer: ViewLayer) {
    viewChecks = viewChecks.map { check, isCascaded in
      (check.mapped(layer.replacing), isCascaded)
    }
    let isCascaded = view.checkOption == .cascaded || viewChecks.first?.isCascaded == true
    guard isCascaded || view.checkOption != nil && layer.condition != nil else { return }
    viewChecks.insert(
      (ViewCheck(view: view.name, condition: layer.condition), isCascaded), at: 0)
  }

  /// Hands over all that was gathered.
  func finish(_ target: inout SecuredTarget) {
    target.needs = found
    target.views = views
    target.viewChecks = viewChecks.map(\.check)
    target.viewConditions = conditions
  }

  private func checks() -> [PrivilegeCheck] {
    var result = needs.map { need in
      let columns: PrivilegeCheck.Columns =
        need.columns.map { $0.isEmpty ? .any : .all($0) } ?? .none
      var check = PrivilegeCheck(need.privilege, on: .relation(id), columns: columns, as: role)
      check.alongside = needs.map(\.privilege).filter { $0 != need.privilege }
      return check
    }
    if isRead {
      result.append(
        PrivilegeCheck(
          .select, on: .relation(id), columns: readColumns.isEmpty ? .any : .all(readColumns),
          as: role))
    }
    return result
  }
}

extension ViewCheck {
  fileprivate func mapped(_ body: (BoundExpression) -> BoundExpression) -> ViewCheck {
    var result = self
    result.condition = condition.map(body)
    return result
  }
}
