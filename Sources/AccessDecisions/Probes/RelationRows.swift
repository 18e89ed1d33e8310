public import AccessFixtures
import AccessModel

/// The rows a relation really holds, as the administrator reads them: what "all rows" means.
public struct RelationRows: Sendable {
  /// What can be asked of the relation.
  let probes: StandardProbes
  /// All columns of all rows, as the engine prints them.
  public let rows: [[String?]]

  /// The relation.
  public var shape: RelationShape { probes.shape }

  /// Rows of a relation.
  public init(_ shape: RelationShape, _ rows: [[String?]]) {
    self.init(StandardProbes(shape), rows)
  }

  init(_ probes: StandardProbes, _ rows: [[String?]]) {
    self.probes = probes
    self.rows = rows
  }

  func values(_ index: Int, _ columns: [String]) -> [String?] {
    columns.map { name in
      shape.columns.firstIndex { $0.name == name }.flatMap { rows[index][$0] }
    }
  }

  func key(_ index: Int) -> [String?] { values(index, shape.key) }

  /// `id=3, email_address=ana@example.com`: the key, and what else is unique.
  public func label(_ index: Int) -> String {
    zip(shape.labelling, values(index, shape.labelling))
      .map { "\($0)=\($1 ?? "NULL")" }.joined(separator: ", ")
  }

  /// Which rows `visible` (values of `columns`) are, each row at most once; and how many of
  /// `visible` are none of them. Where several rows look the same, `preferred` ones are taken.
  func match(
    _ visible: [[String?]], _ columns: [String], preferring preferred: Set<Int> = []
  ) -> (indices: [Int], surplus: Int) {
    let positions = columns.compactMap { name in shape.columns.firstIndex { $0.name == name } }
    var candidates: [[String?]: [Int]] = [:]
    // Taken from the end: preferred rows go last.
    for index in rows.indices.reversed() where !preferred.contains(index) {
      candidates[positions.map { rows[index][$0] }, default: []].append(index)
    }
    for index in rows.indices.reversed() where preferred.contains(index) {
      candidates[positions.map { rows[index][$0] }, default: []].append(index)
    }
    var indices: [Int] = []
    var surplus = 0
    for row in visible {
      if let index = candidates[row]?.popLast() {
        indices.append(index)
      } else {
        surplus += 1
      }
    }
    return (indices.sorted(), surplus)
  }
}

extension RecordingEngine {
  /// What the relation holds for `identity`'s claims, apart from who may see it: a view may show
  /// other rows for other claims, a table does not.
  func rows(
    of probes: StandardProbes, for identity: Identity, administrator: String
  ) throws -> Result<RelationRows, RefusedTruth> {
    let shape = probes.shape
    let asking =
      shape.isView
      ? identity.acting(as: administrator) : Identity(administrator, role: administrator)
    let outcome = try ask(probes.read(shape.columnNames), as: asking).first
    guard case .completed(let completion) = outcome,
      completion.rows.allSatisfy({ $0.count == shape.columns.count })
    else { return .failure(RefusedTruth(outcome, "the rows of \(shape.name)")) }
    return .success(RelationRows(probes, completion.rows))
  }
}

/// The administrator's own question was not answered, so nothing can be judged by it.
struct RefusedTruth: Error {
  var undecided: Undecided

  init(_ outcome: Outcome?, _ what: String) {
    switch outcome {
    case .undecided(let construct): undecided = construct
    case .refused(let error, _):
      undecided = Undecided("\(what), refused to the administrator: \(error.message)")
    default: undecided = Undecided("\(what), which the engine gave in another shape")
    }
  }
}
