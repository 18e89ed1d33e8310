import AccessFixtures
import AccessModel
import ArgumentParser

/// A statement on one relation, spelled on the command line: `update saved --row id=3 --set …`.
struct ActionArguments: ParsableArguments {
  enum Command: String, ExpressibleByArgument, CaseIterable {
    case select, insert, update, delete
  }

  @Argument(help: "What is done.")
  var command: Command

  @Argument(help: ArgumentHelp("A table or view, as in 'saved' or 'sales.invoice'."))
  var relation: String

  @OptionGroup var options: ActionValues

  init() {}

  init(command: Command, relation: String, _ options: ActionValues) {
    self.command = command
    self.relation = relation
    self.options = options
  }

  func validate() throws {
    switch command {
    case .insert:
      if !options.row.isEmpty || !options.set.isEmpty {
        throw ValidationError("an insert takes '--values' only")
      }
      if options.values.isEmpty {
        throw ValidationError("an insert needs '--values column=value …'")
      }
    case .update:
      if !options.values.isEmpty {
        throw ValidationError("an update takes '--set', not '--values'")
      }
    case .select, .delete:
      if !options.values.isEmpty || !options.set.isEmpty {
        throw ValidationError("'--values' and '--set' have no meaning here")
      }
    }
  }

  /// The action, its columns checked against the relation's.
  func action(in workspace: Workspace) throws(CommandFailure) -> CaseAction {
    let name = try workspace.relation(relation)
    let columns = workspace.columns(of: name).map(\.name)
    let all = options.row + options.values + options.set
    for assignment in all where !columns.contains(assignment.column) {
      throw .usage(
        "`\(name)` has no column `\(assignment.column)`",
        help: Workspace.choice(of: assignment.column, among: columns))
    }
    return CaseAction(
      command.caseCommand, name, row: options.row.isEmpty ? nil : options.row.map(\.columnValue),
      values: (options.values + options.set).map(\.columnValue))
  }
}

/// The rows and values of an action.
struct ActionValues: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The row meant, by some of its columns.", valueName: "column=value"))
  var row: [Assignment] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The new row of an insert.", valueName: "column=value"))
  var values: [Assignment] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "New values of an update. Default: the row's own.", valueName: "column=value"))
  var set: [Assignment] = []

  var isEmpty: Bool { row.isEmpty && values.isEmpty && set.isEmpty }
}

extension Assignment {
  fileprivate var columnValue: ColumnValue { ColumnValue(column, value) }
}

extension ActionArguments.Command {
  fileprivate var caseCommand: CaseAction.Command {
    switch self {
    case .select: .select
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }
}
