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

  @Argument(help: Self.relationHelp)
  var relation: String

  static let relationHelp = ArgumentHelp(
    """
    A table or view, as in 'saved' or 'sales.invoice'. 'saved[id=3]' is 'saved --row id=3', and of \
    an insert 'saved --values id=3'; several columns have commas between.
    """)

  @OptionGroup var options: ActionValues

  init() {}

  init(command: Command, relation: String, _ options: ActionValues) {
    self.command = command
    self.relation = relation
    self.options = options
  }

  /// The relation without its brackets, and all values, with those in brackets.
  private func told() throws(CommandFailure) -> (relation: String, options: ActionValues) {
    guard relation.hasSuffix("]"), let open = relation.firstIndex(of: "[") else {
      return (relation, options)
    }
    var parts: [String] = []
    let inside = relation[relation.index(after: open)...].dropLast()
    for part in inside.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      // A comma may be of a value.
      if part.contains("=") || parts.isEmpty {
        parts.append(part)
      } else {
        parts[parts.count - 1] += ",\(part)"
      }
    }
    var assignments: [Assignment] = []
    for part in parts {
      let trimmed = String(part.drop { $0 == " " })
      guard let assignment = Assignment(argument: trimmed) else {
        throw .usage(
          "`\(relation)` does not say which row",
          help: "write `relation[column=value,column=value]`")
      }
      assignments.append(assignment)
    }
    var all = options
    if command == .insert { all.values += assignments } else { all.row += assignments }
    return (String(relation[..<open]), all)
  }

  func validate() throws {
    switch command {
    case .insert:
      if !options.set.isEmpty { throw ValidationError("an insert takes '--values' only") }
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
    let options = try told().options
    if command == .insert {
      if !options.row.isEmpty { throw .usage("an insert takes '--values' only") }
      if options.values.isEmpty { throw .usage("an insert needs '--values column=value …'") }
    }
    return try checkedAction(in: workspace)
  }

  /// The change of a row that somebody may hear of.
  func event(in workspace: Workspace) throws(CommandFailure) -> ChangeEvent {
    guard let kind = ChangeEvent.Kind(rawValue: command.rawValue) else {
      throw .usage("nobody hears of a select", help: "name insert, update or delete")
    }
    let options = try told().options
    switch kind {
    case .insert:
      if options.row.isEmpty == options.values.isEmpty {
        throw .usage("the event of an insert needs either '--values' or '--row column=value …'")
      }
    case .update, .delete:
      if options.row.isEmpty {
        throw .usage("the event of this \(kind.rawValue) needs '--row column=value …'")
      }
    }
    let action = try checkedAction(in: workspace)
    if workspace.document.catalog.view(action.relation) != nil {
      throw .usage(
        "`\(action.relation)` is a view, and nobody hears of changes of views",
        help: "name a table that it reads")
    }
    return ChangeEvent(kind, of: action.relation, row: action.row, values: action.values)
  }

  private func checkedAction(in workspace: Workspace) throws(CommandFailure) -> CaseAction {
    let (relation, options) = try told()
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
