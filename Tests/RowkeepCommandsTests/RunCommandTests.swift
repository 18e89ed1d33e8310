import Foundation
import LivePostgres
import Testing

@testable import RowkeepCommands

@Suite("rowkeep run")
struct RunCommandTests {
  private func run(_ script: String, _ options: [String] = []) throws -> CommandRun {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("s.sql")
    try script.write(to: file, atomically: true, encoding: .utf8)
    return CommandRun(["run", file.path] + options)
  }

  @Test func `errors of statements are no failure of the run, as with psql`() throws {
    let run = try run("select 1/0;\nselect 2;\n")
    #expect(run.status == 0)
    #expect(run.output == "select 1/0;\nselect 2;\n2\n")
    #expect(run.errors.contains("ERROR:  division by zero"))
  }

  @Test func `a byte order mark is no part of the script, as with psql`() throws {
    let run = try run("\u{FEFF}select 2;\n")
    #expect(run.errors == "")
    #expect(run.output == "select 2;\n2\n")
  }

  @Test func `what a session can't begin with is a warning, and no statement's`() throws {
    let script = """
      create role g;
      create role u login;
      alter role u set role = g;
      \\c - u
      select current_user;

      """
    #expect(try run(script).errors.contains("WARNING:  permission denied to set role \"g\""))
    let lines = try run(script, ["--format", "jsonl"]).output.split(separator: "\n")
    #expect(lines.last?.contains("notices") == false)
    #expect(lines.last?.contains("[[\"u\"]]") == true)
  }

  @Test func `ON_ERROR_STOP ends the script with status 1`() throws {
    let run = try run("\\set ON_ERROR_STOP on\nselect 1/0;\nselect 2;\n")
    #expect(run.status == 1)
    #expect(!run.output.contains("select 2"))
  }

  @Test func `what is undecided is status 3, unless it is allowed`() throws {
    let script = "select pg_backend_pid();\n"
    #expect(try run(script).status == 3)
    #expect(try run(script, ["--allow-undecided"]).status == 0)
  }

  @Test func `no statement is status 3, a role that is not there status 2`() throws {
    #expect(try run("-- nothing\n").status == 3)
    #expect(try run("select 1;", ["--as", "nobody"]).status == 2)
  }

  @Test func `JSON lines are one object for each statement`() throws {
    let run = try run("select 1 as a, null as b;\nselec;\n", ["--format", "jsonl"])
    #expect(
      run.output.split(separator: "\n").first
        == #"{"line":1,"sql":"select 1 as a, null as b","columns":["a","b"],"rows":[["1",null]],"tag":"SELECT 1"}"#
    )
    #expect(run.output.contains(#""error":{"sqlstate":"42601""#))
  }

  @Test func `a script of one letter is a file like any other`() throws {
    #expect(CommandRun("run", "_").status == 2)
    #expect(RunCommand.include(near: "-")("no such file") == nil)
  }

  @Test func `migrations that rely on Supabase are set up with its roles and functions`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      CREATE TABLE note (id int PRIMARY KEY, owner uuid);
      ALTER TABLE note ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON note TO authenticated USING (owner = auth.uid());
      INSERT INTO note VALUES (1, '11111111-1111-4111-8111-111111111111'), (2, NULL);
      """, to: "migrations/1.sql")
    let options = [
      "--setup", folder.path + "/migrations", "--as", "authenticated", "--claims",
      #"{"sub":"11111111-1111-4111-8111-111111111111"}"#,
    ]
    let run = try run("select id from note;\n", options)
    #expect(run.output == "select id from note;\n1\n" && run.status == 0, "\(run.errors)")
    let compared = try self.run("select id from note;\n", options + ["--scratch"])
    #expect(compared.status == 0, "\(compared.errors)")
    #expect(compared.errors.hasSuffix("0 different, 0 undecided\n"), "\(compared.errors)")
  }

  @Test func `a server that is not ours is not given a platform`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "CREATE TABLE note (id uuid); CREATE POLICY p ON note USING (id = auth.uid());", to: "1.sql")
    let server = try ScratchServer()
    defer { server.stop() }
    let compared = try run(
      "select 1;\n", ["--setup", folder.path + "/1.sql", "--compare", server.address])
    #expect(compared.status == 2 && compared.errors.contains("relies on supabase"))
    let roles = try server.connect().query("SELECT FROM pg_roles WHERE rolname = 'authenticated'")
    #expect(roles.rows.isEmpty)
  }

  @Test func `a token says who the script runs as`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "CREATE ROLE member; CREATE ROLE authenticator NOINHERIT; GRANT member TO authenticator;",
      to: "roles.sql")
    func part(_ json: String) -> String {
      Data(json.utf8).base64EncodedString().replacing("=", with: "")
    }
    func token(_ role: String) -> String {
      "\(part(#"{"alg":"HS256"}"#)).\(part(#"{"role":"\#(role)","n":1}"#)).\(part("x"))"
    }
    let setup = ["--setup", folder.path + "/roles.sql"]
    let script = "select current_user, current_setting('request.jwt.claims')::json->>'n' n;\n"
    let asMember = try run(script, setup + ["--jwt", token("member")])
    #expect(asMember.output.hasSuffix("\nmember|1\n"), "\(asMember.errors)")
    #expect(try run(script, setup + ["--jwt", token("postgres")]).status == 2)
    #expect(try run(script, setup + ["--jwt", "temp_token_123"]).status == 2)
    #expect(try run(script, setup + ["--jwt", token("member"), "--as", "member"]).status == 2)
  }

  @Test func `a scratch server is of the version asked for`() throws {
    let versions = PostgresInstallation.installed().map(\.major).filter { $0 <= 18 }
    for version in versions {
      let run = try run(
        "select current_setting('server_version_num')::int / 10000;\n",
        ["--scratch", "--postgres", "\(version)"])
      #expect(
        run.output.hasSuffix("\n\(version)\n") && run.errors.contains("1 same, 0 different"),
        "\(version): \(run.errors)")
    }
    #expect(throws: LivePostgresError.self) { try PostgresInstallation.find(major: 14) }
  }
}
