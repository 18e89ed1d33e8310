import ArgumentParser

/// `--engine`: who answers.
struct EngineOption: ParsableArguments {
  enum Engine: String, CaseIterable, ExpressibleByArgument {
    case simulator, postgres
  }

  @Option(
    help: ArgumentHelp(
      "Who decides: the simulator, or the server of '--database', which has the plan's objects.",
      valueName: "simulator|postgres"))
  var engine: Engine = .simulator

  @Option(
    help: ArgumentHelp(
      "The database of '--engine postgres'. What is done there is rolled back.", valueName: "url"))
  var database: String?

  func validate() throws {
    if engine == .postgres, database == nil {
      throw ValidationError("'--engine postgres' needs '--database <url>'")
    }
    if engine == .simulator, database != nil {
      throw ValidationError("'--database' needs '--engine postgres'")
    }
  }

  /// The database to ask; nil for the simulator.
  func target(in context: CommandContext) throws -> LiveTarget? {
    try database.map { try LiveTarget($0, in: context) }
  }
}
