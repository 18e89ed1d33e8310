import SQLBinding

/// Calls of built-ins with literals of the types they take.
enum SampleCalls {
  /// Combinations of one function's arguments, at most.
  private static let most = 24

  static func calls(_ builtin: Builtin) -> [String] {
    let pools = builtin.arguments.map { samples(of: $0) }
    guard pools.allSatisfy({ !$0.isEmpty }) else { return [] }
    return combinations(pools).map { arguments in
      guard builtin.isOperator else {
        return "\(builtin.name)(\(arguments.joined(separator: ", ")))"
      }
      return arguments.count == 1
        ? "\(builtin.name) (\(arguments[0]))"
        : "\(arguments[0]) \(builtin.name) \(arguments[1])"
    }
  }

  /// Comparisons and arithmetic have no body of their own.
  static func isCompiled(_ builtin: Builtin) -> Bool {
    ["=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"].contains(builtin.name)
      && builtin.arguments.allSatisfy { !samples(of: $0).isEmpty }
  }

  /// All of them, or as many spread evenly over them.
  private static func combinations(_ pools: [[String]]) -> [[String]] {
    let total = pools.reduce(1) { $0 * $1.count }
    let step = max(1, total / most)
    // A step that shares no factor with the pools' sizes meets every value.
    let stride = step == 1 ? 1 : step | 1
    return Swift.stride(from: 0, to: total, by: stride).map { number in
      var rest = number
      return pools.map { pool in
        defer { rest /= pool.count }
        return pool[rest % pool.count]
      }
    }
  }

  static func samples(of type: DataType) -> [String] {
    let name = type == .pseudo(.any) ? "text" : "\(type)"
    switch type {
    case .pseudo(.anyarray), .pseudo(.anycompatiblearray):
      return samples(of: .array(.integer)) + ["'{}'::text[]"]
    case .pseudo(.anyelement), .pseudo(.anycompatible), .pseudo(.anynonarray):
      return samples(of: .integer)
    case .pseudo(.any): return ["'a'::text", "1", "true", "NULL", "1.50", "'2026-01-02'::date"]
    case .pseudo, .void: return []
    default: return (texts(of: type).map { "'\($0)'::\(name)" } + ["NULL::\(name)"])
    }
  }

  private static func texts(of type: DataType) -> [String] {
    switch type {
    case .boolean: return ["t", "f"]
    case .smallint: return ["0", "3", "-7"]
    case .integer: return ["0", "2", "-3", "1", "2147483647"]
    case .bigint: return ["0", "5", "-9", "9000000000"]
    case .numeric: return ["0", "2.50", "-1.5", "12345.678", "100"]
    case .real: return ["0", "1.5", "-2.25"]
    case .double: return ["0", "2.5", "-0.1", "1e20", "9"]
    case .text, .varchar: return ["", "abc", "aXbXc", "  x y ", "a,b,,c", "é€", "A1_%\\b", "X"]
    case .name: return ["abc", "Mixed"]
    case .character: return ["ab ", ""]
    case .byte: return ["a"]
    case .uuid:
      return [
        "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "00000000-0000-0000-0000-000000000000",
      ]
    case .bytea: return ["", "abc", "\\x00ff10"]
    case .inet: return ["10.1.2.3", "10.1.0.0/16", "10.1.2.3/24", "::1", "2001:db8::1/64"]
    case .cidr: return ["10.1.0.0/16", "192.168.1.0/24"]
    case .date: return ["2026-02-28", "2000-01-01", "1999-12-31", "infinity"]
    case .time: return ["00:00", "13:14:15.678"]
    case .timestamp:
      return ["2026-01-31 13:14:15.678", "2000-01-01 00:00:00", "1999-12-31 23:59:59"]
    case .timestamptz: return ["2026-01-31 13:14:15.678+02", "2000-01-01 00:00:00+00"]
    case .interval: return ["1 day", "-1 mon 2 days 03:04:05", "00:00:00.5", "1 year 1 mon"]
    case .json:
      return [
        #"{"a":1, "b": [1, "two", null], "c": {"d": true}}"#, #"[1,{"a":"x"},"s"]"#, "null",
        #""s""#,
      ]
    case .jsonb:
      return [
        #"{"a": 1, "b": [1, "two", null], "c": {"d": true}}"#, #"[1, {"a": "x"}, "s"]"#, "null",
        #""a""#, "1.50", "{}", "[]",
      ]
    case .oid: return ["1", "2"]
    case .array(let element):
      let inner = texts(of: element).filter { !$0.isEmpty }
      guard inner.count > 1 else { return [] }
      func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      }
      if element == .text { return ["{}", "{a,b}", "{b,1}", "{c,d}", #"{"x y",NULL,abc}"#] }
      return [
        "{}", "{\(quoted(inner[0])),\(quoted(inner[1]))}", "{\(quoted(inner[1])),NULL}",
        "{\(quoted(inner[inner.count - 1]))}",
      ]
    default: return []
    }
  }
}
