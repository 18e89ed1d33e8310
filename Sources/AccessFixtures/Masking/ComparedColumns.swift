import AccessModel
import Foundation

/// What policies, and the functions and views that they may read, compare: columns with constants,
/// with one another, and with claims of whoever asks.
///
/// A sample whose values are masked must give the same decisions, so it must keep these relations.
/// Names are found by the relations that a policy mentions, not by full binding: what is compared
/// nowhere may be taken for compared, not the other way round.
struct ComparedColumns {
  /// A column, or a claim by its name: that of a member is its path, `app_metadata.org`.
  enum Member: Hashable {
    case column(ColumnName)
    case claim(String)
  }

  private(set) var columns: Set<ColumnName> = []
  /// Those of which more matters than whether they are equal: their order, a part, a pattern.
  private(set) var computed: Set<ColumnName> = []
  private(set) var pairs: [(Member, Member)] = []
  /// Constants that are mentioned: what is equal to one of them must stay so.
  private(set) var literals: Set<String> = []

  private let catalog: Catalog
  private let functions: [QualifiedName: [Catalog.Function]]

  init(_ catalog: Catalog) {
    self.catalog = catalog
    functions = Dictionary(grouping: catalog.functions, by: \.name)
    for table in catalog.tables {
      for policy in table.policies {
        let nodes = [policy.using, policy.check].compactMap { $0 }.map(SQLNode.expression)
        add(nodes, own: table.name, everything: true)
      }
      for check in table.checks { addLiterals([.expression(check.expression)]) }
    }
    for type in catalog.types {
      for check in type.checks { addLiterals([.expression(check.expression)]) }
    }
    for function in catalog.functions where function.origin == .plan {
      add(Self.nodes(of: function), own: nil, everything: false)
    }
    for view in catalog.views { add([.query(view.query)], own: nil, everything: false) }
    // Supabase's `auth.uid()` is the id of a user.
    let users = QualifiedName("auth", "users")
    if catalog.table(users)?.columns.contains(where: { $0.name == "id" }) == true {
      pairs.append((.column(ColumnName(users, "id")), .claim("sub")))
    }
  }

  static func nodes(of function: Catalog.Function) -> [SQLNode] {
    switch function.body {
    case .query(let query): [.query(query)]
    case .statements(let statements): statements.map(SQLNode.statement)
    case .block(let body): body.block.nodes
    case .text: []
    }
  }

  private mutating func addLiterals(_ nodes: [SQLNode]) {
    for case .expression(.literal(.string(let text))) in nodes.flatMap({ Array($0.descendants) }) {
      literals.insert(text)
    }
  }

  /// `everything`: all columns count, not only those that stand in a comparison.
  private mutating func add(_ nodes: [SQLNode], own: QualifiedName?, everything: Bool) {
    addLiterals(nodes)
    let all = nodes.flatMap { Array($0.descendants) }
    let scope = MentionedRelations(all, own: own, in: catalog)
    for case .expression(let expression) in all {
      if everything { columns.formUnion(scope.columns(expression)) }
      for (left, right) in expression.comparands {
        for node in SQLNode.expression(left).descendants { note(node, scope) }
        for node in SQLNode.expression(right).descendants { note(node, scope) }
        if expression.isEquality { pair(left, right, scope) }
        for side in [left, right]
        where !expression.isEquality || scope.columns(side.withoutConversions).isEmpty {
          noteComputed(side, scope)
        }
      }
    }
  }

  private mutating func note(_ node: SQLNode, _ scope: MentionedRelations) {
    if case .expression(let expression) = node { columns.formUnion(scope.columns(expression)) }
  }

  private mutating func noteComputed(_ expression: SQLExpression, _ scope: MentionedRelations) {
    computed.formUnion(scope.columns(expression))
    for child in expression.children { noteComputed(child, scope) }
  }

  private mutating func pair(
    _ left: SQLExpression, _ right: SQLExpression, _ scope: MentionedRelations
  ) {
    let (first, second) = (members(left, scope), members(right, scope))
    for a in first { for b in second where a != b { pairs.append((a, b)) } }
  }

  /// The columns or claims that an operand of `=` gives.
  private func members(_ expression: SQLExpression, _ scope: MentionedRelations) -> [Member] {
    let inner = expression.withoutConversions
    let columns = scope.columns(inner)
    if !columns.isEmpty { return columns.map(Member.column) }
    if let query = inner.subquery, case .select(let select) = query.body,
      case .expression(let target, _)? = select.targets.first
    {
      return members(target, scope)
    }
    return ClaimNames.claims(in: inner, functions).map(Member.claim)
  }
}

/// Which claims an expression reads.
enum ClaimNames {
  private static let bySupabase = ["uid": "sub", "email": "email", "role": "role"]

  static func claims(
    in expression: SQLExpression, _ functions: [QualifiedName: [Catalog.Function]], depth: Int = 0
  ) -> Set<String> {
    var claims: Set<String> = []
    for case .expression(let part) in SQLNode.expression(expression).descendants {
      if let path = part.claimPath { claims.insert(path.joined(separator: ".")) }
      guard case .call(let call) = part else { continue }
      if call.schema == "auth", let claim = bySupabase[call.name] {
        claims.insert(claim)
      } else if case .literal(.string(let setting))? = call.arguments.first?.withoutConversions,
        call.name == "current_setting", setting.hasPrefix("request.jwt.claim.")
      {
        claims.insert(String(setting.dropFirst("request.jwt.claim.".count)))
      } else if depth < 3, call.arguments.isEmpty {
        let name = QualifiedName(call.schema ?? "public", call.name)
        for function in functions[name] ?? [] {
          for case .expression(let inner) in ComparedColumns.nodes(of: function)
            .flatMap({ Array($0.descendants) })
          {
            claims.formUnion(self.claims(in: inner, functions, depth: depth + 1))
          }
        }
      }
    }
    return claims
  }
}

extension SQLExpression {
  /// Where the claim stands that this gives as a text: `auth.jwt() -> 'app_metadata' ->> 'org'`, the
  /// same by `#>>`, or the elements of an array there.
  fileprivate var claimPath: [String]? {
    switch self {
    case .binary("->>", let left, let right):
      return right.key.flatMap { key in left.membersOfClaims.map { $0 + [key] } }
    case .binary("#>>", let left, let right):
      return right.keys.flatMap { keys in left.membersOfClaims.map { $0 + keys } }
    case .call(let call)
    where ["jsonb_array_elements_text", "json_array_elements_text"].contains(call.name):
      return call.arguments.first?.membersOfClaims.flatMap { $0.isEmpty ? nil : $0 }
    default: return nil
    }
  }

  /// The path of what `->` and `#>` give of all claims; empty for all of them.
  private var membersOfClaims: [String]? {
    if readsAllClaims { return [] }
    switch withoutConversions {
    case .binary("->", let left, let right):
      return right.key.flatMap { key in left.membersOfClaims.map { $0 + [key] } }
    case .binary("#>", let left, let right):
      return right.keys.flatMap { keys in left.membersOfClaims.map { $0 + keys } }
    default: return nil
    }
  }

  private var key: String? {
    if case .literal(.string(let key)) = withoutConversions { key } else { nil }
  }

  /// The elements of `'{app_metadata,org}'`, where none needs quotes.
  private var keys: [String]? {
    guard let text = key, text.hasPrefix("{"), text.hasSuffix("}"), !text.contains("\"") else {
      return nil
    }
    return text.dropFirst().dropLast().split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// `auth.jwt()`, `current_setting('request.jwt.claims')`, converted or not.
  fileprivate var readsAllClaims: Bool {
    let inner = withoutConversions
    if let query = inner.subquery, case .select(let select) = query.body,
      case .expression(let target, _)? = select.targets.first
    {
      return target.readsAllClaims
    }
    guard case .call(let call) = inner else { return false }
    if call.schema == "auth", call.name == "jwt" { return true }
    return call.name == "current_setting"
      && call.arguments.first?.withoutConversions == .literal(.string("request.jwt.claims"))
  }

  /// What a value is made of that keeps who is equal to whom: casts, lower(), NULLIF of a constant.
  fileprivate var withoutConversions: SQLExpression {
    switch self {
    case .cast(let operand, _), .collated(let operand, _): operand.withoutConversions
    case .nullIf(let left, .literal): left.withoutConversions
    case .call(let call)
    where call.arguments.count == 1 && ["lower", "upper", "btrim"].contains(call.name):
      call.arguments[0].withoutConversions
    default: self
    }
  }

  /// Whether only equality matters.
  fileprivate var isEquality: Bool {
    switch self {
    case .binary(let symbol, _, _), .quantified(let symbol, _, _, _),
      .quantifiedQuery(let symbol, _, _, _):
      symbol == "=" || symbol == "<>"
    case .distinct, .inList, .inQuery, .nullIf: true
    default: false
    }
  }

  /// The two sides of an equality, or of what else compares; a list gives a pair for each.
  fileprivate var comparands: [(SQLExpression, SQLExpression)] {
    switch self {
    case .binary(_, let left, let right), .distinct(let left, let right, _),
      .nullIf(let left, let right):
      [(left, right)]
    case .inList(let operand, let list, _): list.map { (operand, $0) }
    case .inQuery(let operand, let query, _), .quantifiedQuery(_, let operand, let query, _):
      [(operand, .scalarQuery(query: query))]
    case .quantified(_, let left, let array, _): [(left, array)]
    case .like(let operand, let pattern, _, _): [(operand, pattern)]
    case .between(let operand, let low, let high, _): [(operand, low), (operand, high)]
    default: []
    }
  }
}

/// The tables that a text mentions, by the names it gives them.
struct MentionedRelations {
  private var relations: [(alias: String, columns: [String: ColumnName])] = []

  init(_ nodes: [SQLNode], own: QualifiedName?, in catalog: Catalog) {
    if let own { add(own, alias: own.name, catalog) }
    for case let relation? in nodes.map(\.relation) {
      let name = QualifiedName(relation.schema ?? "public", relation.name)
      add(name, alias: relation.alias ?? relation.name, catalog)
    }
  }

  private mutating func add(_ name: QualifiedName, alias: String, _ catalog: Catalog) {
    if let table = catalog.table(name) {
      relations.append(
        (
          alias,
          Dictionary(
            table.columns.map { ($0.name, ColumnName(name, $0.name)) },
            uniquingKeysWith: { a, _ in a })
        ))
    } else if let view = catalog.view(name), case .select(let select) = view.query.body {
      // A view's column that is a table's, under whatever name.
      let inner = MentionedRelations(
        Array(SQLNode.query(view.query).descendants), in: catalog, below: name)
      var columns: [String: ColumnName] = [:]
      for (column, target) in zip(view.columns, select.targets) {
        if case .expression(let value, _) = target, let found = inner.columns(value).first {
          columns[column.name] = found
        }
      }
      relations.append((alias, columns))
    }
  }

  /// Of a view: only tables, so that there is no end to be feared.
  private init(_ nodes: [SQLNode], in catalog: Catalog, below view: QualifiedName) {
    for case let relation? in nodes.map(\.relation) {
      let name = QualifiedName(relation.schema ?? "public", relation.name)
      if catalog.table(name) != nil { add(name, alias: relation.alias ?? relation.name, catalog) }
    }
  }

  /// The columns that a mention may mean; none where it is no mention of a column.
  func columns(_ expression: SQLExpression) -> [ColumnName] {
    guard case .column(let qualifier, let name) = expression else { return [] }
    return relations.compactMap { alias, columns in
      qualifier == nil || qualifier == alias ? columns[name] : nil
    }
  }
}
