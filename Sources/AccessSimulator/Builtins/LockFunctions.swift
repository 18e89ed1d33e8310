import AccessModel
import SQLBinding

extension BuiltinLibrary {
  /// Locks that nobody else holds, and notifications. Source: `lockfuncs.c`, `async.c`.
  static let lockFunctions: [String: BuiltinBody] = {
    var bodies: [String: BuiltinBody] = [
      "pg_advisory_unlock_all()": nothing,
      "pg_notify(text,text)": { (values, _) throws(EngineFailure) in
        let channel = values[0].isNull ? "" : try values[0].textValue()
        let payload = values[1].isNull ? "" : try values[1].textValue()
        guard !channel.isEmpty else { throw invalid("channel name cannot be empty") }
        guard channel.utf8.count < 64 else { throw invalid("channel name too long") }
        guard payload.utf8.count < 8000 else { throw invalid("payload string too long") }
        return .text("")
      },
    ]
    for key in ["int8", "int4,int4"] {
      for end in ["lock", "lock_shared"] {
        for scope in ["", "xact_"] {
          bodies["pg_advisory_\(scope)\(end)(\(key))"] = nothing
          bodies["pg_try_advisory_\(scope)\(end)(\(key))"] = taken
        }
      }
    }
    return bodies
  }()

  private static let nothing: BuiltinBody = { (_, _) throws(EngineFailure) in .text("") }

  private static let taken: BuiltinBody = { (_, _) throws(EngineFailure) in .boolean(true) }

  private static func invalid(_ message: String) -> EngineFailure {
    .postgres(PostgresError(SQLState(rawValue: "22023"), message))
  }
}
