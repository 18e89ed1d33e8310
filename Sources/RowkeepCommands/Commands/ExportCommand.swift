import ArgumentParser

/// `export`: what a plan or a database holds, for others.
struct ExportCommand<Input: PlanInput>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: "Write cases as a pgTAP suite, or rows of a database as fixtures.",
      subcommands: [ExportPgTAPCommand<Input>.self, ExportFixturesCommand<Input>.self])
  }
}
