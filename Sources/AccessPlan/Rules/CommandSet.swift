import AccessModel

/// What a rule or intent is about: one command, or `.all` four.
public struct CommandSet: Hashable, Sendable {
  let commands: [AccessCommand]

  /// Reading rows.
  public static let select = CommandSet(commands: [.select])
  /// Adding rows.
  public static let insert = CommandSet(commands: [.insert])
  /// Changing rows.
  public static let update = CommandSet(commands: [.update])
  /// Removing rows.
  public static let delete = CommandSet(commands: [.delete])
  /// The four commands on rows; not TRUNCATE, which row security ignores.
  public static let all = CommandSet(commands: AccessCommand.allCases)

  /// The commands of all sets, each once, in the order select, insert, update, delete.
  static func merged(_ sets: [CommandSet]) -> [AccessCommand] {
    let wanted = Set(sets.flatMap(\.commands))
    return AccessCommand.allCases.filter(wanted.contains)
  }
}
