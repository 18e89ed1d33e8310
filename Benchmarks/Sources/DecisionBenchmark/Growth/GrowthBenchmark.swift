import AccessDecisions
import AccessFixtures
import AccessModel
import AccessSimulator
import ArgumentParser
import Foundation
import SQLFrontend

/// How the time of loading and of a matrix grows with rows, tables and policies.
struct GrowthBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Ten times the rows, the tables and the policies: how much longer it takes.")

  @Option(help: "How often each is measured.")
  var runs = 5

  private struct Size {
    var rows = 400
    var tables = 20
    var policies = 4
  }

  func run() throws {
    let base = try seconds(Size())
    var lines = [
      "Loading and matrix of 4 identities; 400 rows a table, 20 tables, 4 policies each: "
        + String(format: "%.3f s (median of %d)", base, runs),
      TextTable.line(["ten times the", "seconds", "growth", "of linear"]),
    ]
    for (name, size) in [
      ("rows", Size(rows: 4_000)), ("tables", Size(tables: 200)), ("policies", Size(policies: 40)),
    ] {
      progress("Ten times the \(name)…")
      let time = try seconds(size)
      lines.append(
        TextTable.line([
          name, String(format: "%.3f", time), String(format: "%.2f", time / base),
          String(format: "%.2f", time / base / 10),
        ]))
    }
    print(lines.joined(separator: "\n"))
  }

  private func seconds(_ size: Size) throws -> Double {
    let loaded = SQLReader(platform: .postgres).read([
      SQLFile(name: "growth.sql", text: Self.definitions(size))
    ])
    if let diagnostic = loaded.diagnostics.first(where: { $0.severity == .error }) {
      throw BenchmarkFailure("the definitions do not load: \(diagnostic.message)")
    }
    let document = PlanDocument(name: "growth", catalog: loaded.catalog)
    let rows = Self.rows(size)
    let identities = (0..<4).map {
      Identity("u\($0)", role: "app", claims: #"{"sub":"u\#($0)"}"#)
    }
    var times = Timings()
    for run in 0...runs {
      let start = ContinuousClock.now
      let simulator = Simulator.load(catalog: loaded.catalog, rows: rows).simulator
      _ = try Matrix(asking: simulator, document, identities: identities)
      if run > 0 { times.add(.now - start) }
    }
    return times.median
  }

  private static func definitions(_ size: Size) -> String {
    var text = "CREATE ROLE app;\n"
    for table in 0..<size.tables {
      text += """
        CREATE TABLE t\(table) (id int PRIMARY KEY, owner text, kind int, note text);
        ALTER TABLE t\(table) ENABLE ROW LEVEL SECURITY;
        GRANT SELECT, INSERT, UPDATE, DELETE ON t\(table) TO app;

        """
      for policy in 0..<size.policies {
        text += """
          CREATE POLICY p\(policy) ON t\(table) TO app USING (kind = \(policy) AND
            owner = (SELECT current_setting('request.jwt.claims', true)::jsonb ->> 'sub'));

          """
      }
    }
    return text
  }

  private static func rows(_ size: Size) -> [TableRows] {
    (0..<size.tables).map { table in
      TableRows(
        QualifiedName("public", "t\(table)"), columns: ["id", "owner", "kind", "note"],
        rows: (0..<size.rows).map {
          TableRows.Row(["\($0 + 1)", "u\($0 % 8)", "\($0 / 8 % 40)", "Note \($0 % 100)"])
        })
    }
  }
}
