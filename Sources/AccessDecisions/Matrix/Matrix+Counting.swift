import AccessFixtures
public import AccessModel

extension Matrix {
  /// How many rows of what each identity can read, counted by the engine: for more rows than are to
  /// be fetched. Which rows they are is not told, nor what can be written.
  ///
  /// Needs SELECT on one column of a relation. Throws only what the engine throws.
  public init(
    counting engine: any DecisionEngine, _ document: PlanDocument, identities: [Identity],
    relations: [QualifiedName]? = nil
  ) throws {
    self.init(
      identities: identities, relations: relations ?? document.catalog.relationNames,
      commands: [.select])
    let engine = RecordingEngine.around(engine)
    let views = Set(document.catalog.views.map(\.name))
    for identity in identities {
      for relation in self.relations {
        let probe = Self.count(of: relation)
        let whole =
          views.contains(relation)
          ? identity.acting(as: document.administrator)
          : Identity(document.administrator, role: document.administrator)
        let truth = try engine.ask(probe, as: whole).first
        let answer = try engine.ask(probe, as: identity).first
        set(Self.cell(truth, answer), identity.name, relation)
      }
    }
  }

  private static func count(of relation: QualifiedName) -> Probe {
    let count = SQLExpression.call(SQLFunctionCall("count", isStar: true))
    return Probe(
      .query(
        SQLQuery(
          SQLSelect(
            [.expression(count, name: nil)],
            from: [.relation(schema: relation.schema, name: relation.name, alias: nil)]))))
  }

  private static func cell(_ truth: Outcome?, _ answer: Outcome?) -> Cell {
    func count(_ outcome: Outcome?) -> Int? {
      guard case .completed(let completion)? = outcome else { return nil }
      return completion.rows.first?.first.flatMap { $0 }.flatMap { Int($0) }
    }
    guard let total = count(truth) else {
      return Cell(.undecided(RefusedTruth(truth, "the number of rows").undecided), total: 0)
    }
    guard let reached = count(answer) else {
      var cell = Cell(.undecided(Undecided("no answer")), total: total)
      guard let answer else { return cell }
      let decision = Decision(answer)
      switch decision {
      case .noPrivilege: cell.kind = .noPrivilege
      case .undecided(let construct): cell.kind = .undecided(construct)
      case .error(let error), .recursion(let error): cell.kind = .error(error)
      default: break
      }
      cell.decisions = [decision]
      return cell
    }
    let kind: Cell.Kind =
      total == 0 ? .noRows : reached == 0 ? .none : reached >= total ? .all : .some
    return Cell(kind, reached: reached, total: total)
  }
}
