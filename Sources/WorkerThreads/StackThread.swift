#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A thread whose stack is as large as its work needs.
///
/// Foundation's `Thread` never begins, and says nothing, where the system has no room for its stack;
/// this one ends the process, and says why.
///
/// ```swift
/// StackThread(stackSize: 64 << 20) { bindEverything() }
/// ```
public struct StackThread: Sendable {
  #if canImport(Darwin)
    // The system's own handle, which any thread may compare.
    nonisolated(unsafe) private let handle: pthread_t
  #else
    private let handle: pthread_t
  #endif

  /// Begins `body` on a thread of its own.
  ///
  /// `stackSize`: bytes, a multiple of a page's; they are reserved, and count only once touched.
  @discardableResult
  public init(stackSize: Int, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { Work.run($0) }, work)
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, { $0.flatMap(Work.run) }, work)
    #endif
    guard code == 0 else { Self.end(stackSize, code) }
    #if canImport(Darwin)
      guard let thread else { Self.end(stackSize, EAGAIN) }
    #endif
    handle = thread
  }

  /// Ends the process with the status of `sysexits.h` for what the system can't give.
  private static func end(_ stackSize: Int, _ code: Int32) -> Never {
    let reason = String(cString: strerror(code))
    let message =
      "error: no thread with a stack of \(stackSize >> 20) MiB: \(reason)\n"
      + "  fix: give the process more memory or threads (`ulimit -v`, `ulimit -u`)\n"
    _ = Array(message.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(EX_OSERR)
  }

  /// Whether the caller runs on it.
  public var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }
}

private final class Work {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }
}
