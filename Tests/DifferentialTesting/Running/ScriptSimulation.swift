import AccessModel
import SQLSession
import SQLText

/// Runs a script in the simulator. Use it on the deep stack.
struct ScriptSimulation {
  private let target: SimulatedTarget

  /// `atOnce`: policies are decided column by column, as those of large tables are.
  init(_ version: PostgresVersion, _ serverNumber: Int, atOnce: Bool) {
    target = SimulatedTarget(version: version)
    target.serverNumber = serverNumber
    if atOnce { target.smallestBatch = 1 }
  }

  func answers(_ script: Script) throws -> [[Answer]] {
    var functionsWrite = false
    return try script.steps.map { step in
      switch step {
      case .statement(let statement):
        functionsWrite = functionsWrite || statement.definesWritingFunction
        return [.statement(try target.run(statement.text) { statement.copyLines ?? [] })]
      case .probes(let probes): return try answers(probes, undoesEach: functionsWrite)
      }
    }
  }

  /// A block for each role, begun anew after a failure, as the server's helper undoes each.
  ///
  /// `undoesEach`: a query may change what the next one sees.
  private func answers(_ probes: [Script.Probe], undoesEach: Bool) throws -> [Answer] {
    var answers: [Answer] = []
    var open: (role: String, claims: String?)?
    for probe in probes {
      if let current = open, current != (probe.role, probe.claims) {
        try run("ROLLBACK")
        open = nil
      }
      if open == nil {
        try run("BEGIN")
        try run("SELECT set_config('role', \(quoteLiteral(probe.role)), true)")
        if let claims = probe.claims {
          try run("SELECT set_config('request.jwt.claims', \(quoteLiteral(claims)), true)")
        }
        open = (probe.role, probe.claims)
      }
      let answer = Self.answer(try target.run(probe.query) { [] })
      if case .rows = answer, !undoesEach {
      } else {
        try run("ROLLBACK")
        open = nil
      }
      answers.append(answer)
    }
    if open != nil { try run("ROLLBACK") }
    return answers
  }

  private func run(_ text: String) throws { _ = try target.run(text) { [] } }

  private static func answer(_ result: StatementResult) -> Answer {
    switch result.outcome {
    case .completed(_, let rows, _): .rows(rows.map(ProbeHelper.record))
    case .failed(let error): .failed(error)
    case .undecided(let construct): .undecided(construct.construct)
    }
  }
}

extension Script.Statement {
  /// A function whose body changes rows.
  fileprivate var definesWritingFunction: Bool {
    text.contains("CREATE FUNCTION")
      && ["INSERT INTO", "UPDATE ", "DELETE FROM", "nextval"].contains(where: text.contains)
  }
}
