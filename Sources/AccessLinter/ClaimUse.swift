public import AccessModel

/// A claim that policies read: `sub`, or `app_metadata.tenant`.
public struct ClaimUse: Hashable, Sendable {
  /// From the outermost key; empty for a use of all claims at once.
  public var path: [String]
  /// `policy "own rows" of `note``, in the catalog's order.
  public var readers: [String]

  /// `app_metadata.tenant`, or `all claims`.
  public var name: String { path.isEmpty ? "all claims" : path.joined(separator: ".") }

  /// The claims that the catalog's policies read, themselves or through functions in SQL, sorted.
  public static func all(in catalog: Catalog) -> [ClaimUse] {
    var readers: [[String]: [String]] = [:]
    for table in catalog.tables {
      for policy in table.policies {
        var finder = ClaimFinder(catalog)
        for condition in [policy.using, policy.check] { condition.map { finder.visit($0) } }
        for path in finder.paths {
          readers[path, default: []].append("policy \"\(policy.name)\" of `\(table.name)`")
        }
      }
    }
    return readers.map { ClaimUse(path: $0, readers: $1) }.sorted { $0.name < $1.name }
  }
}

/// Finds uses of claims in a tree.
struct ClaimFinder {
  private let catalog: Catalog
  private var functions: Set<QualifiedName> = []
  private(set) var paths: Set<[String]> = []

  init(_ catalog: Catalog) { self.catalog = catalog }

  mutating func visit(_ expression: SQLExpression) {
    if let path = Self.path(of: expression) {
      paths.insert(path)
      return
    }
    visitChildren(of: .expression(expression))
  }

  private mutating func visit(_ node: SQLNode) {
    if case .expression(let expression) = node {
      visit(expression)
    } else {
      visitChildren(of: node)
    }
  }

  private mutating func visitChildren(of node: SQLNode) {
    if let call = node.call { visitBody(of: call) }
    for child in node.children { visit(child) }
  }

  /// Which claim an expression gives as it is; nil if it is something else.
  static func path(of expression: SQLExpression) -> [String]? {
    switch expression {
    case .call(let call): path(of: call)
    case .cast(let operand, _): path(of: operand)
    case .coalesce(let operands): operands.lazy.compactMap { path(of: $0) }.first
    case .nullIf(let operand, _): path(of: operand)
    case .scalarQuery(let query): query.soleOutput.flatMap { path(of: $0) }
    case .binary(let symbol, let operand, let key):
      if let keys = keys(of: key, for: symbol) { path(of: operand).map { $0 + keys } } else { nil }
    case .subscripted(let operand, let key?, nil, false):
      if let key = key.constantText { path(of: operand).map { $0 + [key] } } else { nil }
    default: nil
    }
  }

  private static func path(of call: SQLFunctionCall) -> [String]? {
    switch (call.schema, call.name) {
    case ("auth", "uid"): return ["sub"]
    case ("auth", "email"): return ["email"]
    case ("auth", "role"): return ["role"]
    case ("auth", "jwt"): return []
    case (nil, "current_setting"), ("pg_catalog", "current_setting"):
      guard let setting = call.arguments.first?.constantText else { return nil }
      if setting == "request.jwt.claims" { return [] }
      let single = "request.jwt.claim."
      return setting.hasPrefix(single) ? [String(setting.dropFirst(single.count))] : nil
    case (nil, let name) where name.hasPrefix("json") && name.contains("_extract_path"):
      guard let operand = call.arguments.first, let start = path(of: operand) else { return nil }
      return start + call.arguments.dropFirst().compactMap(\.constantText)
    default: return nil
    }
  }

  private static func keys(of expression: SQLExpression, for symbol: String) -> [String]? {
    switch symbol {
    case "->", "->>": return expression.constantText.map { [$0] }
    case "#>", "#>>":
      if case .array(let elements) = expression { return elements.compactMap(\.constantText) }
      guard let text = expression.constantText, text.hasPrefix("{"), text.hasSuffix("}") else {
        return nil
      }
      return text.dropFirst().dropLast().split(separator: ",").map(String.init)
    default: return nil
    }
  }

  private mutating func visitBody(of call: SQLFunctionCall) {
    for function in catalog.functions
    where function.name.name == call.name
      && (call.schema ?? function.name.schema) == function.name.schema
    {
      guard functions.insert(function.name).inserted else { continue }
      for node in function.body.nodes { visit(node) }
    }
  }
}

extension SQLExpression {
  /// A text constant's value, under its casts; of constants put together, all of it.
  var constantText: String? {
    switch self {
    case .literal(.string(let text)): text
    case .cast(let operand, _): operand.constantText
    case .binary("||", let left, let right):
      if let left = left.constantText, let right = right.constantText { left + right } else { nil }
    default: nil
    }
  }
}

extension SQLQuery {
  /// The one value that a query without FROM selects.
  fileprivate var soleOutput: SQLExpression? {
    guard case .select(let select) = body, select.from.isEmpty, select.targets.count == 1,
      case .expression(let value, _) = select.targets[0]
    else { return nil }
    return value
  }
}
