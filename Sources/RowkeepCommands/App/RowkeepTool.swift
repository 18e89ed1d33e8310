import ArgumentParser
import Foundation

/// The standalone program `rowkeep`: every command, on the input it is given.
public enum RowkeepTool {
  /// Runs the command line of this process, and ends it with the command's exit status.
  public static func main() -> Never {
    let program = Program<RowkeepProgram>(context: .ofProcess())
    exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}

/// The command line of `rowkeep`.
struct RowkeepProgram: ParsableCommand {
  static let version = "0.1.0"

  static let discussion = """
    'help RK203' explains a diagnostic.

    Exit status: 0 clean; 1 findings or failed cases; 2 wrong usage, or a plan or fixtures that \
    do not load; 3 something is undecided, or nothing was checked; 4 the database can't be \
    reached.
    """

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rowkeep",
      abstract: "Know who can reach which row of a PostgreSQL database.",
      discussion: discussion,
      version: version,
      subcommands: Commands<PathInput>.all + [ImportCommand.self])
  }
}

/// The commands, each on plans from `Input`.
enum Commands<Input: PlanInput> {
  static var all: [any ParsableCommand.Type] {
    [
      CheckCommand<Input>.self, MatrixCommand<Input>.self, ExplainCommand<Input>.self,
      WhoCommand<Input>.self, WhoamiCommand<Input>.self, CompileCommand<Input>.self,
      DiffCommand<Input>.self,
      VerifyCommand<Input>.self, PlanMigrationCommand<Input>.self, ApplyCommand<Input>.self,
      ExportCommand<Input>.self,
      RunCommand.self,
    ]
  }
}
