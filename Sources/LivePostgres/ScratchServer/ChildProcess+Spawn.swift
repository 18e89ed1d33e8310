import Foundation

extension ChildProcess {
  /// A pipe that children do not inherit.
  static func makePipe() throws(POSIXError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let status = pipe(&ends)
      for end in ends where status == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // Swift does not see pipe2; a socket pair too is closed on exec from its very start.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let status = socketpair(AF_UNIX, kind, 0, &ends)
    #endif
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (ends[0], ends[1])
  }

  /// `posix_spawn` in a new process group, so that Ctrl-C at a terminal is left to the parent.
  static func spawn(
    _ arguments: [String], environment: [String], input: Int32, output: Int32, id: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Whoever waits for another child would wait for this one too, if it held that one's descriptors.
    #if canImport(Darwin)
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let flags = Int32(POSIX_SPAWN_SETPGROUP)
      _ = closeFrom?(&actions, 3)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let strings = arguments.map { strdup($0) }, variables = environment.map { strdup($0) }
    defer { for string in strings + variables { free(string) } }
    return posix_spawn(
      &id, arguments.first ?? "", &actions, &attributes, strings + [nil], variables + [nil])
  }

  #if !canImport(Darwin)
    /// Swift does not see it, and glibc has it since 2.34.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
      unsafeBitCast(
        $0,
        to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self
      )
    }
  #endif

  /// Folders of PATH, and those of system programs, which an ordinary user's PATH may lack.
  static var programFolders: [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
      + ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"]
  }

  /// The path of a program, or nil if it is not installed.
  static func findProgram(_ name: String) -> String? {
    programFolders.lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What a program prints; nil if it cannot be run or fails, or takes longer than 10 seconds.
  static func output(of arguments: [String]) -> String? {
    guard let child = try? ChildProcess(arguments, environment: minimalEnvironment) else {
      return nil
    }
    let text = child.readToEnd(until: .now + .seconds(10))
    return child.closeAndWait() == 0 ? text : nil
  }

  /// No PG… variables, and messages in English.
  static var minimalEnvironment: [String: String] {
    let kept = ["PATH", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]
    return ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
      .merging(["LC_ALL": "C", "TZ": "UTC"]) { $1 }
  }
}
