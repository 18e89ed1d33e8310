import AccessFixtures
import AccessModel
import ArgumentParser

/// `--fixtures`: the rows and identities that decisions are about.
struct FixturesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder with rows/*.csv or seed.sql, and cases.yaml: rows, identities and cases.",
      valueName: "folder"),
    completion: .directory)
  var fixtures: String?

  @OptionGroup var token: TokenOption

  /// The fixtures for `document`; an error if there is no option, since `command` needs rows.
  func required(
    for command: String, variants: [String]?, _ document: PlanDocument,
    seeded: [TableRows] = [], in context: CommandContext
  ) throws(CommandFailure) -> Fixtures {
    guard let fixtures else {
      throw .usage(
        "`\(command)` needs rows and identities",
        help: "add `--fixtures` with a folder that has cases.yaml, as in `identities: {ana: {role: "
          + "authenticated, claims: {sub: 6f9…}}, anon: {role: anon}}`; rows come from rows/*.csv or "
          + "seed.sql in it, and from the INSERTs of SQL inputs")
    }
    let keys = try token.keys(in: context)
    var loaded = Fixtures.load(
      folder: fixtures, catalog: document.catalog, variants: variants, seeded: seeded, keys: keys)
    guard !loaded.diagnostics.contains(where: { $0.severity == .error }) else {
      throw .diagnostics(loaded.diagnostics)
    }
    context.report(loaded.diagnostics, locator: SourceLocator())
    if let token = try token.token() {
      let identity = try self.token.identity(of: token, keys, in: document.catalog)
      loaded.fixtures.identities.append(identity)
      loaded.fixtures.tokenBearers.append(identity.name)
    }
    if keys == nil, !loaded.fixtures.tokenBearers.isEmpty {
      token.noteUnverified(loaded.fixtures.tokenBearers, in: context)
    }
    return loaded.fixtures
  }
}
