import AccessModel
import AccessReports
import ArgumentParser
import LivePostgres

/// A command of Rowkeep: as argument-parser's, but with what is around it handed in, and with
/// its exit status handed back.
protocol RowkeepCommand: ParsableCommand {
  func run(in context: CommandContext) throws -> ExitStatus
}

/// Runs one command line.
struct Program<Root: ParsableCommand> {
  var context: CommandContext

  func run(_ arguments: [String]) -> ExitStatus {
    let status = status(of: arguments)
    guard let failure = context.output.failure else { return status }
    context.error("the output can't be written: \(failure)", help: "make room, or use another file")
    return .unusable
  }

  private func status(of arguments: [String]) -> ExitStatus {
    if arguments.first == "help", arguments.count == 2, arguments[1].isDiagnosticNumber {
      return explain(arguments[1])
    }
    do {
      try refuseUnknownCommand(arguments)
      var parsed = try Root.parseAsRoot(arguments)
      if let command = parsed as? any RowkeepCommand { return try command.run(in: context) }
      if parsed is Root {
        context.errors.write(Root.helpMessage() + "\n")
        return .unusable
      }
      // argument-parser's own `help`, which throws what it has to say.
      try parsed.run()
      return .clean
    } catch let failure as CommandFailure {
      context.report(failure)
      return failure.status
    } catch let error as LivePostgresError {
      context.error(error.description)
      return .unreachable
    } catch {
      return report(error)
    }
  }

  private func refuseUnknownCommand(_ arguments: [String]) throws(CommandFailure) {
    let commands = Root.configuration.subcommands.map { $0.configuration }
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help",
      !commands.contains(where: { $0.commandName == name })
    else { return }
    let shown = commands.filter(\.shouldDisplay).compactMap(\.commandName)
    let suggestion = nearestName(to: name, in: shown).map { "did you mean `\($0)`? " } ?? ""
    throw .usage(
      "there is no command `\(name)`", help: "\(suggestion)`--help` lists the commands")
  }

  /// Errors of argument-parser, some of which are requests: `--help`, `--version`.
  private func report(_ error: any Error) -> ExitStatus {
    let message = Root.fullMessage(for: error)
    guard Root.exitCode(for: error).isSuccess else {
      let start = "Error: "
      if message.hasPrefix(start) {
        context.error(String(message.dropFirst(start.count)))
      } else {
        context.errors.write(message.withoutPasswords + "\n")
      }
      return .unusable
    }
    context.output.write(message + "\n")
    return .clean
  }

  private func explain(_ number: String) -> ExitStatus {
    guard let id = DiagnosticID(rawValue: number.uppercased()),
      let explanation = DiagnosticExplanation.explaining(id)
    else {
      let known = DiagnosticID.allCases.map(\.rawValue)
      context.error(
        "there is no diagnostic `\(number)`",
        help: "there are \(known.joined(separator: ", "))")
      return .unusable
    }
    context.output.write(explanation.text)
    return .clean
  }
}

extension String {
  fileprivate var isDiagnosticNumber: Bool {
    count > 2 && uppercased().hasPrefix("RK") && dropFirst(2).allSatisfy(\.isNumber)
  }
}
