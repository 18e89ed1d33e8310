public import AccessModel
import CPgQuery
import Foundation

/// Finds the place in a statement that PostgreSQL's message about it points at, as psql's LINE.
///
/// Syntax trees of the model keep no places, so it is looked for when an error is shown: by what
/// the message names, in PostgreSQL's own tree, in the order in which the parser gets there.
/// Source: `parser_errposition()` and its callers in `src/backend/parser`.
public struct ErrorLocator {
  /// The columns of a relation, by name.
  public typealias Columns = (_ schema: String?, _ relation: String) -> [String]?

  let text: String
  let columns: Columns
  let nodes: [SyntaxNode]
  let statement: SyntaxNode

  /// The place in characters from 1; nil where the message points nowhere. Call it inside
  /// `SessionStatementReader.onDeepStack`.
  public static func position(
    of error: PostgresError, in text: String, columns: Columns = { _, _ in nil }
  ) -> Int? {
    guard let offset = offset(of: error, in: text, columns) else { return nil }
    return text.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 } + 1
  }

  private static func offset(
    of error: PostgresError, in text: String, _ columns: Columns
  ) -> Int? {
    withoutActuallyEscaping(columns) { columns in
      if let body = body(in: text) {
        for part in StatementSplitter.split(Array(text.utf8[body])) where part.kind == .sql {
          let bytes = Array(text.utf8[body])[part.range]
          guard let inside = ErrorLocator(String(decoding: bytes, as: UTF8.self), columns),
            let offset = inside.offset(of: error)
          else { continue }
          let start = text.utf8.distance(from: text.startIndex, to: body.lowerBound)
          return start + part.range.lowerBound + offset
        }
      }
      guard let locator = ErrorLocator(text, columns) else { return nil }
      let inside = locator.statement.bodyStatements.lazy.compactMap { statement in
        ErrorLocator(text, statement, columns)?.offset(of: error)
      }
      return inside.first ?? locator.offset(of: error)
    }
  }

  /// The body of a CREATE FUNCTION, where it is written as it is.
  private static func body(in text: String) -> Range<String.Index>? {
    guard text.utf8.count <= 1 << 20, let statement = SyntaxNode.statement(of: text),
      statement.kind == "CreateFunctionStmt",
      let option = statement.children("options").first(where: { $0.word("defname") == "as" }),
      let source = option.children("arg").first?.names("items").first, !source.isEmpty
    else { return nil }
    return text.range(of: source)
  }

  private init?(_ text: String, _ columns: @escaping Columns) {
    guard text.utf8.count <= 1 << 20, let statement = SyntaxNode.statement(of: text) else {
      return nil
    }
    self.init(text, statement, columns)
  }

  private init?(_ text: String, _ statement: SyntaxNode, _ columns: @escaping Columns) {
    self.text = text
    self.columns = columns
    self.statement = statement
    guard let parts = Self.searched(statement) else { return nil }
    // Expressions of partition keys are looked at without the text.
    nodes = parts.flatMap(\.subtree).filter {
      $0.kind == "PartitionElem" || !$0.path.contains("partspec")
    }
  }

  /// The parts of a statement whose errors have places.
  private static func searched(_ statement: SyntaxNode) -> [SyntaxNode]? {
    switch statement.kind {
    case "SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt", "ViewStmt",
      "CreateTableAsStmt", "PrepareStmt", "ExecuteStmt", "DeclareCursorStmt", "ExplainStmt",
      "RuleStmt", "CallStmt", "CreateStmt":
      return [statement]
    case "CopyStmt": return statement.children("query")
    case "CreateFunctionStmt":
      return statement.children("parameters").flatMap { $0.children("defexpr") }
        + statement.children("sql_body")
    case "CreateTrigStmt": return statement.children("whenClause")
    case "IndexStmt":
      return statement.children("indexParams") + statement.children("whereClause")
    case "AlterTableStmt":
      return statement.children("cmds").flatMap { command in
        let field =
          switch command.word("subtype") {
          case "AT_AddColumn": "typeName"
          case "AT_AlterColumnType": "raw_default"
          default: ""
          }
        return command.children("def").flatMap { $0.children(field) }
      }
    default: return nil
    }
  }
}

/// A node of PostgreSQL's tree, by the names of its fields.
struct SyntaxNode {
  let kind: String
  let fields: [String: Any]
  /// The fields of the nodes around, the innermost last.
  let path: [String]

  /// The one statement of a text.
  static func statement(of text: String) -> SyntaxNode? {
    let result = pg_query_parse(text)
    defer { pg_query_free_parse_result(result) }
    guard result.error == nil, let json = result.parse_tree.map({ String(cString: $0) }),
      let root = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
      let list = root["stmts"] as? [[String: Any]], list.count == 1,
      let wrapped = list[0]["stmt"] as? [String: Any]
    else { return nil }
    return node(wrapped, "stmt", [])
  }

  private static func node(_ value: [String: Any], _ field: String, _ path: [String]) -> Self? {
    if value.count == 1, let (kind, inner) = value.first, kind.first?.isUppercase == true,
      let fields = inner as? [String: Any]
    {
      return SyntaxNode(kind: kind, fields: fields, path: path)
    }
    let kind =
      switch field {
      case "relation" where value["relname"] != nil, "view": "RangeVar"
      case "typeName", "argType", "returnType": "TypeName"
      case "funccall": "FuncCall"
      default: field
      }
    return SyntaxNode(kind: kind, fields: value, path: path)
  }

  /// The statements of BEGIN ATOMIC.
  var bodyStatements: [SyntaxNode] {
    guard kind == "CreateFunctionStmt" else { return [] }
    return children("sql_body").flatMap { $0.children("items") }.flatMap { node in
      node.kind == "List" ? node.children("items") : [node]
    }
  }

  /// The nodes of a field, in order.
  func children(_ field: String) -> [SyntaxNode] {
    let around = path + [field]
    if let one = fields[field] as? [String: Any] {
      return [Self.node(one, field, around)].compactMap { $0 }
    }
    return (fields[field] as? [Any] ?? []).compactMap { item in
      (item as? [String: Any]).flatMap { Self.node($0, field, around) }
    }
  }

  func word(_ field: String) -> String? { fields[field] as? String }
  func number(_ field: String) -> Int? { fields[field] as? Int }

  /// As a list of names.
  func names(_ field: String) -> [String] {
    children(field).compactMap { $0.kind == "String" ? $0.word("sval") : nil }
  }

  /// In bytes of the text; nodes at its start leave it out.
  var location: Int? {
    guard let number = fields["location"] as? Int else {
      return Self.located.contains(kind) ? 0 : nil
    }
    return number >= 0 ? number : nil
  }

  private static let located: Set = [
    "ColumnRef", "FuncCall", "A_Const", "RangeVar", "A_Expr", "TypeCast", "ParamRef",
  ]

  /// Fields that the parser looks at before others.
  private static let order = [
    "ctequery", "withClause", "relation", "sourceRelation", "joinCondition", "fromClause",
    "usingClause", "larg", "rarg", "targetList", "selectStmt", "whereClause", "havingClause",
    "sortClause", "groupClause", "distinctClause", "subselect", "testexpr", "arg", "lexpr", "rexpr",
    "args", "defresult",
  ]

  /// This node and all below it, in the order in which they are looked at.
  var subtree: [SyntaxNode] {
    var result = [self]
    let first = Self.order.filter { fields[$0] != nil }
    let rest = fields.keys.filter { !first.contains($0) }.sorted()
    for field in first + rest {
      for child in children(field) { result += child.subtree }
    }
    return result
  }

  /// The leftmost place of an expression. Source: `exprLocation()` in `nodeFuncs.c`.
  var expressionLocation: Int? {
    let inside: [String]
    switch kind {
    case "A_Expr": inside = ["lexpr"]
    case "TypeCast": inside = ["arg"]
    case "BoolExpr", "FuncCall": inside = ["args"]
    case "ResTarget": return children("val").first?.expressionLocation
    case "List": return children("items").first?.expressionLocation
    case "SubLink": inside = ["testexpr"]
    case "NullTest", "BooleanTest", "CollateClause", "A_Indirection": inside = ["arg"]
    default: inside = []
    }
    let below = inside.compactMap { children($0).first?.expressionLocation }
    return ([location].compactMap { $0 } + below).min()
  }
}
