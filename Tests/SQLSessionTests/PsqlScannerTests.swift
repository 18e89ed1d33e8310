import Testing

@testable import SQLSession

@Suite("Scripts are split as psql splits them")
struct PsqlScannerTests {
  private func items(
    _ script: String, _ variables: [String: String] = [:]
  ) -> [PsqlScanner.Item] {
    var scanner = PsqlScanner()
    var result: [PsqlScanner.Item] = []
    for (number, line) in script.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      scanner.begin(line: Array(line), number: number + 1)
      while let item = scanner.next({ variables[$0] }, isActive: true) { result.append(item) }
    }
    if let rest = scanner.pending { result.append(.statement(rest)) }
    return result
  }

  private func statements(_ script: String, _ variables: [String: String] = [:]) -> [String] {
    items(script, variables).compactMap { item in
      if case .statement(let statement) = item { statement.text } else { nil }
    }
  }

  @Test(arguments: [
    ("select 1; select 2;", ["select 1", "select 2"]),
    ("select ';' ; select \";\";", ["select ';' ", "select \";\""]),
    ("select 1 -- ; not yet\n, 2;", ["select 1 -- ; not yet\n, 2"]),
    ("select /* ; /* ; */ ; */ 1;", ["select /* ; /* ; */ ; */ 1"]),
    ("select $$;$$, $a$;$b$;$a$;", ["select $$;$$, $a$;$b$;$a$"]),
    ("select E'\\';';", ["select E'\\';'"]),
    ("create rule r as on insert to t do (a; b);", ["create rule r as on insert to t do (a; b)"]),
    (
      "create function f() returns int begin atomic select 1; end; select 2;",
      ["create function f() returns int begin atomic select 1; end", "select 2"]
    ),
    ("select 1 \\; select 2;", ["select 1 ; select 2"]),
    ("select 1", ["select 1"]),
  ])
  func splitting(_ script: String, _ expected: [String]) {
    #expect(statements(script) == expected)
  }

  @Test(arguments: [
    ("select :a;", "select 1"), ("select :'b';", "select 'it''s'"),
    ("select :\"c\";", "select \"C d\""),
    ("select :{?a}, :{?z};", "select TRUE, FALSE"),
    ("select ':a', a::int, :z;", "select ':a', a::int, :z"),
    ("select :'z';", "select :'z'"), ("select $$:a$$;", "select $$:a$$"),
  ])
  func variables(_ script: String, _ expected: String) {
    #expect(statements(script, ["a": "1", "b": "it's", "c": "C d"]) == [expected])
  }

  @Test func aVariableMayEndAStatement() {
    #expect(statements("select 1 :x", ["x": "; select 2;"]) == ["select 1 ", "select 2"])
  }

  @Test func aVariableThatHoldsItselfEnds() {
    #expect(statements("select :x;", ["x": ":x"]).count == 1)
  }

  @Test func metaCommands() {
    #expect(
      items("\\set a 'b c' \\\\ \\echo :a \"Q q\"\nselect 1 \\gset p_", ["a": "v"]) == [
        .command(name: "set", arguments: ["a", "b c"]),
        .command(name: "echo", arguments: ["v", "\"Q q\""]),
        .command(name: "gset", arguments: ["p_"]),
        .statement(ScriptText(line: 2, text: "select 1 ")),
      ])
  }

  @Test func statementsKnowTheirLine() {
    #expect(
      items("\n\n  select 1\n;") == [
        .statement(ScriptText(line: 3, text: "select 1\n", isEnded: true))
      ])
  }
}
