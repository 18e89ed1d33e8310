import AccessModel

/// A PL/pgSQL block as `pg_query_parse_plpgsql` tells it.
struct PLBlock: Decodable {
  var body: [PLStatement]
  /// The conditions of its handlers; empty without.
  var handled: [String]
  var handler: [PLStatement]

  struct Function: Decodable {
    var block: PLBlock?

    init(from decoder: any Decoder) throws {
      let function = try decoder.container(keyedBy: PLKey.self)
        .nestedContainer(keyedBy: PLKey.self, forKey: "PLpgSQL_function")
      block = try function.nestedContainer(keyedBy: PLKey.self, forKey: "action")
        .decodeIfPresent(PLBlock.self, forKey: "PLpgSQL_stmt_block")
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PLKey.self)
    body = try container.decodeIfPresent([PLStatement].self, forKey: "body") ?? []
    (handled, handler) = ([], [])
    guard container.contains("exceptions") else { return }
    let block = try container.nestedContainer(keyedBy: PLKey.self, forKey: "exceptions")
      .nestedContainer(keyedBy: PLKey.self, forKey: "PLpgSQL_exception_block")
    var list = try block.nestedUnkeyedContainer(forKey: "exc_list")
    while !list.isAtEnd {
      let exception = try list.nestedContainer(keyedBy: PLKey.self)
        .nestedContainer(keyedBy: PLKey.self, forKey: "PLpgSQL_exception")
      handler = try exception.decodeIfPresent([PLStatement].self, forKey: "action") ?? []
      var conditions = try exception.nestedUnkeyedContainer(forKey: "conditions")
      while !conditions.isAtEnd {
        handled.append(
          try conditions.nestedContainer(keyedBy: PLKey.self)
            .nestedContainer(keyedBy: PLKey.self, forKey: "PLpgSQL_condition")
            .decode(String.self, forKey: "condname"))
      }
    }
  }

  /// Whether a handler takes an error. Source: PostgreSQL manual, Appendix A.
  func handles(_ state: SQLState) -> Bool {
    handled.contains { name in
      name == "others" || Self.states[name] == state.rawValue || name == state.rawValue
    }
  }

  private static let states = [
    "duplicate_object": "42710", "duplicate_table": "42P07", "duplicate_schema": "42P06",
    "duplicate_column": "42701", "duplicate_function": "42723", "undefined_object": "42704",
    "undefined_table": "42P01", "undefined_column": "42703", "undefined_function": "42883",
    "unique_violation": "23505", "invalid_table_definition": "42P16",
    "invalid_schema_name": "3F000",
  ]
}

/// A statement of a PL/pgSQL block.
enum PLStatement: Decodable {
  case block(PLBlock)
  case sql(String)
  case dynamic(String)
  case condition([Branch], otherwise: [PLStatement])
  /// RAISE NOTICE, NULL, RETURN.
  case nothing
  case unknown(String)

  struct Branch {
    var condition: String
    var body: [PLStatement]
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PLKey.self)
    guard let kind = container.allKeys.first else {
      self = .nothing
      return
    }
    switch kind.stringValue {
    case "PLpgSQL_stmt_block": self = .block(try container.decode(PLBlock.self, forKey: kind))
    case "PLpgSQL_stmt_execsql":
      self = .sql(try Self.query(in: container, kind, "sqlstmt"))
    case "PLpgSQL_stmt_perform": self = .sql(try Self.query(in: container, kind, "expr"))
    case "PLpgSQL_stmt_dynexecute": self = .dynamic(try Self.query(in: container, kind, "query"))
    case "PLpgSQL_stmt_if":
      let statement = try container.nestedContainer(keyedBy: PLKey.self, forKey: kind)
      var branches = [
        Branch(
          condition: try Self.query(statement, "cond"),
          body: try statement.decodeIfPresent([PLStatement].self, forKey: "then_body") ?? [])
      ]
      if statement.contains("elsif_list") {
        var list = try statement.nestedUnkeyedContainer(forKey: "elsif_list")
        while !list.isAtEnd {
          let branch = try list.nestedContainer(keyedBy: PLKey.self)
            .nestedContainer(keyedBy: PLKey.self, forKey: "PLpgSQL_if_elsif")
          branches.append(
            Branch(
              condition: try Self.query(branch, "cond"),
              body: try branch.decodeIfPresent([PLStatement].self, forKey: "stmts") ?? []))
        }
      }
      self = .condition(
        branches,
        otherwise: try statement.decodeIfPresent([PLStatement].self, forKey: "else_body") ?? [])
    case "PLpgSQL_stmt_return": self = .nothing
    case "PLpgSQL_stmt_raise":
      let statement = try container.nestedContainer(keyedBy: PLKey.self, forKey: kind)
      // Level 21 is ERROR; what is raised below it only informs.
      let level = try statement.decodeIfPresent(Int.self, forKey: "elog_level") ?? 21
      self = level < 21 ? .nothing : .unknown("RAISE EXCEPTION")
    default:
      let name = kind.stringValue.replacing("PLpgSQL_stmt_", with: "")
      self = .unknown("a PL/pgSQL `\(name)`")
    }
  }

  private static func query(
    in container: KeyedDecodingContainer<PLKey>, _ kind: PLKey, _ field: PLKey
  ) throws -> String {
    try query(try container.nestedContainer(keyedBy: PLKey.self, forKey: kind), field)
  }

  private static func query(
    _ container: KeyedDecodingContainer<PLKey>, _ field: PLKey
  ) throws -> String {
    try container.nestedContainer(keyedBy: PLKey.self, forKey: field)
      .nestedContainer(keyedBy: PLKey.self, forKey: "PLpgSQL_expr")
      .decode(String.self, forKey: "query")
  }
}

/// Any key, as a literal.
struct PLKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int? = nil

  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
