public import AccessDecisions
import AccessFixtures
import AccessModel

extension JSONValue {
  /// The cells of a matrix, in the order of its table.
  public init(cellsOf matrix: Matrix) {
    var cells: [JSONValue] = []
    for relation in matrix.relations {
      for command in matrix.commands {
        for identity in matrix.identities {
          guard let cell = matrix[identity.name, relation, command] else { continue }
          let place: [Member] = [
            Member("relation", JSONValue(relation)),
            Member("command", .string(command.rawValue)),
            Member("identity", .string(identity.name)),
          ]
          guard case .object(let members) = JSONValue(cell) else { continue }
          cells.append(.object(place + members))
        }
      }
    }
    self = .array(cells)
  }

  /// What comes of calling functions, in the order of its table.
  public init(callsOf matrix: Matrix) {
    self = .array(
      matrix.functions.indices.flatMap { index in
        matrix.identities.compactMap { identity in
          matrix[identity.name, callOf: index].map {
            JSONValue($0, of: matrix.functions[index], by: identity)
          }
        }
      })
  }

  private init(_ cell: CallCell, of call: FunctionCall, by identity: Identity) {
    var rows: JSONValue?
    var undecided: JSONValue?
    var error: JSONValue?
    switch cell.kind {
    case .rows(let count): rows = .integer(count)
    case .undecided(let construct): undecided = JSONValue(construct)
    case .error(let raised): error = JSONValue(raised)
    case .value, .nothing, .noPrivilege: break
    }
    self = .compact([
      ("function", .string(call.function.signature)), ("identity", .string(identity.name)),
      ("kind", .string(cell.kind.word)), ("rows", rows),
      ("columns", .array(cell.columns.map(JSONValue.string))),
      ("runsAsOwner", .boolean(cell.runsAsOwner)), ("calls", .integer(cell.calls)),
      ("untried", call.untried.isEmpty ? nil : .array(call.untried.map(JSONValue.string))),
      ("undecided", undecided), ("error", error),
    ])
  }

  /// One cell: its kind, how many rows, and which.
  public init(_ cell: Cell) {
    var undecided: JSONValue?
    var error: JSONValue?
    if case .undecided(let construct) = cell.kind { undecided = JSONValue(construct) }
    if case .error(let raised) = cell.kind { error = JSONValue(raised) }
    self = .compact([
      ("kind", .string(cell.kind.word)),
      ("reached", .integer(cell.reached)), ("total", .integer(cell.total)),
      ("rows", .array(cell.rows.map(JSONValue.string))),
      ("columns", cell.columns.map { .array($0.map(JSONValue.string)) }),
      ("withoutWhere", cell.blind.map(JSONValue.integer)),
      ("bypasses", cell.bypasses.isEmpty ? nil : .array(cell.bypasses.map { JSONValue($0) })),
      ("undecided", undecided), ("error", error),
    ])
  }
}

extension CallCell.Kind {
  /// The word that names the kind in JSON output.
  var word: String {
    switch self {
    case .rows: "rows"
    case .value: "value"
    case .nothing: "none"
    case .noPrivilege: "no_privilege"
    case .undecided: "undecided"
    case .error: "error"
    }
  }
}

extension Cell.Kind {
  /// The word that names the kind in JSON output.
  var word: String {
    switch self {
    case .all: "all"
    case .some: "some"
    case .none: "none"
    case .noPrivilege: "no_privilege"
    case .bypass: "bypass"
    case .undecided: "undecided"
    case .notApplicable: "not_applicable"
    case .error: "error"
    case .noRows: "no_rows"
    }
  }
}
