#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a command writes.
protocol TextSink: AnyObject {
  /// Why something written was lost, but for a reader that has gone away.
  var failure: String? { get }
  func write(_ text: String)
}

extension TextSink {
  var failure: String? { nil }
}

/// A file descriptor as a sink.
///
/// A reader that has gone away (`rowkeep matrix | head -1`) ends the writing, not the command:
/// what it was doing, such as stopping a scratch server, is still done.
final class DescriptorSink: TextSink {
  private let descriptor: Int32
  private var isClosed = false
  private(set) var failure: String?

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func write(_ text: String) {
    guard !isClosed else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR && errno != EAGAIN {
        isClosed = true
        if errno != EPIPE { failure = String(cString: strerror(errno)) }
        return
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    Glibc.write(descriptor, start, count)
  #elseif canImport(Musl)
    Musl.write(descriptor, start, count)
  #else
    Darwin.write(descriptor, start, count)
  #endif
}
