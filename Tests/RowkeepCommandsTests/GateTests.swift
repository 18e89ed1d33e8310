import Foundation
import Testing

@testable import RowkeepCommands

private struct Note: Table {
  let id = Column("id", .bigint).primaryKey()
  let author = Column("author", .text)
  var owner: Condition { author == auth.email }
  var access: AccessRules { Allow(.select, to: .owner) }
}

private struct NotesApp: AccessPlanApp {
  static var plan: Plan {
    Plan("notes", platform: .supabase) {
      Note.self
    } intents: {
      Only(.owner).may(.select, Note.self)
    }
  }
  static var variants: [Plan] {
    [plan.variant("open", .rules(of: Note.self) { _ in Allow(.select, to: .authenticated) })]
  }
}

/// The exit status of `check`, on a plan of one table and fixtures of two rows.
struct GateTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("id,author\n1,ana@example.com\n2,ben@example.com\n", to: "rows/note.csv")
  }

  private func check(_ cases: String, _ options: String...) throws -> CommandRun {
    let identities = """
      identities:
        ana: {role: authenticated, claims: {email: ana@example.com}}
        ben: {role: authenticated, claims: {email: ben@example.com}}
        visitor: {role: anon}

      """
    try folder.write(identities + cases, to: "cases.yaml")
    return CommandRun(
      ["check", "--fixtures", folder.path] + options, of: PlanProgram<NotesApp>.self)
  }

  let good = "cases:\n- {as: ana, sees: note, count: 1}\n"

  @Test func `a plan that does what it says is status 0`() throws {
    let run = try check(good)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("cases      1 passed, 0 failed"))
    #expect(run.output.contains("intents    1 held, 0 violated, 0 unjudged"))
  }

  @Test func `a failed case is status 1, with what was expected and what was found`() throws {
    let run = try check("cases:\n- {name: all, as: ana, sees: note, count: 2, why: she asked}\n")
    #expect(run.status == 1 && run.errors.isEmpty)
    #expect(run.output.hasPrefix("\(folder.path)/cases.yaml:6:3: failed: `all` as `ana`\n"))
    #expect(run.output.contains("  expected: ") && run.output.contains("  actual:   1 row"))
    #expect(run.output.contains("  why: she asked\n"))
  }

  @Test func `a broken intent is status 1, with the row`() throws {
    let run = try check(
      "cases:\n- {as: ana, sees: note, count: 2, variants: open}\n", "--variant", "open")
    #expect(run.status == 1)
    #expect(
      run.output.contains("error: intent does not hold: `only the row's owner may select note`"))
    #expect(run.output.contains("  ana (authenticated), 1 row: id=2\n"))
  }

  @Test func `a row that is not there is status 2`() throws {
    let run = try check("cases:\n- {as: ana, select: note, row: 9, expect: filtered}\n")
    #expect(run.status == 2 && (run.output + run.errors).contains("[RK406]"))
  }

  @Test func `an identity that is not there is status 2`() throws {
    let run = try check("cases:\n- {as: anna, sees: note, count: 1}\n")
    #expect(run.status == 2 && run.output.isEmpty && run.errors.contains("[RK405]"))
  }

  @Test func `a case that checks nothing is status 2`() throws {
    let run = try check("cases:\n- {as: ana, sees: note}\n")
    #expect(run.status == 2 && run.errors.contains("[RK407]"))
  }

  @Test func `a case for a variant that is not there is status 2`() throws {
    let run = try check("cases:\n- {as: ana, sees: note, count: 1, variants: opne}\n")
    #expect(run.status == 2 && run.errors.contains("no variant `opne`"))
  }

  /// `check` on the plan document of one variant, after `edit` of its members.
  private func checkDocument(
    _ cases: String, variant: String = "notes", edit: (inout [String: Any]) -> Void = { _ in }
  ) throws -> CommandRun {
    let path = folder.path + "/plan.json"
    _ = try check(cases)
    let compile = ["compile", "--format", "json", "--variant", variant, "-o", path]
    #expect(CommandRun(compile, of: PlanProgram<NotesApp>.self).status == 0)
    let file = URL(fileURLWithPath: path)
    var plan = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    edit(&plan)
    try JSONSerialization.data(withJSONObject: plan).write(to: file)
    return CommandRun("check", path, "--fixtures", folder.path)
  }

  @Test func `a document of one variant leaves cases for the others alone`() throws {
    let cases = good + "- {as: ana, sees: note, count: 2, variants: open}\n"
    for variant in ["notes", "open"] {
      let run = try checkDocument(cases, variant: variant)
      #expect(run.errors.isEmpty && run.output.contains("cases      1 passed, 0 failed"))
    }
  }

  @Test func `a document knows the plan's variants, so a misspelled one is status 2`() throws {
    for variant in ["notes", "open"] {
      let run = try checkDocument(
        good + "- {as: ana, sees: note, count: 2, variants: opne}\n", variant: variant)
      #expect(run.status == 2 && run.errors.contains("the plan has no variant `opne` [RK404]"))
      #expect(run.errors.contains("did you mean `open`?"))
    }
  }

  @Test func `a document without a list of variants runs its own cases, with a warning`() throws {
    let cases = good + "- {as: ana, sees: note, count: 2, variants: opne}\n"
    let run = try checkDocument(cases) { $0["variants"] = nil }
    #expect(run.status == 0 && run.output.contains("cases      1 passed, 0 failed"))
    #expect(run.errors.hasPrefix("warning: cases for `opne` are not run, and this input does not"))
    let silent = try checkDocument(good) { $0["variants"] = nil }
    #expect(silent.status == 0 && silent.errors.isEmpty)
  }

  @Test func `what is undecided is status 3, unless it is allowed`() throws {
    let path = folder.path + "/plan.json"
    #expect(
      CommandRun(["compile", "--format", "json", "-o", path], of: PlanProgram<NotesApp>.self)
        .status == 0)
    _ = try check(good)
    var plan = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        as? [String: Any])
    var catalog = try #require(plan["catalog"] as? [String: Any])
    var tables = try #require(catalog["tables"] as? [[String: Any]])
    var policies = try #require(tables[0]["policies"] as? [[String: Any]])
    policies[0]["using"] = ["unread": ["text": "is_mine(author)"]]
    tables[0]["policies"] = policies
    catalog["tables"] = tables
    plan["catalog"] = catalog
    try JSONSerialization.data(withJSONObject: plan).write(to: URL(fileURLWithPath: path))
    let check = ["check", path, "--fixtures", folder.path]
    let run = CommandRun(check)
    #expect(run.status == 3)
    #expect(run.output.contains("  undecided  2\n"))
    #expect(CommandRun(["matrix"] + check.dropFirst()).status == 3)
    // Nothing that was decided is left, so even then it is no pass.
    #expect(CommandRun(check + ["--allow-undecided"]).status == 3)
    #expect(CommandRun(["matrix"] + check.dropFirst() + ["--allow-undecided"]).status == 0)
  }

  @Test func `an intent that could not be judged is status 3, unless it is allowed`() throws {
    try folder.write("id,author\n", to: "rows/note.csv")
    let cases = "cases:\n- {as: visitor, insert: note, values: {id: 3}, expect: no_privilege}\n"
    let run = try check(cases)
    #expect(run.status == 3 && run.output.contains("[RK502]"))
    #expect(try check(cases, "--allow-undecided").status == 0)
  }
}
