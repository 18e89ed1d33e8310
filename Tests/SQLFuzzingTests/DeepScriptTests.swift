import AccessModel
import SQLFrontend
import SQLSession
import Testing

/// Scripts far deeper or longer than people write: an answer or an error, and no crash.
@Suite struct DeepScriptTests {
  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test(arguments: [
    "SELECT \(repeated("(", 10_000))1\(repeated(")", 10_000))",
    "SELECT \(repeated("CASE WHEN true THEN ", 10_000))1\(repeated(" END", 10_000))",
    "SELECT 1\(repeated(" UNION SELECT 1", 10_000))",
    "SELECT * FROM \(repeated("(SELECT * FROM ", 2_000))t\(repeated(") t", 2_000))",
    "SELECT \(repeated("NOT ", 10_000))true",
    "SELECT 1\(repeated(" + 1", 100_000))",
  ])
  func `a statement that is deeper than any server's stack has PostgreSQL's error`(
    _ text: String
  ) throws {
    let outcome = try Self.outcomes(of: text + ";\n").first
    #expect(outcome == "54001")
  }

  @Test(arguments: [
    "SELECT true\(repeated(" AND true", 100_000))",
    "SELECT \(repeated("ARRAY[", 3_000))1\(repeated("]", 3_000))",
  ])
  func `a statement that is too deep is undecided`(_ text: String) throws {
    let outcome = try Self.outcomes(of: text + ";\n").first
    #expect(outcome == "undecided")
  }

  @Test func `a long list is no deep tree`() throws {
    let list = (0..<20_000).map(String.init).joined(separator: ",")
    #expect(try Self.outcomes(of: "SELECT 7 IN (\(list));\n") == ["t"])
  }

  @Test func `functions that never end are stopped`() throws {
    let outcomes = try Self.outcomes(
      of: """
        CREATE FUNCTION again(n integer) RETURNS integer LANGUAGE plpgsql AS
          $$ BEGIN RETURN again(n + 1); END $$;
        SELECT again(1);
        DO $$ BEGIN LOOP NULL; END LOOP; END $$;
        """)
    #expect(outcomes == ["CREATE FUNCTION", "54001", "undecided"])
  }

  /// Each statement's first value, tag, SQLSTATE, or `undecided`.
  private static func outcomes(of text: String) throws -> [String] {
    try SessionStatementReader.onDeepStack {
      Result {
        let reporter = OutcomeReporter()
        _ = try ScriptRunner(target: SimulatedTarget(version: .v15), reporter: reporter).run(text)
        return reporter.outcomes
      }
    }.get()
  }
}

private final class OutcomeReporter: ScriptReporter {
  var outcomes: [String] = []

  func echo(_ line: String) {}
  func message(_ text: String) {}
  func warn(_ text: String, line: Int) {}

  func report(_ result: StatementResult, of statement: String, line: Int, hidesRows: Bool) {
    switch result.outcome {
    case .completed(_, let rows, let tag): outcomes.append((rows.first?.first ?? nil) ?? tag)
    case .failed(let error): outcomes.append(error.sqlState.rawValue)
    case .undecided: outcomes.append("undecided")
    }
  }
}
