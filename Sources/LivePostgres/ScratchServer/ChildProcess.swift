import Foundation

/// A child process in a process group of its own, with pipes to its standard input and output.
///
/// Its input closes when this process ends, however it ends: pipes are not handed to other
/// children. Foundation's `Process` promises neither.
struct ChildProcess {
  let id: pid_t
  private let input: Int32
  private let output: Int32

  /// Starts `arguments`, the first of which is the program's path. Throws a POSIX error.
  init(_ arguments: [String], environment: [String: String]) throws(POSIXError) {
    let toChild = try Self.makePipe()
    let fromChild: (read: Int32, write: Int32)
    do {
      fromChild = try Self.makePipe()
    } catch {
      Self.closeAll([toChild.read, toChild.write])
      throw error
    }
    var child: pid_t = 0
    let status = Self.spawn(
      arguments, environment: environment.map { "\($0.key)=\($0.value)" },
      input: toChild.read, output: fromChild.write, id: &child)
    Self.closeAll([toChild.read, fromChild.write])
    guard status == 0 else {
      Self.closeAll([toChild.write, fromChild.read])
      throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO)
    }
    (id, input, output) = (child, toChild.write, fromChild.read)
  }

  /// Everything the child writes until it closes its output, or until `deadline`.
  func readToEnd(until deadline: ContinuousClock.Instant) -> String {
    read(until: deadline) { _ in false }
  }

  /// The next line, without its end; less at the end of the output or at `deadline`.
  func readLine(until deadline: ContinuousClock.Instant) -> String {
    let line = read(until: deadline) { $0.last == UInt8(ascii: "\n") }
    return line.hasSuffix("\n") ? String(line.dropLast()) : line
  }

  /// Whether something can be read, or the output is at its end.
  var hasOutput: Bool { isReadable(within: .zero) }

  /// Closes both pipes and waits for the child's end; its exit status, -1 after a signal.
  /// To be called once.
  func closeAndWait() -> Int32 {
    Self.closeAll([input, output])
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
  }

  private func read(
    until deadline: ContinuousClock.Instant, isComplete: ([UInt8]) -> Bool
  ) -> String {
    var bytes: [UInt8] = [], byte: UInt8 = 0
    while !isComplete(bytes), isReadable(within: deadline - .now) {
      let count = systemRead(output, &byte)
      if count == 0 || (count < 0 && errno != EINTR) { break }
      if count > 0 { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func isReadable(within duration: Duration) -> Bool {
    var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    let milliseconds = duration.components.seconds.multipliedReportingOverflow(by: 1000)
    let limit = milliseconds.overflow ? 60_000 : max(0, min(60_000, milliseconds.partialValue))
    let fraction = max(0, duration.components.attoseconds / 1_000_000_000_000_000)
    return poll(&request, 1, Int32(limit + fraction)) > 0
  }

  private static func closeAll(_ descriptors: [Int32]) {
    for descriptor in descriptors { close(descriptor) }
  }
}

/// `read(2)`, which the methods above hide.
private func systemRead(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
  read(descriptor, &byte, 1)
}
