import AccessModel

/// What one definition does with the claims of whoever asks.
struct ClaimFlow {
  /// How a definition comes to depend on what users write of themselves.
  enum Finding: Hashable {
    /// It reads the claim, or looks through all claims at once.
    case trusts
    /// All claims go where their parts can't be followed.
    case passesOn
  }

  private let paths: ClaimPaths
  /// Functions that give the claim whose key is their argument.
  private let keyed: [ClaimPaths.Helper]
  /// The arguments of the function itself, if it is one.
  private let parameters: Set<String>
  /// Columns of the tables that it reads.
  private let columns: Set<String>
  /// Names that `auth.users` has in it: its whole row holds what users write.
  private let userRows: Set<String>
  private(set) var findings: Set<Finding> = []
  /// It gives the claim whose key is its own argument.
  private(set) var isKeyed = false

  init(
    _ paths: ClaimPaths, keyed: [ClaimPaths.Helper], parameters: Set<String>,
    columns: Set<String>, userRows: Set<String>
  ) {
    self.paths = paths
    self.keyed = keyed
    self.parameters = parameters
    self.columns = columns
    self.userRows = userRows
  }

  private static let written = "user_metadata"
  private static let stored = "raw_user_meta_data"
  private static let marks = [written, stored]

  mutating func visit(_ node: SQLNode) {
    if let text = node.unreadText { return visit(text: text) }
    if case .expression(let expression) = node {
      if visit(expression) { return }
    }
    // What a query gives is followed to whoever reads it.
    var given: Set<SQLExpression> = []
    if case .query(let query) = node {
      given = Set(query.outputs.map(\.value).filter { paths.path(of: $0) == [] })
    }
    for child in node.children {
      if case .expression(let value) = child, given.contains(value) { continue }
      visit(child)
    }
  }

  /// Whether the expression is dealt with, all of it.
  private mutating func visit(_ expression: SQLExpression) -> Bool {
    if let path = paths.path(of: expression) {
      if path.first == Self.written { findings.insert(.trusts) }
      if path.isEmpty { findings.insert(.passesOn) }
      return true
    }
    switch expression {
    case .column(let qualifier, let name): visitColumn(qualifier, name)
    case .wholeRow(let qualifier) where userRows.contains(qualifier): findings.insert(.trusts)
    case .field(_, let name) where Self.marks.contains(name): findings.insert(.trusts)
    case .literal(.string(let text)) where Self.isStatement(text): visit(text: text)
    case .test(let operand, _): return isDocument(operand)
    case .like(let operand, let pattern, _, _): return searches(operand, pattern)
    case .binary(let symbol, let left, let right): return visitBinary(symbol, left, right)
    case .subscripted(let operand, let key?, nil, false): return visitKey(key, of: operand)
    case .call(let call): return visitCall(call)
    default: break
    }
    return false
  }

  private mutating func visitColumn(_ qualifier: String?, _ name: String) {
    if name == Self.stored { findings.insert(.trusts) }
    // Of a record made of claims, and not of a table that has such a column.
    if name == Self.written, !columns.contains(name) { findings.insert(.trusts) }
    if qualifier == nil, userRows.contains(name) { findings.insert(.trusts) }
  }

  private mutating func visitBinary(
    _ symbol: String, _ left: SQLExpression, _ right: SQLExpression
  ) -> Bool {
    switch symbol {
    case "~", "~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*", "^@":
      return searches(left, right)
    case "->", "->>", "#>", "#>>": return visitKey(right, of: left)
    case "@>", "?", "?|", "?&", "@?", "@@":
      guard isDocument(left) else { return false }
      guard let text = right.constantText ?? right.constantTexts?.joined(separator: " ") else {
        findings.insert(.passesOn)
        return true
      }
      visit(path: text)
      return true
    default:
      if let text = (SQLExpression.binary(symbol: symbol, left: left, right: right)).constantText,
        Self.isStatement(text)
      {
        visit(text: text)
        return true
      }
      return false
    }
  }

  /// A key that is not a constant, or is taken out of something that is not known.
  private mutating func visitKey(_ key: SQLExpression, of operand: SQLExpression) -> Bool {
    if isDocument(operand) {
      if isParameter(key) { isKeyed = true } else { findings.insert(.passesOn) }
      visit(.expression(key))
      return true
    }
    let texts = key.constantText.map { [$0] + (key.constantTexts ?? []) } ?? key.constantTexts ?? []
    if texts.contains(where: Self.marks.contains), paths.path(of: operand) == nil {
      findings.insert(.trusts)
    }
    return false
  }

  private mutating func visitCall(_ call: SQLFunctionCall) -> Bool {
    if let text = SQLExpression.call(call).constantText, Self.isStatement(text) {
      visit(text: text)
      return true
    }
    if keyed.contains(where: { $0.isMeant(by: call) }) {
      for argument in call.arguments {
        guard let text = argument.constantText else {
          if !isParameter(argument) { findings.insert(.passesOn) } else { isKeyed = true }
          continue
        }
        if Self.marks.contains(where: text.contains) { findings.insert(.trusts) }
      }
      return false
    }
    guard call.arguments.contains(where: isDocument) else { return false }
    if call.name.contains("_path_"), call.arguments.count > 1 {
      guard let path = call.arguments[1].constantText else { return false }
      visit(path: path)
    } else if Self.isSearch(call.name) {
      findings.insert(.trusts)
    } else if !Self.namesFields(call.name) {
      findings.insert(.passesOn)
    }
    for argument in call.arguments where !isDocument(argument) { visit(.expression(argument)) }
    return true
  }

  private mutating func searches(_ operand: SQLExpression, _ pattern: SQLExpression) -> Bool {
    guard isDocument(operand) else { return false }
    findings.insert(.trusts)
    visit(.expression(pattern))
    return true
  }

  /// A JSON path, or a document that is to be contained.
  private mutating func visit(path: String) {
    if path.contains("*") || Self.marks.contains(where: path.contains) { findings.insert(.trusts) }
  }

  /// SQL as text, of EXECUTE or of a body that nothing has read.
  private mutating func visit(text: String) {
    if Self.marks.contains(where: text.contains) {
      findings.insert(.trusts)
    } else if Self.isStatement(text) {
      findings.insert(.passesOn)
    }
  }

  private func isDocument(_ expression: SQLExpression) -> Bool {
    paths.path(of: expression) == []
  }

  private func isParameter(_ expression: SQLExpression) -> Bool {
    switch expression {
    case .parameter: true
    case .column(_, let name): parameters.contains(name)
    case .cast(let operand, _): isParameter(operand)
    default: false
    }
  }

  /// Text that reads claims when it is run.
  private static func isStatement(_ text: String) -> Bool {
    text.contains("auth.jwt") || text.contains("current_setting") && text.contains("request.jwt")
  }

  /// Functions that look through all that they are given.
  private static func isSearch(_ name: String) -> Bool {
    let searches: Set = [
      "strpos", "position", "substring", "substr", "split_part", "replace", "translate",
      "starts_with", "overlay", "like", "ilike", "textlike", "similar_to_escape",
    ]
    return searches.contains(name) || name.hasPrefix("regexp_") || name.hasPrefix("json_each")
      || name.hasPrefix("jsonb_each")
  }

  /// Functions whose result has named parts, and those are looked at where they are read.
  private static func namesFields(_ name: String) -> Bool {
    name.hasSuffix("_to_record") || name.hasSuffix("_populate_record")
  }
}
