import AccessFixtures
import AccessModel
import ArgumentParser
import SQLFrontend

/// `--fixtures` of commands that want no rows, only `intents.yaml`.
struct IntentsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("A folder whose intents.yaml says what must be true.", valueName: "folder"),
    completion: .directory)
  var fixtures: String?

  func add(
    to document: inout PlanDocument, in context: CommandContext
  ) throws(CommandFailure) {
    if let fixtures { try document.addIntents(fromFixtures: fixtures) }
  }
}

extension PlanDocument {
  /// Adds what `intents.yaml` of a fixtures folder says, if it has one, to the plan's own intents.
  mutating func addIntents(fromFixtures folder: String) throws(CommandFailure) {
    guard let file = IntentsFile.load(folder: folder, catalog: catalog) else { return }
    var diagnostics = file.diagnostics
    for owner in file.owners {
      let read = PlanCompletion.condition(
        owner.sql, over: owner.relation, in: catalog, at: owner.place)
      if let problem = read.diagnostic { diagnostics.append(problem) }
      for index in catalog.tables.indices where catalog.tables[index].name == owner.relation {
        catalog.tables[index].ownerCondition = read.condition
      }
      for index in catalog.views.indices where catalog.views[index].name == owner.relation {
        catalog.views[index].ownerCondition = read.condition
      }
    }
    let read = PlanCompletion.readRows(of: file.intents, in: catalog)
    diagnostics += read.diagnostics
    guard diagnostics.isEmpty else { throw .diagnostics(diagnostics) }
    intents += read.intents
  }
}
