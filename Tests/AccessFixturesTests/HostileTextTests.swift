import Testing

@Suite struct HostileTextTests {
  private func problems(_ yaml: String) throws -> [String] {
    try FixtureFolder(["cases.yaml": yaml]).problems()
  }

  @Test func `duplicate keys are refused`() throws {
    let problems = try problems("identities:\n  ana: {role: reader}\n  ana: {role: reader}\n")
    #expect(problems.count == 1)
    #expect(problems.first?.contains("the same key twice in one mapping: `ana` [RK404]") == true)
  }

  @Test func `broken YAML is refused with its place`() throws {
    #expect(try problems("cases:\n- {as: ana").first?.hasPrefix("cases.yaml:3:") == true)
  }

  @Test func `a bomb of aliases is refused before it is read`() throws {
    var yaml = "a0: &a0 [x, x]\n"
    for level in 1...60 { yaml += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    yaml += "? *a60\n: 1\n"
    #expect(try problems(yaml) == ["cases.yaml:2: error: YAML aliases are not read [RK404]"])
  }

  @Test func `nesting too deep for libyaml is refused`() throws {
    let problems = try problems(String(repeating: "[", count: 200_000))
    #expect(problems.count == 1)
    #expect(problems.first?.contains("[RK404]") == true)
  }

  @Test func `nesting libyaml bears is refused too, once`() throws {
    let yaml =
      "cases: " + String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    let problems = try problems(yaml)
    #expect(problems.count { $0.contains("deeper nesting than") } == 1)
  }

  @Test func `deep block mappings are refused`() throws {
    let yaml = (0..<900).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(try problems(yaml).contains { $0.contains("[RK404]") })
  }

  @Test func `an empty file checks nothing`() throws {
    #expect(try problems("# nothing\n") == ["cases.yaml:1: error: the file is empty [RK407]"])
  }

  @Test func `two documents in one file are refused`() throws {
    #expect(try problems("identities: {}\n---\ncases: []\n").first?.contains("[RK404]") == true)
  }

  @Test func `a key that is no single value is refused`() throws {
    #expect(
      try problems("? [a]\n: 1\n").first?.contains("a key must be a single value") == true)
  }

  @Test func `a file of nothing but mistakes is not read to its end`() throws {
    let yaml = "cases:\n" + String(repeating: "- {as: ana, sees: book, count: 1}\n", count: 20_000)
    let problems = try problems(yaml)
    #expect(problems.count == 101)
    #expect(problems.last?.hasPrefix("cases.yaml:102:3: error: 19900 cases from here on") == true)
  }

  @Test func `a file beyond the limit is not read`() throws {
    let yaml = String(repeating: "# padding\n", count: 500_000)
    #expect(try problems(yaml).first?.contains("the limit is 4194304") == true)
  }
}
