import Testing

/// Mistakes that the Swift compiler finds, each in a file of its own.
@Suite(.serialized) struct CompileTests {
  @Test func `a correct plan compiles`() throws {
    let report = try Typechecker("Correct").run()
    #expect(report.status == 0, "\(report.output)")
  }

  @Test func `a wrong column does not compile`() throws {
    try expectError("WrongColumn")
    try expectError("WrongRuleColumn")
  }

  @Test func `a comparison of different types does not compile`() throws {
    try expectError("WrongComparison")
    try expectError("WrongConstant")
  }

  @Test func `a foreign key to the wrong table does not compile`() throws {
    try expectError("WrongForeignKeyTable")
    try expectError("WrongForeignKeyRoot")
  }

  @Test func `a foreign key to a column of another type does not compile`() throws {
    try expectError("WrongForeignKeyType")
  }

  @Test func `a view's output of another type does not compile`() throws {
    try expectError("WrongViewColumnType")
  }

  @Test func `a rule that says to nobody does not compile`() throws {
    try expectError("NoAudience")
  }

  @Test func `a view that does not say as whom it reads does not compile`() throws {
    try expectError("NoViewSecurity")
  }

  /// The compiler must complain about the marked line, and about no other.
  private func expectError(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let checker = Typechecker(name)
    let expected = try checker.expectation().required("marked line in \(name)")
    let report = try checker.run()
    let lines = Set(report.errors.map(\.line))
    #expect(
      report.status != 0 && lines == [expected.line], "\(report.output)",
      sourceLocation: sourceLocation)
    #expect(
      expected.text.isEmpty || report.errors.contains { $0.message.contains(expected.text) },
      "\(report.output)",
      sourceLocation: sourceLocation)
  }
}
