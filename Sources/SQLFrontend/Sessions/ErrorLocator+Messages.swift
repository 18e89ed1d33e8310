import AccessModel

extension ErrorLocator {
  /// Where a message points, in bytes.
  func offset(of error: PostgresError) -> Int? {
    let message = error.message
    let quoted = Self.quoted(message)
    switch error.sqlState.rawValue {
    case "42602": return onlyNameLiteral
    case "42703", "42702", "42P01", "42803", "42809", "42846", "42883", "42704", "42601", "42804",
      "42P02", "42P09", "42P18", "42725", "42P10", "0A000", "42P20":
      return named(message, quoted) ?? placeInDefinition(error, quoted)
    case "42P08": return nodes.filter { $0.kind == "ParamRef" }.compactMap(\.location).max()
    case "42701" where statement.kind == "InsertStmt": return repeatedTarget(quoted.first)
    case "42P16"
    where statement.kind == "CreateStmt"
      && (message.hasPrefix("cannot create temporary relation")
        || message.hasPrefix("only temporary relations may")):
      return statement.children("relation").first?.location
    case "42P17": return placeInDefinition(error, quoted)
    case "3F000" where statement.kind == "CreateStmt": return missingSchema(quoted.first)
    case "3F000":
      return nodes.first {
        $0.kind == "FuncCall" && $0.names("funcname").count == 2
          && $0.names("funcname").first == quoted.first
      }?.location ?? quoted.first.flatMap(regclass(in:))
    case "42501": return schema(message)
    case "22003" where message.hasPrefix("setval: "): return nil
    case "22P02" where message == "invalid input syntax for type json":
      return literal(ofJSON: error.origin.context.first)
    case "22P02", "55P04", "22007", "22008", "22003", "22009", "22P03", "2202E":
      return quoted.first.flatMap { literal($0) } ?? quoted.last.flatMap { literal($0) }
        ?? quoted.first.flatMap { arrayLiteral(with: $0) }
    default: return nil
    }
  }

  /// The literal that is cast to `regclass` or its like, where there is one.
  private var onlyNameLiteral: Int? {
    let casts = nodes.filter { node in
      node.kind == "TypeCast"
        && node.children("typeName").first?.names("names").last?.hasPrefix("reg") == true
    }
    return casts.count == 1 ? casts[0].children("arg").first?.location : nil
  }

  /// The literal that is cast to `json` or `jsonb` and begins as the line of CONTEXT shows.
  private func literal(ofJSON line: String?) -> Int? {
    guard let line, line.hasPrefix("JSON data, line 1: "), !line.contains(": ...") else {
      return nil
    }
    let start = line.dropFirst("JSON data, line 1: ".count)
    let shown = start.hasSuffix("...") ? start.dropLast(3) : start
    let found = nodes.filter { node in
      node.kind == "TypeCast"
        && ["json", "jsonb"].contains(node.children("typeName").first?.names("names").last)
    }.compactMap { $0.children("arg").first }.filter { node in
      guard node.kind == "A_Const", let value = node.fields["sval"] as? [String: Any] else {
        return false
      }
      return (value["sval"] as? String ?? "").hasPrefix(shown)
    }
    return found.count == 1 ? found[0].location : nil
  }

  private func named(_ message: String, _ quoted: [String]) -> Int? {
    if message.hasPrefix("column reference ") { return column(quoted.first) }
    if message.hasPrefix("column "), message.hasSuffix(" does not exist") {
      if message.contains("\" of relation \"") { return target(quoted.first) }
      if message.contains(" named in key ") { return nil }
      return column(quoted.first ?? Self.words(message).dropFirst().first)
    }
    if message.hasPrefix("missing FROM-clause entry")
      || message.hasPrefix("invalid reference to FROM-clause entry")
      || message.hasPrefix("table reference ")
    {
      return qualifier(quoted.first)
    }
    if message.contains("must appear in the GROUP BY clause")
      || message.hasPrefix("subquery uses ungrouped column")
    {
      return column(quoted.first)
        ?? column(quoted.first?.split(separator: ".").last.map(String.init))
    }
    if message.hasPrefix("UNION/INTERSECT/EXCEPT member statement cannot refer") {
      return [qualifier("old"), qualifier("new")].compactMap { $0 }.min()
    }
    if message.hasPrefix("cannot open relation ") || message.hasSuffix(" is a composite type")
      || message.hasSuffix(" is an index")
    {
      guard statement.kind != "RuleStmt" else { return nil }
      return mention(of: quoted.first)
    }
    if message.hasPrefix("relation "), message.hasSuffix(" does not exist") {
      return relation(quoted.first)
    }
    if message.hasPrefix("cross-database references are not implemented: ") {
      return database(message)
    }
    if message.hasPrefix("type "), message.hasSuffix(" does not exist") {
      let name = Self.last(quoted.first).map { $0.hasSuffix("[]") ? String($0.dropLast(2)) : $0 }
      return nodes.first { $0.kind == "TypeName" && $0.names("names").last == name }?
        .location
    }
    if message.hasPrefix("parameter $"), message.contains(" cannot be coerced to ") {
      let digits = message.dropFirst("parameter $".count).prefix(while: \.isNumber)
      let arguments = statement.children("params")
      guard let number = Int(digits), arguments.indices.contains(number - 1) else { return nil }
      return arguments[number - 1].subtree.compactMap(\.location).min()
    }
    if message.hasPrefix("there is no parameter $") {
      let number = Int(message.dropFirst("there is no parameter $".count))
      return nodes.first { $0.kind == "ParamRef" && $0.number("number") == number }?.location
    }
    if message.hasPrefix("operator ") { return operation(message) }
    if message.hasPrefix("cannot cast type ") { return first("TypeCast")?.location }
    return call(message) ?? shape(message, quoted)
  }

  private func first(_ kind: String) -> SyntaxNode? { nodes.first { $0.kind == kind } }

  // MARK: Names

  private func column(_ written: String?) -> Int? {
    guard let written else { return nil }
    let own = nodes.first { node in
      node.kind == "ColumnRef"
        && (node.names("fields") == [written]
          || node.names("fields").joined(separator: ".") == written
          || node.names("fields").count > 1 && node.names("fields").last == written
            && !written.contains("."))
    }
    return (own ?? row(of: written))?.location
  }

  /// The row in `(row).column`.
  private func row(of written: String) -> SyntaxNode? {
    let parts = written.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return nil }
    return nodes.lazy.filter { node in
      node.kind == "A_Indirection" && node.names("indirection") == [parts[1]]
    }.flatMap { $0.children("arg") }.first { $0.names("fields") == [parts[0]] }
  }

  private func qualifier(_ name: String?) -> Int? {
    nodes.first { node in
      let names = node.names("fields")
      let count = names.count + (node.children("fields").contains { $0.kind == "A_Star" } ? 1 : 0)
      return node.kind == "ColumnRef" && count > 1 && names.indices.contains(count - 2)
        && names[count - 2] == name
    }?.location
  }

  /// The first name within a schema that may not be used.
  private func schema(_ message: String) -> Int? {
    let start = "permission denied for schema "
    guard message.hasPrefix(start) else { return nil }
    let schema = String(message.dropFirst(start.count))
    let named = nodes.flatMap { node -> [SyntaxNode] in
      switch node.kind {
      case "FuncCall" where ["nextval", "currval", "setval"].contains(node.names("funcname").last):
        node.children("args")
      case "TypeCast"
      where node.children("typeName").first?.names("names").last?.hasPrefix("reg") == true:
        node.children("arg")
      default: []
      }
    }
    return (nodes.filter { $0.kind != "A_Const" } + named).lazy.filter { node in
      switch node.kind {
      // Of the relation that CREATE RULE is about it is not told.
      case "RangeVar":
        node.word("schemaname") == schema
          && !(statement.kind == "RuleStmt" && node.path == ["relation"])
      case "FuncCall": node.names("funcname").dropLast().last == schema
      case "TypeName": node.names("names").dropLast().last == schema
      case "A_Expr": node.names("name").dropLast().last == schema
      case "A_Const":
        (node.fields["sval"] as? [String: Any])
          .flatMap { $0["sval"] as? String }?.hasPrefix("\(schema).") == true
      default: false
      }
    }.compactMap(\.location).min()
  }

  private func relation(_ written: String?) -> Int? {
    mention(of: written) ?? written.flatMap(regclass(named:))
  }

  /// A relation that stands where it is read or changed.
  private func mention(of written: String?) -> Int? {
    nodes.first { node in
      guard node.kind == "RangeVar", let name = node.word("relname"),
        !node.path.contains("constraints"), !node.path.contains("pktable")
      else { return false }
      let schema = node.word("schemaname").map { "\($0)." } ?? ""
      return schema + name == written && (statement.kind != "CreateStmt" || node.path.count > 1)
    }?.location
  }

  /// A name that begins with another database's: few definitions have a place for it.
  private func database(_ message: String) -> Int? {
    let isDefinition = statement.kind == "CreateStmt"
    let queries = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"]
    guard isDefinition || queries.contains(statement.kind) else { return nil }
    return nodes.first { node in
      guard !isDefinition || node.path == ["relation"] else { return false }
      var names = node.names(node.kind == "FuncCall" ? "funcname" : "fields")
      if node.kind == "RangeVar" {
        names = ["catalogname", "schemaname", "relname"].compactMap(node.word)
      } else if node.children("fields").contains(where: { $0.kind == "A_Star" }) {
        names.append("*")
      }
      let name = names.joined(separator: ".")
      return names.count > 2 && (message.hasSuffix(" \(name)") || message.hasSuffix("\"\(name)\""))
    }?.location
  }

  /// A column that INSERT or UPDATE names as its target.
  private func target(_ name: String?) -> Int? {
    guard ["InsertStmt", "UpdateStmt", "MergeStmt"].contains(statement.kind) else { return nil }
    return nodes.first { $0.kind == "ResTarget" && $0.word("name") == name }?.location
  }

  /// A column that INSERT names twice: the second time.
  private func repeatedTarget(_ name: String?) -> Int? {
    statement.children("cols").filter { $0.word("name") == name }.dropFirst().first?.location
  }

  private func literal(_ value: String) -> Int? {
    // What is read as a text fails later, when that is converted.
    let texts = nodes.filter { node in
      guard node.kind == "TypeCast", let type = node.children("typeName").first,
        type.children("arrayBounds").isEmpty
      else { return false }
      return ["text", "varchar", "bpchar"].contains(type.names("names").last)
    }.compactMap { $0.children("arg").first?.location }
    return nodes.first { node in
      node.kind == "A_Const"
        && (node.fields["sval"] as? [String: Any])?["sval"] as? String == value
        && !texts.contains { $0 == node.location }
    }?.location
      ?? (value.isEmpty
        ? nodes.first {
          $0.kind == "A_Const" && ($0.fields["sval"] as? [String: Any])?.isEmpty == true
        }?.location : nil)
  }

  /// The one array literal that an element can be of.
  private func arrayLiteral(with element: String) -> Int? {
    let arrays = nodes.filter { node in
      guard node.kind == "A_Const",
        let text = (node.fields["sval"] as? [String: Any])?["sval"] as? String
      else { return false }
      return text.hasPrefix("{") && text.contains(element)
    }
    return arrays.count == 1 ? arrays[0].location : nil
  }

  // MARK: Calls and operators

  private func call(_ message: String) -> Int? {
    if let range = message.firstRange(of: " specified, but "),
      message.hasSuffix(" is not an aggregate function")
    {
      let name = message[range.upperBound...].prefix { $0 != " " }
      return nodes.first { $0.kind == "FuncCall" && $0.names("funcname").last == String(name) }?
        .location
    }
    if message.contains("aggregate function") || message.hasPrefix("set-returning functions")
      || message.hasPrefix("window functions are not allowed")
      || message.hasPrefix("DISTINCT is not implemented")
    {
      return restricted(message)
    }
    guard let open = message.firstIndex(of: "("),
      message.hasPrefix("function ") || message.hasPrefix("procedure ")
        || message.hasSuffix("is a procedure") || message.hasSuffix("is not a procedure")
    else {
      guard message.hasPrefix("window function "), let name = Self.words(message).dropFirst(2).first
      else { return nil }
      return nodes.first { $0.kind == "FuncCall" && $0.names("funcname").last == name }?.location
    }
    let name = String(message[..<open].split(separator: " ").last ?? "")
    let count = Self.argumentCount(message[open...])
    let calls = nodes.filter { node in
      let written = node.names("funcname").joined(separator: ".")
      // `unnest(a, b)` is made of calls that nobody wrote.
      return node.kind == "FuncCall"
        && (written == name || written == "unnest" && name == "pg_catalog.unnest")
    }
    return (calls.first { $0.children("args").count == count } ?? calls.first)?.location
  }

  /// `aggregate functions are not allowed in WHERE` and its like: the call in that clause.
  private func restricted(_ message: String) -> Int? {
    if message.contains("cannot be nested") {
      return nodes.first { $0.kind == "FuncCall" && $0.path.contains("args") }?.location
    }
    if message.hasPrefix("DISTINCT is not implemented") {
      return nodes.first { $0.kind == "FuncCall" && $0.fields["agg_distinct"] != nil }?.location
    }
    for (word, kind) in [("CASE", "CaseExpr"), ("COALESCE", "CoalesceExpr")]
    where message.hasSuffix(" in \(word)") {
      return nodes.first { $0.kind == kind }?.subtree.first { $0.kind == "FuncCall" }?.location
    }
    let clause =
      switch message.split(separator: " in ").last.map(String.init) {
      case "WHERE"?: "whereClause"
      case "HAVING"?: "havingClause"
      case "GROUP BY"?: "groupClause"
      case "VALUES"?: "valuesLists"
      case "JOIN conditions"?: "quals"
      case "UPDATE"?: "targetList"
      case "RETURNING"?: "returningList"
      case "LIMIT"?: "limitCount"
      case "OFFSET"?: "limitOffset"
      default: ""
      }
    guard !clause.isEmpty else { return nil }
    return nodes.first { $0.kind == "FuncCall" && $0.path.contains(clause) }?.location
  }

  private static func argumentCount(_ list: Substring) -> Int {
    let inside = list.dropFirst().prefix { $0 != ")" }
    return inside.isEmpty ? 0 : inside.split(separator: ",").count
  }

  private func operation(_ message: String) -> Int? {
    let rest = message.drop { $0 != ":" }.dropFirst(2)
    let symbol = rest.split(separator: " ").first { word in
      word.allSatisfy { "+-*/<>=~!@#%^&|`?".contains($0) }
    }
    guard let symbol else { return nil }
    return nodes.first { node in
      node.kind == "A_Expr" && node.names("name").last == String(symbol)
        || node.kind == "SubLink" && symbol == "=" && !node.children("testexpr").isEmpty
    }?.location
  }

  private func comparesRows(_ node: SyntaxNode) -> Bool {
    node.kind == "A_Expr"
      && ["lexpr", "rexpr"].allSatisfy { node.children($0).first?.kind == "RowExpr" }
  }

  // MARK: Lists and clauses

  private func shape(_ message: String, _ quoted: [String]) -> Int? {
    if message.hasPrefix("could not identify an ordering operator") {
      return only(nodes.filter { $0.kind == "SortBy" }.flatMap { $0.children("node") })
    }
    if message.hasPrefix("could not identify an equality operator") { return only(grouped) }
    if message.hasPrefix("unequal number of entries in row") {
      let found = nodes.filter(comparesRows)
      return found.count == 1 ? found[0].location : nil
    }
    if message.hasPrefix("argument of ") {
      let clause =
        message.contains("WHERE")
        ? "whereClause"
        : message.contains("HAVING") ? "havingClause" : message.contains("ON") ? "quals" : ""
      return nodes.first { $0.path.last == clause }?.expressionLocation
    }
    if message.hasPrefix("column "), message.contains(" is of type ") {
      return assigned(quoted.first)
    }
    if message.hasPrefix("INSERT has more") { return surplus(message) }
    if message.hasPrefix("ON CONFLICT DO UPDATE requires inference") {
      return statement.children("onConflictClause").first?.location
    }
    if message.contains(" position "), message.hasSuffix("is not in select list") {
      let number = Self.words(message).compactMap { Int($0) }.first
      return nodes.first { node in
        node.kind == "A_Const"
          && (node.path.contains("sortClause") || node.path.contains("groupClause"))
          && ((node.fields["ival"] as? [String: Any])?["ival"] as? Int ?? 0) == number
      }?.location
    }
    if message.hasPrefix("VALUES lists must") {
      let rows = first("SelectStmt")?.children("valuesLists") ?? []
      let width = rows.first?.children("items").count
      return rows.first { $0.children("items").count != width }?.expressionLocation
    }
    if message.hasSuffix("query must have the same number of columns")
      || message.contains(" types ") && message.hasSuffix("cannot be matched")
    {
      // Joins have sides too.
      return nodes.lazy.filter { $0.path.last == "rarg" }
        .compactMap { $0.children("targetList").first }.first?.expressionLocation
    }
    if message.hasPrefix("subquery ") { return subquery(message) }
    return nil
  }

  /// Without their types, which of several is meant can't be told.
  private func only(_ candidates: [SyntaxNode]) -> Int? {
    candidates.count == 1 ? candidates[0].expressionLocation : nil
  }

  /// What is compared without an operator that is written.
  private var grouped: [SyntaxNode] {
    nodes.flatMap { node -> [SyntaxNode] in
      switch node.kind {
      case "SelectStmt":
        // DISTINCT without ON is a list of one node without fields.
        let distinct = node.children("distinctClause").filter { !$0.fields.isEmpty }
        let isPlain = node.fields["distinctClause"] != nil && distinct.isEmpty
        let isCompared = node.children("larg").count == 1 && node.fields["all"] == nil
        return node.children("groupClause") + distinct
          + (isPlain ? node.children("targetList") : [])
          + (isCompared ? node.children("larg").flatMap { $0.children("targetList") } : [])
      case "FuncCall":
        let partitions = node.children("over").flatMap { $0.children("partitionClause") }
        return partitions + (node.fields["agg_distinct"] == nil ? [] : node.children("args"))
      default: return []
      }
    }
  }

  private func subquery(_ message: String) -> Int? {
    if message.contains("must return only one column") {
      return nodes.first { node in
        node.kind == "SubLink"
          && node.children("subselect").first?.children("targetList").count ?? 1 != 1
      }?.location
    }
    return nodes.first { $0.kind == "SubLink" && !$0.children("testexpr").isEmpty }?.location
  }

  /// The value that INSERT or UPDATE gives a column of another type.
  private func assigned(_ column: String?) -> Int? {
    guard let column else { return nil }
    if statement.kind == "UpdateStmt" {
      let target = nodes.first { $0.kind == "ResTarget" && $0.word("name") == column }
      return target?.children("val").first?.expressionLocation ?? target?.location
    }
    guard statement.kind == "InsertStmt", let place = targets?.firstIndex(of: column) else {
      return nil
    }
    return sources?.compactMap { row in
      row.indices.contains(place) ? row[place].expressionLocation : nil
    }.first
  }

  /// `INSERT has more expressions than target columns`, or the other way round.
  private func surplus(_ message: String) -> Int? {
    guard let row = sources?.first else { return nil }
    if message.hasPrefix("INSERT has more expressions") {
      guard let count = targets?.count, row.indices.contains(count) else { return nil }
      return row[count].expressionLocation
    }
    let columns = insert.children("cols")
    return columns.indices.contains(row.count) ? columns[row.count].location : nil
  }

  /// The statement itself, or the one INSERT in it.
  private var insert: SyntaxNode {
    let inserts = nodes.filter { $0.kind == "InsertStmt" }
    return inserts.count == 1 ? inserts[0] : statement
  }

  /// The columns of an INSERT.
  private var targets: [String]? {
    let written = insert.children("cols").compactMap { $0.word("name") }
    guard written.isEmpty, let relation = insert.children("relation").first else {
      return written
    }
    return columns(relation.word("schemaname"), relation.word("relname") ?? "")
  }

  /// The rows of VALUES, or the select list.
  private var sources: [[SyntaxNode]]? {
    guard let select = insert.children("selectStmt").first else { return nil }
    let rows = select.children("valuesLists").map { $0.children("items") }
    return rows.isEmpty ? [select.children("targetList")] : rows
  }

  // MARK: Text of messages

  private static func words(_ message: String) -> [String] {
    message.split(separator: " ").map(String.init)
  }

  private static func last(_ name: String?) -> String? {
    name.flatMap { $0.split(separator: ".").last.map(String.init) }
  }

  /// What stands in double quotes.
  private static func quoted(_ message: String) -> [String] {
    let parts = message.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }
}
