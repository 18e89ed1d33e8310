import AccessModel

/// psql's meta-commands. Source: `src/bin/psql/command.c`.
extension ScriptRunner {
  func metaCommand(_ name: String, _ arguments: [String], line: Int) throws {
    if try conditional(name, arguments, line: line) { return }
    guard isActive else {
      // The end of data belongs to no COPY here, and is not passed over as commands are.
      if name == "." { reporter.warn("invalid command \\.", line: line) }
      return
    }
    switch name {
    case "set": set(arguments)
    case "unset": arguments.first.map { variables[Self.plain($0)] = nil }
    case "echo", "qecho", "warn":
      let isBare = arguments.first == "-n"
      let words = (isBare ? Array(arguments.dropFirst()) : arguments).map(Self.unquoted)
      let text = words.joined(separator: " ")
      if name == "warn" { reporter.rawWarning(text) } else { reporter.message(text) }
    case "copy": try copy(arguments.first ?? "", line: line)
    case "errverbose": reporter.repeatError()
    case "pset":
      let words = arguments.map(Self.plain)
      if words.first == "null", words.count > 1 { reporter.showNull(as: words[1]) }
    case "bind": target.bindNext()
    case "g", "gx", "gdesc", "watch", "crosstabview", "gset", "gexec":
      try runPending(name, arguments, line: line)
    case "r", "reset": scanner.reset()
    case "q", "quit": isFinished = true
    case "c", "connect": try connect(arguments, line: line)
    case "i", "include", "ir", "include_relative":
      guard let file = arguments.first.map(Self.plain) else {
        return reporter.warn("\\\(name): missing required argument", line: line)
      }
      guard let text = include(file) else {
        return reporter.warn("\(file): No such file or directory", line: line)
      }
      try runIncluded(text, file: file)
    case "!", "o", "out", "prompt", "password", "w", "write", "e", "edit", "ef", "ev", "s",
      "lo_import", "lo_export", "cd", "setenv", "getenv":
      reporter.warn("\\\(name) is not run here", line: line)
    default:
      // What is left shows things, or says how to: it decides nothing.
      if !Self.isDisplay(name) {
        reporter.warn("invalid command \\\(name)", line: line)
      }
    }
  }

  private static func isDisplay(_ name: String) -> Bool {
    let known: Set = [
      "a", "C", "conninfo", "copyright", "encoding", "f", "h", "help", "H", "l",
      "list",
      "p", "print", "pset", "sf", "sv", "t", "T", "timing", "x", "z", "?", "html",
    ]
    return known.contains(name) || name.first == "d" || name.hasPrefix("l") || name.hasPrefix("sf")
      || name.hasPrefix("sv")
  }

  /// `\if` and its kin, which count in branches that do not run too.
  private func conditional(
    _ name: String, _ arguments: [String], line: Int
  ) throws -> Bool {
    switch name {
    case "if":
      let isOuterActive = isActive
      let holds = isOuterActive && condition(arguments, line: line)
      branches.append(
        Branch(isActive: holds, isDecided: holds || !isOuterActive, before: scanner.draft))
    case "elif":
      guard var branch = nextBranch(name, line: line) else { return true }
      if branch.isDecided {
        branch.isActive = false
      } else {
        branch.isActive = condition(arguments, line: line)
        branch.isDecided = branch.isActive
      }
      branches[branches.count - 1] = branch
    case "else":
      guard var branch = nextBranch(name, line: line) else { return true }
      branch.isActive = !branch.isDecided
      (branch.isDecided, branch.hasElse) = (true, true)
      branches[branches.count - 1] = branch
    case "endif":
      guard let branch = branches.popLast() else {
        reporter.warn("\\endif: no matching \\if", line: line)
        return true
      }
      if !branch.isActive { scanner.draft = branch.before }
    default: return false
    }
    return true
  }

  /// The branch of the innermost `\if` that `\elif` or `\else` ends. What it added to the statement
  /// is kept only if it ran. Source: `exec_command_elif()`.
  private func nextBranch(_ name: String, line: Int) -> Branch? {
    guard var branch = branches.last else {
      reporter.warn("\\\(name): no matching \\if", line: line)
      return nil
    }
    guard !branch.hasElse else {
      reporter.warn("\\\(name): cannot occur after \\else", line: line)
      return nil
    }
    if branch.isActive { branch.before = scanner.draft } else { scanner.draft = branch.before }
    return branch
  }

  private func condition(_ arguments: [String], line: Int) -> Bool {
    let text = arguments.map(Self.unquoted).joined(separator: " ")
    if let value = Self.isTrue(text) { return value }
    reporter.warn(
      "unrecognized value \"\(text)\" for \"\\if expression\": Boolean expected", line: line)
    return false
  }

  private func set(_ arguments: [String]) {
    guard let name = arguments.first.map(Self.plain) else { return }
    let value = arguments.dropFirst().map(Self.unquoted).joined()
    set(name, to: arguments.count == 1 && Self.isSwitch(name) ? "on" : value)
  }

  /// Variables that mean something to psql. Source: `EstablishVariableSpace()` in `startup.c`.
  private static func isSpecial(_ name: String) -> Bool {
    isSwitch(name)
      || [
        "SINGLESTEP", "IGNOREEOF", "ECHO", "ECHO_HIDDEN", "COMP_KEYWORD_CASE", "HISTCONTROL",
        "HISTFILE", "HISTSIZE", "FETCH_COUNT", "PROMPT1", "PROMPT2", "PROMPT3", "VERBOSITY",
        "SHOW_CONTEXT", "SHOW_ALL_RESULTS", "HIDE_TABLEAM", "HIDE_TOAST_COMPRESSION",
      ].contains(name)
  }

  private static func isSwitch(_ name: String) -> Bool {
    ["AUTOCOMMIT", "ON_ERROR_STOP", "ON_ERROR_ROLLBACK", "QUIET", "SINGLELINE"].contains(name)
  }

  /// `\g` and its kin run the statement that has been read so far.
  private func runPending(_ name: String, _ arguments: [String], line: Int) throws {
    // Without a statement the last one runs again.
    guard var statement = scanner.pending ?? lastStatement else { return }
    // psql sends what stands before the command, the space in between too.
    statement.isEnded = false
    scanner.reset()
    let takesRows = name == "gset" || name == "gexec"
    let result = try execute(statement, hidesRows: takesRows)
    guard takesRows, case .completed(let columns?, let rows, _) = result.outcome else { return }
    if name == "gset" {
      guard rows.count == 1 else {
        return reporter.warn(
          rows.isEmpty
            ? "no rows returned for \\gset" : "more than one row returned for \\gset", line: line)
      }
      let prefix = arguments.first.map(Self.plain) ?? ""
      for (column, value) in zip(columns, rows[0]) {
        let name = prefix + column
        guard !Self.isSpecial(name) else {
          reporter.warn(
            "attempt to \\gset into specially treated variable \"\(name)\" ignored", line: line)
          continue
        }
        set(name, to: value)
      }
    } else {
      for row in rows {
        for case let text? in row where !isFinished {
          reporter.echo(text)
          try execute(ScriptText(line: line, text: text))
        }
      }
    }
  }

  /// `\c [database [user]]`; `-` keeps what is.
  private func connect(_ arguments: [String], line: Int) throws {
    let words = arguments.map(Self.plain).filter { !$0.hasPrefix("-reuse-previous") }
    func given(_ index: Int) -> String? {
      words.indices.contains(index) && words[index] != "-" ? words[index] : nil
    }
    let result = try target.connect(user: given(1), database: given(0))
    if let error = result.error {
      // A script does not go on as whoever it was before.
      reporter.warn("\\connect: FATAL:  \(error.message)", line: line)
      isDisconnected = true
      stopOnError()
    } else {
      isDisconnected = false
    }
    // They are no statement's.
    for notice in result.notices {
      reporter.warn("\(notice.severity):  \(notice.message)", line: line)
    }
    if result.undecided != nil {
      reporter.report(result, of: "\\connect", line: line, hidesRows: true)
    }
  }

  /// A name: in double quotes as it is, else as written.
  static func plain(_ word: String) -> String { unquoted(word) }

  static func unquoted(_ word: String) -> String {
    word.count > 1 && word.first == "\"" && word.last == "\""
      ? String(word.dropFirst().dropLast()) : word
  }
}
