import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Settings and the clock.
  static let sessionFunctions: [String: BuiltinBody] = [
    "current_setting(text)": currentSetting,
    "current_setting(text,bool)": currentSetting,
    "now()": transactionTime,
    "transaction_timestamp()": transactionTime,
    "clock_timestamp()": { (_, _) in .timestamp(Clock.now) },
  ]

  private static let transactionTime: BuiltinBody = { (_, call) in
    .timestamp(call.session.variables.transactionTime)
  }

  /// RULES 73. Settings of the server itself are those that `ServerSettings` knows.
  private static let currentSetting: BuiltinBody = { (values, call) throws(EngineFailure) in
    let name = try values[0].textValue()
    if let value = try call.session.variables.value(of: name) { return .text(value) }
    if values.count > 1, values[1].truth == true { return .null }
    throw .postgres(
      PostgresError(.undefinedObject, "unrecognized configuration parameter \"\(name)\""))
  }
}
