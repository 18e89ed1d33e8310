import AccessModel
import ArgumentParser
import Foundation

/// The command by which `rowkeep` gets the plans out of a plan's program. Not for people.
struct EmitCommand<App: AccessPlanApp>: RowkeepCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: EmitName.command, shouldDisplay: false)
  }

  @Option(help: "The file to write.")
  var output: String

  func run(in context: CommandContext) throws -> ExitStatus {
    try TextFile.write(try PlanWriter.json(App.bundle), to: output)
    return .clean
  }
}

/// What both sides call the command.
enum EmitName {
  static let command = "emit-plans"
}
