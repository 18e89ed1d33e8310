import AccessModel
import SQLBinding
import SQLText

/// The statements that make one catalog another.
///
/// Both catalogs hold everything: what is only in the first goes, what is only in the second comes.
/// Comments are the server's, with the marks of what is Rowkeep's.
struct CatalogChange {
  let old: Catalog
  let new: Catalog
  /// The server's, as which both catalogs hold what they hold.
  let version: PostgresVersion
  let oldForms: NormalForms
  let newForms: NormalForms
  /// Tables, views and functions that nobody may use while they change, beyond those for which that
  /// is plain from the start.
  let closed: Set<ClosedObject>
  let planner: CatalogPlanner
  /// Of types and functions that are new.
  let order: SignatureOrder
  /// Of those that go.
  let going: SignatureOrder
  var stages = ChangeStages()
  var forced = Recreations()
  /// What differs and no statement changes, one sentence each, with what to do.
  var refusals: [String] = []
  /// Labels that enums get.
  var newLabels: [(type: QualifiedName, label: String)] = []
  /// What the statements lose of the rows.
  var losses: [DataLoss] = []
  /// What closes each relation that is closed.
  var closings: [QualifiedName: [SQLChange]] = [:]
  var openings: [QualifiedName: [SQLChange]] = [:]

  /// What is closed while it changes.
  enum ClosedObject: Hashable {
    case relation(QualifiedName)
    /// A table closed by taking its privileges away, where a policy would come in the way of tables
    /// that read it.
    case privileges(QualifiedName)
    case function(FunctionKey)
  }

  /// Which function a name stands for.
  struct FunctionKey: Hashable {
    var name: QualifiedName
    var arguments: [TypeName]

    init(_ function: Catalog.Function) {
      name = function.name
      arguments = function.arguments.map(\.type)
    }
  }

  init(
    from old: Catalog, to new: Catalog, version: PostgresVersion, closed: Set<ClosedObject> = []
  ) {
    self.old = old
    self.new = new
    self.version = version
    self.closed = closed
    oldForms = NormalForms(CatalogNames(old, version: version))
    newForms = NormalForms(CatalogNames(new, version: version))
    planner = CatalogPlanner(PlanDocument(name: "", catalog: new))
    let functions = Set(old.functions.map(FunctionKey.init))
    let types = Set(old.types.map(\.name))
    order = SignatureOrder(
      types: new.types.filter { !types.contains($0.name) },
      functions: new.functions.filter { !functions.contains(FunctionKey($0)) },
      tables: new.tables.map(\.name), views: new.views.map(\.name))
    let (keptTypes, keptFunctions) = (
      Set(new.types.map(\.name)), Set(new.functions.map(FunctionKey.init))
    )
    going = SignatureOrder(
      types: old.types.filter { !keptTypes.contains($0.name) },
      functions: old.functions.filter { !keptFunctions.contains(FunctionKey($0)) },
      tables: old.tables.map(\.name), views: old.views.map(\.name))
    forced = Recreations(self)
    addRoles()
    addSchemas()
    addTypes()
    addSequences()
    addFunctions()
    order.laterTypes.forEach { make($0) }
    order.laterFunctions.forEach { make($0, in: .making) }
    addTables()
    order.rowFunctions.forEach { make($0, in: .making) }
    addViews()
    order.viewFunctions.forEach { make($0, in: .definitions) }
    removeTypesAndFunctions()
    removeSchemasAndRoles()
    addDefaultPrivileges()
    addComments()
    addClosings()
    if !stages.isEmpty {
      stages.add(.settings, .define(.setLocal("client_min_messages", "warning")))
      stages.add(.settings, .define(.setLocalFunctionChecksOff))
    }
    refuseUsesOfNewLabels()
    refuseStoredUsesOfRemadeFunctions()
  }

  /// The statements in order.
  var changes: [(stage: ChangeStage, changes: [SQLChange])] {
    ChangeStage.allCases.map { ($0, stages[$0]) }.filter { !$0.1.isEmpty }
  }
}

extension Sequence {
  /// Elements by a key; the first of each.
  func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
    Dictionary(map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension CatalogChange {
  /// Revokes before anything changes, grants after. `made`: when the object is made, where that is
  /// later; its owner may be listed with less than all.
  mutating func addGrants(
    on object: SQLObject, from old: Set<GrantDifference.Held>, to new: Set<GrantDifference.Held>,
    isClosed: Bool = false, owner: String = "", relation: QualifiedName? = nil,
    made: ChangeStage? = nil
  ) {
    if isClosed {
      let kept = old.intersection(new).filter { $0.grantee == .role(owner) }
      let revokes = GrantDifference(from: old, to: kept).revokes(on: object)
      if let relation { closings[relation] = revokes } else { stages.add(.closing, revokes) }
      stages.add(.widening, GrantDifference(from: kept, to: new).grants(on: object))
      return
    }
    let difference = GrantDifference(from: old, to: new)
    stages.add(made ?? .narrowing, difference.revokes(on: object))
    stages.add(.widening, difference.grants(on: object))
  }

  /// What reads others is closed before them: while these are closed, it may show something else.
  fileprivate mutating func addClosings() {
    let views = orderedViews(old.views).map(\.name).reversed()
    let tables = dependencyOrder(
      old.tables.map(\.name),
      dependencies: old.tables.map { table in
        let reading = RelationsRead(table.policies.flatMap { [$0.using, $0.check] })
        return reading.relations.map { QualifiedName($0.schema ?? "public", $0.name) }
      }
    ).map { old.tables[$0].name }.reversed()
    // Taking privileges away changes nothing of what others read; a policy does.
    let byPrivileges = tables.filter { closed.contains(.privileges($0)) }
    let byPolicy = tables.filter { !closed.contains(.privileges($0)) }
    for name in views + byPrivileges + byPolicy { stages.add(.closing, closings[name] ?? []) }
    for name in tables.reversed() { stages.add(.opening, openings[name] ?? []) }
  }

  /// What an owner's privileges are after ALTER … OWNER: the new owner's.
  /// Source: `aclnewowner()` in `src/backend/utils/adt/acl.c`.
  func moved(
    _ held: Set<GrantDifference.Held>, from owner: String, to newOwner: String
  ) -> Set<GrantDifference.Held> {
    guard owner != newOwner else { return held }
    return Set(
      held.map { item in
        var item = item
        if item.grantee == .role(owner) { item.grantee = .role(newOwner) }
        if item.grantor == owner || item.grantor == newOwner { item.grantor = nil }
        if item.grantee == .role(newOwner) { item.isGrantable = false }
        return item
      })
  }
}
