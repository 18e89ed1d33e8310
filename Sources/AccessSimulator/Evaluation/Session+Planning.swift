import AccessModel
import RowSecurity
import SQLBinding

/// What is computed and looked up as statements are planned.
extension Session {
  /// What is computed as the session's statements are planned.
  var planning: Planning {
    Planning(
      fold: ConstantFolder(session: self).fold,
      estimate: { (value) throws(EngineFailure) in try self.estimate(value) },
      isUnpopulated: { view in
        guard self.opensPlans, let current = self.database ?? self.store?.database else {
          return false
        }
        return current.materialized[view] == nil
      }, functionBody: body(ofFunctionInFrom:_:))
  }

  /// The query that a function in FROM is, over arguments of `types`; nil where it is called.
  ///
  /// Throws PostgreSQL's error where its text can't be read, gives something else than declared, or
  /// names a schema that may not be used.
  func body(ofFunctionInFrom index: Int, _ types: [DataType]) throws(EngineFailure) -> BoundQuery? {
    let model = catalog.catalog.functions[index]
    let declared = catalog.functions[index].arguments
    guard case .query(let query) = model.body, types.count == declared.count,
      !declared.contains(nil), !query.writesInWith
    else { return nil }
    let types = zip(declared, types).map { declared, given in
      if let declared, !declared.isPolymorphic { declared } else { given }
    }
    let bound = try bound(query, of: model, types)
    try model.requireResult(of: bound, names)
    guard case .query(let body) = bound else { return nil }
    return body
  }

  /// In which order conditions on a table are asked of its rows.
  func order(ofTable table: Int) -> QualOrder {
    QualOrder(
      catalog.catalog, virtual: virtualColumns(of: table),
      findsNothing: { query in
        self.engine.findsNothing(query, as: self.role, planning: self.planning)
      }, isHashed: { RowEstimate.fitsHash($0, self.catalog) })
  }

  /// Whether computing an expression that depends on no row raises an error. What its functions do
  /// is taken back.
  func raises(_ value: BoundExpression) -> Bool {
    let before = value.callsCatalog ? SessionMoment(self) : nil
    defer { before?.restore(self) }
    guard let assumptions, plannedParameters == nil else { return (try? estimate(value)) == nil }
    if let known = assumptions.raises[value] { return known }
    let raises = (try? compute(value)) == nil
    self.assumptions?.add(value, raises: raises)
    return raises
  }

  /// Whether the assumptions made since there were `count` hold for the settings of the moment.
  func meetsAssumptions(after count: Int) -> Bool {
    guard let assumptions else { return true }
    return assumptions.values.dropFirst(count).allSatisfy {
      ((try? compute($0)) == nil) == assumptions.raises[$0]
    }
  }
}

/// Values that compiled queries were arranged by, according to whether computing them raises an
/// error: for whom it is otherwise, they would be arranged otherwise.
struct PlanAssumptions {
  /// In the order that they were met.
  private(set) var values: [BoundExpression] = []
  private(set) var raises: [BoundExpression: Bool] = [:]

  mutating func add(_ value: BoundExpression, raises: Bool) {
    values.append(value)
    self.raises[value] = raises
  }
}
