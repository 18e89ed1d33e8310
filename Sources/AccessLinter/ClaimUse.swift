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
    if let path = ClaimPaths().path(of: expression) {
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
