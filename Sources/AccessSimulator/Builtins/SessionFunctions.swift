import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Settings and the clock.
  static let sessionFunctions: [String: BuiltinBody] = [
    "current_setting(text)": currentSetting,
    "current_setting(text,bool)": currentSetting,
    "pg_trigger_depth()": { (_, call) throws(EngineFailure) in
      .integer(Int64(call.session.variables.triggerDepth))
    },
  ]

  /// RULES 73. Settings of the server itself are those that `ServerSettings` knows.
  private static let currentSetting: BuiltinBody = { (values, call) throws(EngineFailure) in
    let name = try values[0].textValue()
    if let value = try call.session.variables.value(of: name, call.session.engine) {
      return .text(value)
    }
    if values.count > 1, values[1].truth == true { return .null }
    throw .postgres(
      PostgresError(.undefinedObject, "unrecognized configuration parameter \"\(name)\""))
  }
}
