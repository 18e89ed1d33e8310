import AccessModel
import SQLFrontend
import SQLSession
import Testing

@Suite struct `What CASE compares` {
  @Test(arguments: [
    ("case null when 1 then 2 end", "42883"), ("case '1' when 1 then 2 end", "42883"),
    ("case 't' when true then 2 end", "42883"), ("case '1' when '1' then 2 end", nil),
    ("case 'x' when 'x'::varchar then 2 end", nil), ("case 1 when '1' then 2 end", nil),
  ])
  func `is text where it is a literal of no type`(expression: String, sqlState: String?) {
    let result = SessionStatementReader.onDeepStack {
      try? SimulatedTarget(version: .v15).run("select \(expression)") { [] }
    }
    #expect(result != nil)
    #expect(result?.error?.sqlState.rawValue == sqlState)
  }
}
