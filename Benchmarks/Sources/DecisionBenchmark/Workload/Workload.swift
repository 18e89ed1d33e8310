import AccessDecisions
import AccessFixtures
import AccessModel

/// One probe and who asks it.
struct Question {
  let identity: Identity
  let probe: Probe
}

/// Questions of one kind, measured together.
struct QuestionSet {
  /// `visible sets`, `SELECT by key`.
  let name: String
  let questions: [Question]

  /// Each set of parameters is one decision.
  var decisions: Int { questions.reduce(0) { $0 + $1.probe.parameterSets.count } }
}

/// The decisions asked of both engines.
struct Workload {
  /// Rows of `saved` that each identity asks about with each command.
  static let sampleSize = 2_000

  let visibleSets: QuestionSet
  let select: QuestionSet
  let update: QuestionSet
  let delete: QuestionSet
  let insert: QuestionSet

  var sets: [QuestionSet] { [visibleSets, select, update, delete, insert] }

  init(_ marketplace: Marketplace, _ document: PlanDocument) throws {
    let catalog = document.catalog
    guard let shape = RelationShape(QualifiedName("public", "saved"), in: catalog) else {
      throw BenchmarkFailure("the plan has no table `public.saved`")
    }
    let relations = catalog.tables.map(\.name) + catalog.views.map(\.name)
    let shapes = relations.compactMap { RelationShape($0, in: catalog) }
    visibleSets = QuestionSet(
      name: "visible sets",
      questions: Asker.all.flatMap { asker in
        shapes.map { shape in
          Question(
            identity: asker.identity, probe: StandardProbes(shape).read(shape.columnNames))
        }
      })
    let probes = StandardProbes(shape)
    var points: [[Question]] = [[], [], [], []]
    for (number, asker) in Asker.all.enumerated() {
      var random = SeededGenerator(seed: UInt64(number + 1))
      let sample = Self.sample(of: marketplace, for: asker, &random)
      let keys = sample.map { ["\($0 + 1)"] as [String?] }
      var read = probes.read(shape.columnNames, row: [ColumnValue("id", "1")])
      read.parameterSets = keys
      let moved = sample.map { position -> [String?] in
        ["\(1 + random.below(Marketplace.vehicleCount))", "\(position + 1)"]
      }
      let added = (0..<sample.count).map { index -> [String?] in
        let anyone = 1 + random.below(Marketplace.patronCount)
        let patron = index % 2 == 0 ? asker.patron ?? anyone : anyone
        return ["\(patron)", "\(1 + random.below(Marketplace.vehicleCount))"]
      }
      let asked = [
        read, probes.update(["listing_id"], moved), probes.delete(keys),
        probes.insert(["patron_id", "listing_id"], added),
      ]
      for (kind, probe) in asked.enumerated() {
        points[kind].append(Question(identity: asker.identity, probe: probe))
      }
    }
    select = QuestionSet(name: "SELECT by key", questions: points[0])
    update = QuestionSet(name: "UPDATE by key", questions: points[1])
    delete = QuestionSet(name: "DELETE by key", questions: points[2])
    insert = QuestionSet(name: "INSERT", questions: points[3])
  }

  /// Positions of rows: all of the asker's own, as far as they fit, and others at random.
  private static func sample(
    of marketplace: Marketplace, for asker: Asker, _ random: inout SeededGenerator
  ) -> [Int] {
    let saved = marketplace.saved
    let wanted = min(sampleSize, saved.count)
    let own = saved.indices.filter { saved[$0].patron == asker.patron }
    var positions = Array(own.prefix(wanted / 2))
    var seen = Set(positions)
    while positions.count < wanted {
      let position = random.below(saved.count)
      if seen.insert(position).inserted { positions.append(position) }
    }
    return positions
  }
}
