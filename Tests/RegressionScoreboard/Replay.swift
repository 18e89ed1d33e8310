import AccessModel
import Foundation
import SQLSession

/// After each statement that may have changed something: what every role sees of every relation,
/// asked of the server and of the simulator inside the script's own session and undone at once.
final class Replay {
  private(set) var same = 0
  private(set) var different = 0
  private(set) var undecided = 0
  private var reasons: [String: Int] = [:]
  private let server: ServerTarget
  private let simulated: SimulatedTarget
  private let write: (String) -> Void

  /// What one role sees of one relation: rows as text, or an error.
  private enum Sight: Equatable {
    case rows([String])
    case error(String)
    case undecided(String)
  }

  private struct Probe {
    let role: String
    let relation: String
    let seen: Sight
  }

  init(server: ServerTarget, simulated: SimulatedTarget, write: @escaping (String) -> Void) {
    self.server = server
    self.simulated = simulated
    self.write = write
  }

  var description: String {
    let total = same + different + undecided
    let top = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(20)
      .map { "\n  \($0.value) × \($0.key)" }.joined()
    return "\(same) same, \(different) different, \(undecided) undecided of \(total) probes" + top
  }

  func probe(after statement: String, line: Int) throws {
    guard Self.mayChange(statement), let isOpen = try isInTransaction() else { return }
    let probes = try askServer(isOpen: isOpen)
    let start = try simulate(isOpen ? "SAVEPOINT rowkeep_replay" : "BEGIN")
    if let reason = start.undecided ?? start.error.map({ Undecided($0.message) }) {
      for probe in probes { note(.undecided(reason.construct), probe, statement, line) }
      return
    }
    var role: String?
    for probe in probes {
      if probe.role != role {
        _ = try simulate("SET LOCAL SESSION AUTHORIZATION \(Self.quoted(probe.role))")
        role = probe.role
      }
      _ = try simulate("SAVEPOINT rowkeep_probe")
      let ours = sight(try simulate(Self.query(probe.relation)))
      _ = try simulate("ROLLBACK TO rowkeep_probe")
      note(ours, probe, statement, line)
    }
    _ = try simulate(isOpen ? "ROLLBACK TO rowkeep_replay" : "ROLLBACK")
    if isOpen { _ = try simulate("RELEASE rowkeep_replay") }
  }

  private func note(_ ours: Sight, _ probe: Probe, _ statement: String, _ line: Int) {
    if case .undecided(let reason) = ours {
      undecided += 1
      reasons[reason, default: 0] += 1
    } else if ours == probe.seen {
      same += 1
    } else {
      different += 1
      write(
        "\(line): REPLAY different: \(probe.role) of \(probe.relation), after\n\(statement)\n"
          + "  simulated: \(ours)\n  server:    \(probe.seen)\n\n")
    }
  }

  private static func mayChange(_ statement: String) -> Bool {
    let word = statement.drop { $0.isWhitespace }.prefix { $0.isLetter }.lowercased()
    return ![
      "", "select", "values", "table", "explain", "show", "set", "reset", "fetch", "declare",
      "close", "prepare", "deallocate", "analyze", "vacuum",
    ].contains(word)
  }

  /// Nil where nothing can be asked: the transaction has failed.
  private func isInTransaction() throws -> Bool? {
    let result = try server.run("SAVEPOINT rowkeep_replay", copyData: { [] })
    guard let error = result.error else { return true }
    return error.sqlState.rawValue == "25P01" ? false : nil
  }

  private func askServer(isOpen: Bool) throws -> [Probe] {
    let result = try server.run(Self.block, copyData: { [] })
    if isOpen {
      _ = try server.run("ROLLBACK TO rowkeep_replay", copyData: { [] })
      _ = try server.run("RELEASE rowkeep_replay", copyData: { [] })
    }
    return result.notices.filter { $0.severity == "INFO" }.compactMap { notice in
      let parts = notice.message.split(
        separator: "\u{1D}", maxSplits: 3, omittingEmptySubsequences: false
      ).map(String.init)
      guard parts.count == 4 else { return nil }
      let rows = parts[3].split(separator: "\u{1E}", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
      return Probe(
        role: parts[0], relation: parts[1],
        seen: parts[2] == Self.found ? .rows(rows.sorted()) : .error(parts[2]))
    }
  }

  private func simulate(_ text: String) throws -> StatementResult {
    try simulated.run(text, copyData: { [] })
  }

  private func sight(_ result: StatementResult) -> Sight {
    switch result.outcome {
    case .completed(_, let rows, _): .rows(rows.map { $0.first.flatMap { $0 } ?? "" }.sorted())
    case .failed(let error): .error(error.sqlState.rawValue)
    case .undecided(let construct): .undecided(construct.construct)
    }
  }

  private static func query(_ relation: String) -> String {
    "SELECT x::text FROM (SELECT * FROM \(relation)) x"
  }

  private static func quoted(_ name: String) -> String {
    "\"\(name.replacingOccurrences(of: "\"", with: "\"\""))\""
  }

  /// What the server's probe raises when it has read all rows, so that what reading did is undone.
  private static let found = "RK000"

  private static let block = """
    DO $rowkeep$
    DECLARE
      visitor name;
      relation text;
      relations text[];
      visitors name[];
      seen text;
    BEGIN
      SET LOCAL SESSION AUTHORIZATION DEFAULT;
      relations := ARRAY(
        SELECT CASE WHEN n.oid = pg_my_temp_schema() THEN format('pg_temp.%I', c.relname)
            ELSE format('%I.%I', n.nspname, c.relname) END
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'v', 'm', 'p') AND n.nspname <> 'information_schema'
          AND (n.nspname !~ '^pg_' OR n.oid = pg_my_temp_schema())
        ORDER BY 1);
      visitors := ARRAY(SELECT rolname FROM pg_roles WHERE rolname !~ '^pg_' ORDER BY 1);
      FOREACH visitor IN ARRAY visitors LOOP
        EXECUTE format('SET LOCAL SESSION AUTHORIZATION %I', visitor);
        FOREACH relation IN ARRAY relations LOOP
          BEGIN
            EXECUTE format('SELECT string_agg(x::text || E''\\x1E'', '''') FROM (SELECT * FROM %s) x',
              relation) INTO seen;
            RAISE EXCEPTION USING ERRCODE = 'RK000', MESSAGE = coalesce(seen, '');
          EXCEPTION WHEN OTHERS THEN
            RAISE INFO '%', visitor || E'\\x1D' || relation || E'\\x1D' || SQLSTATE || E'\\x1D'
              || CASE WHEN SQLSTATE = 'RK000' THEN SQLERRM ELSE '' END;
          END;
        END LOOP;
      END LOOP;
    END
    $rowkeep$
    """
}
