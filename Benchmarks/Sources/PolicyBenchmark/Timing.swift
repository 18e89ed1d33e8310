import Foundation
import LivePostgres

/// How long one query takes either way.
struct Timing {
  private let query: Rides.Query
  private let policies: Double
  private let byHand: Double
  private let rows: Int
  /// Whether both ways gave the same rows.
  let isConfirmed: Bool

  /// Each way in a transaction of its own, in turns, so that whatever else the machine does meets both.
  init(_ query: Rides.Query, _ connection: Connection, runs: Int) throws {
    self.query = query
    var guarded: [Double] = []
    var bare: [Double] = []
    var results: [Set<[String?]>] = []
    for run in -3..<runs {
      let first = try Self.run(query.plain, as: "authenticated", connection)
      let second = try Self.run(query.byHand, as: "service_role", connection)
      if run < 0 {
        results = [Set(first.rows), Set(second.rows)]
      } else {
        guarded.append(first.milliseconds)
        bare.append(second.milliseconds)
      }
    }
    policies = Self.median(guarded)
    byHand = Self.median(bare)
    rows = results.first?.count ?? 0
    isConfirmed = Set(results).count == 1
  }

  private static func run(
    _ sql: String, as role: String, _ connection: Connection
  ) throws -> (milliseconds: Double, rows: [[String?]]) {
    try connection.execute(
      "BEGIN; SET LOCAL ROLE \(role); SELECT set_config('request.jwt.claims', '\(Rides.claims)', true)"
    )
    let start = ContinuousClock.now
    let rows = try connection.query(sql).rows
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    try connection.execute("ROLLBACK")
    return (time, rows)
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  var line: String {
    let figures = [
      "\(rows)", String(format: "%.3f", policies), String(format: "%.3f", byHand),
      String(format: "%.2f", policies / byHand),
    ]
    let widths = [6, 11, 10, 8]
    return query.name.padding(toLength: 23, withPad: " ", startingAt: 0)
      + zip(figures, widths).map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
      .joined()
  }
}
