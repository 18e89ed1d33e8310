import AccessTesting
import Foundation
import SQLBinding
import Testing

@testable import AccessSimulator

/// Every built-in that the simulator computes, called with values of its arguments' types; the
/// server must say the same.
@Suite(.enabled(if: ServerUnderTest.isExpected))
struct `Built-ins agree with the server` {
  @Test func `functions, on values of their types`() throws {
    let computed = Builtin.all.filter {
      !$0.isOperator && $0.kind == .function && BuiltinLibrary.bodies[$0.id] != nil
    }
    try agree(computed.flatMap(SampleCalls.calls))
  }

  @Test func `operators, on values of their types`() throws {
    let symbols = Builtin.all.filter {
      $0.isOperator && (BuiltinLibrary.bodies[$0.id] != nil || SampleCalls.isCompiled($0))
    }
    try agree(symbols.flatMap(SampleCalls.calls))
  }

  private func agree(_ calls: [String]) throws {
    let result = try ExpressionTexts.compare(calls)
    let report = result.differences.joined(separator: "\n")
    if let path = ProcessInfo.processInfo.environment["ROWKEEP_DIFFERENCES"] {
      let undecided = result.undecided.sorted { $0.value > $1.value }
        .map { "\($0.value) \($0.key)" }.joined(separator: "\n")
      try (report + "\n\n" + undecided).write(
        toFile: "\(path)-\(calls.count).txt", atomically: true, encoding: .utf8)
    }
    #expect(result.differences.isEmpty, "\(report.prefix(4000))")
    #expect(result.compared > calls.count / 2)
    print("compared \(result.compared) of \(calls.count) calls")
  }
}
