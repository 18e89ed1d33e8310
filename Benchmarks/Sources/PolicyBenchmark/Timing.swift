import Foundation
import LivePostgres

/// How long one query takes either way.
struct Timing {
  private let query: Rides.Query
  private let policies: Double
  private let byHand: Double
  /// Of the quickest run of each, which other work on the machine disturbs least.
  private let leastRatio: Double
  private let rows: Int
  /// Whether both ways gave the same rows.
  let isConfirmed: Bool

  /// Each way in a transaction of its own, in turns, so that whatever else the machine does meets both.
  init(_ query: Rides.Query, _ connection: Connection, runs: Int) throws {
    self.query = query
    var guarded: [Double] = []
    var bare: [Double] = []
    var results: [Set<[String?]>] = []
    // As pools of an API have them: planned once for each role.
    let ways = try [(query.plain, "authenticated"), (query.byHand, "service_role")].map {
      (sql: try connection.prepare($0.0, types: []), role: $0.1)
    }
    for run in -6..<runs {
      // Whoever comes second finds the caches warm: each is so every other time.
      let order = run.isMultiple(of: 2) ? [0, 1] : [1, 0]
      for way in order {
        let answer = try Self.run(ways[way].sql, as: ways[way].role, connection)
        if run < 0 {
          results.append(Set(answer.rows))
        } else if way == 0 {
          guarded.append(answer.milliseconds)
        } else {
          bare.append(answer.milliseconds)
        }
      }
    }
    policies = Self.median(guarded)
    byHand = Self.median(bare)
    leastRatio = (guarded.min() ?? 0) / (bare.min() ?? 1)
    rows = results.first?.count ?? 0
    isConfirmed = Set(results).count == 1
  }

  private static func run(
    _ statement: PreparedStatement, as role: String, _ connection: Connection
  ) throws -> (milliseconds: Double, rows: [[String?]]) {
    try connection.execute(
      "BEGIN; SET LOCAL ROLE \(role); SELECT set_config('request.jwt.claims', '\(Rides.claims)', true)"
    )
    let start = ContinuousClock.now
    let rows = try connection.execute(statement, parameters: []).rows
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    try connection.execute("ROLLBACK")
    return (time, rows)
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  var line: String {
    let figures = [
      "\(rows)", String(format: "%.3f", policies), String(format: "%.3f", byHand),
      String(format: "%.2f", policies / byHand), String(format: "%.2f", leastRatio),
    ]
    let widths = [6, 11, 10, 8, 11]
    return query.name.padding(toLength: 23, withPad: " ", startingAt: 0)
      + zip(figures, widths).map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
      .joined()
  }
}
