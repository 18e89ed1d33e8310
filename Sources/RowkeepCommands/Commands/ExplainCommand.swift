import AccessDecisions
import AccessFixtures
import AccessModel
import AccessReports
import AccessSimulator
import ArgumentParser
import SQLFrontend
import SQLSession
import SQLText

/// `explain`: one decision, with every grant and policy met on the way, and what would turn it.
struct ExplainCommand<Input: PlanInput>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "explain",
      abstract: "Show why one statement of one identity is decided as it is.",
      discussion: """
        Examples: 'select saved --row id=3 --as ana', 'insert saved --values patron_id=2 \
        listing_id=7 --as ana', 'update patron --row id=1 --set name=Ana --as ben', '--as ben \
        --sql "DELETE FROM saved RETURNING id"'. Where nothing is reached, changes that would let \
        the statement through are shown: each has been tried.
        """)
  }

  @OptionGroup var input: Input
  @OptionGroup var action: OptionalActionArguments

  @Option(help: ArgumentHelp("Any statement, in the place of an action.", valueName: "statement"))
  var sql: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("An identity of the fixtures, or a role.", valueName: "identity"))
  var identity: String

  @Option(help: ArgumentHelp("The setting request.jwt.claims.", valueName: "json"))
  var claims: String?

  @OptionGroup var variant: VariantOption
  @OptionGroup var fixtures: FixturesOption
  @OptionGroup var format: FormatOption

  func validate() throws {
    if sql == nil, action.action == nil {
      throw ValidationError("explain needs an action and a relation, or '--sql' with a statement")
    }
    if sql != nil, !action.isEmpty {
      throw ValidationError("'--sql' says all: an action beside it has no meaning")
    }
    let count = sql.map { SQLReader().parseStatements(SQLFile(name: "--sql", text: $0)).count }
    if let count, count != 1 {
      throw ValidationError("'--sql' takes one statement, and this is \(count)")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let source = try input.load(in: context)
    let workspace = try Workspace.load(
      source.entry(variant.variant), of: source, fixtures, for: "explain", in: context)
    let identity = try who(in: workspace)
    var text = sql ?? ""
    var action: CaseAction?
    if let arguments = self.action.action {
      let asked = try arguments.action(in: workspace)
      let engine = RecordingEngine(workspace.simulator)
      let probe = try workspace.answers(asked, as: [identity], asking: engine)[0].probe
      (text, action) = (probe.literalStatement.sqlText, asked)
    }
    let explained = try workspace.explain(text, as: identity, workspace.document.decidingVersion)
    let explanation = Explanation(
      title: workspace.document.title, identity: identity, action: action, explained)
    switch format.format {
    case .text:
      let locator = workspace.locator
      context.output.write(
        explanation.text(style: context.outputStyle, place: { locator.resolve($0) }))
    case .json:
      context.output.write(explanation.json.text())
    }
    if case .undecided = explained.outcome { return .undecided }
    return .clean
  }

  /// The identity of that name, or the role.
  private func who(in workspace: Workspace) throws(CommandFailure) -> Identity {
    let known = workspace.fixtures.identity(identity)
    let isRole = workspace.document.catalog.role(identity) != nil
    var who = known == nil && isRole ? Identity(identity, role: identity) : nil
    if who == nil { who = try workspace.identity(identity) }
    guard var who else { throw .usage("there is no identity `\(identity)`") }
    if let claims { who.claims = claims }
    return who
  }
}

extension Workspace {
  /// Explains a statement's text in a session of the workspace's database.
  func explain(
    _ text: String, as identity: Identity, _ version: PostgresVersion
  ) throws -> StatementExplanation {
    let (catalog, rows) = (document.catalog, fixtures.rows)
    let unknown = simulator.unknownTables
    let result: Result<StatementExplanation, PostgresError> =
      SessionStatementReader.onDeepStack {
        let target = SimulatedTarget.loading(
          catalog, rows: rows, unknown: unknown, version: version
        ).target
        do throws(PostgresError) {
          try target.become(identity)
        } catch {
          return .failure(error)
        }
        return .success(target.explain(text))
      }
    switch result {
    case .success(let explained): return explained
    case .failure(let error): throw CommandFailure.usage(error.message)
    }
  }

  /// Each identity's answer; at least one if there is an identity. A row that the fixtures do not
  /// hold is an error, because every plan hides it.
  func answers(
    _ action: CaseAction, as identities: [Identity], asking engine: RecordingEngine
  ) throws -> [Who.Answer] {
    if action.command == .update, action.row == nil, action.values.isEmpty {
      throw CommandFailure.usage("an update without '--row' needs '--set column=value …'")
    }
    do {
      return try Who.can(
        action, document, identities: identities, witnesses: fixtures.identities, asking: engine)
    } catch let failure as Who.Failure {
      throw CommandFailure(failure, about: action.relation, action.row)
    }
  }

  /// Who hears of a change.
  func audience(
    of event: ChangeEvent, asking engine: RecordingEngine
  ) throws -> [EventAudience.Answer] {
    do {
      return try EventAudience.of(
        event, document, identities: fixtures.identities, asking: engine)
    } catch let failure as Who.Failure {
      throw CommandFailure(failure, about: event.relation, event.row)
    }
  }
}

extension CommandFailure {
  fileprivate init(
    _ failure: Who.Failure, about relation: QualifiedName, _ row: [ColumnValue]?
  ) {
    let meant = row.map { "`\(relation)` has no row with \($0.text)" }
    switch failure {
    case .unknownRelation(let name):
      self = .usage("the plan has no relation `\(name)`")
    case .missingRow:
      self = .diagnostics([
        Diagnostic(
          .missingRow, meant ?? "`\(relation)` has no such row", at: nil,
          help: "name a row that the fixtures hold")
      ])
    case .unreadableRow(let error):
      self = .usage(
        "\(meant ?? "this can't become a row of `\(relation)`"): \(error.message)",
        help:
          "write \(row == nil ? "values as PostgreSQL reads them" : "the value as PostgreSQL reads it")"
      )
    case .undecided(let undecided): self = .undecided(undecided)
    }
  }
}
