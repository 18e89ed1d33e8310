import AccessModel
import Foundation

/// Which claim an expression gives as it is, where helpers, views and variables are known that hold
/// claims.
struct ClaimPaths {
  /// Calls of a function, with so many arguments.
  struct Helper: Hashable {
    var name: QualifiedName
    var arguments: ClosedRange<Int>
  }

  /// Functions that give all claims as they are.
  var helpers: [Helper] = []
  /// Columns and variables that hold all claims.
  var held: Set<String> = []

  /// From the outermost key; empty for all claims at once, nil if it is something else.
  func path(of expression: SQLExpression) -> [String]? {
    switch expression {
    case .call(let call): path(of: call)
    case .column(_, let name): held.contains(name) ? [] : nil
    case .cast(let operand, _), .collated(let operand, _): path(of: operand)
    case .coalesce(let operands): operands.lazy.compactMap { path(of: $0) }.first
    case .nullIf(let operand, _): path(of: operand)
    case .scalarQuery(let query): query.soleOutput.flatMap { path(of: $0) }
    case .binary(let symbol, let operand, let key): path(of: operand, symbol, key)
    case .subscripted(let operand, let key?, nil, false):
      if let key = key.constantText { path(of: operand).map { $0 + [key] } } else { nil }
    default: nil
    }
  }

  private func path(
    of operand: SQLExpression, _ symbol: String, _ key: SQLExpression
  ) -> [String]? {
    switch symbol {
    // All claims but some, or with others, are still all of them.
    case "-", "#-": return path(of: operand) == [] ? [] : nil
    case "||": return path(of: operand) == [] || path(of: key) == [] ? [] : nil
    default:
      guard let keys = Self.keys(of: key, for: symbol) else { return nil }
      return path(of: operand).map { $0 + keys }
    }
  }

  private func path(of call: SQLFunctionCall) -> [String]? {
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
    default: return helpers.contains { $0.isMeant(by: call) } ? [] : nil
    }
  }

  /// The keys that an operator takes out; nil if it takes none, or they are not constants.
  static func keys(of expression: SQLExpression, for symbol: String) -> [String]? {
    switch symbol {
    case "->", "->>": return expression.constantText.map { [$0] }
    case "#>", "#>>": return expression.constantTexts
    default: return nil
    }
  }
}

extension ClaimPaths.Helper {
  func isMeant(by call: SQLFunctionCall) -> Bool {
    call.name == name.name && (call.schema ?? name.schema) == name.schema
      && arguments.contains(call.arguments.count)
  }
}

extension Catalog.Function {
  /// How many arguments a call may give.
  var argumentCounts: ClosedRange<Int> {
    let required = arguments.count { $0.defaultValue == nil }
    let most = arguments.last?.isVariadic == true ? Int.max : arguments.count
    return min(required, most)...max(required, most)
  }
}

extension SQLExpression {
  /// A text constant's value, under its casts; of constants put together, all of it.
  var constantText: String? {
    switch self {
    case .literal(.string(let text)): text
    case .cast(let operand, _), .collated(let operand, _): operand.constantText
    case .binary("||", let left, let right):
      if let left = left.constantText, let right = right.constantText { left + right } else { nil }
    case .call(let call): call.constantText
    default: nil
    }
  }

  /// The elements of a constant array.
  var constantTexts: [String]? {
    switch self {
    case .cast(let operand, _): return operand.constantTexts
    case .array(let elements):
      let texts = elements.compactMap(\.constantText)
      return texts.count == elements.count ? texts : nil
    case .call(let call) where call.name == "string_to_array" && call.arguments.count == 2:
      guard let text = call.arguments[0].constantText,
        let separator = call.arguments[1].constantText?.first
      else { return nil }
      return text.split(separator: separator).map(String.init)
    default:
      guard let text = constantText, text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
      return text.dropFirst().dropLast().split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: ["\""])
      }
    }
  }
}

extension SQLFunctionCall {
  /// What functions on text give of constants.
  fileprivate var constantText: String? {
    let texts = arguments.compactMap(\.constantText)
    guard texts.count == arguments.count, let first = texts.first else { return nil }
    switch name {
    case "concat": return texts.joined()
    case "lower": return first.lowercased()
    case "upper": return first.uppercased()
    case "quote_literal": return "'\(first)'"
    case "quote_ident", "trim", "btrim": return first
    case "format":
      var rest = texts.dropFirst()
      var text = first
      for mark in ["%s", "%I", "%L"] {
        while let place = text.range(of: mark), !rest.isEmpty {
          let value = rest.removeFirst()
          text.replaceSubrange(place, with: mark == "%L" ? "'\(value)'" : value)
        }
      }
      return text
    default: return nil
    }
  }
}

extension SQLQuery {
  /// The one value that a query without FROM selects.
  var soleOutput: SQLExpression? {
    guard case .select(let select) = body, select.from.isEmpty, select.targets.count == 1,
      case .expression(let value, _) = select.targets[0]
    else { return nil }
    return value
  }

  /// What it gives, with the names of what it gives.
  var outputs: [(name: String?, value: SQLExpression)] {
    guard case .select(let select) = body else { return [] }
    return select.targets.compactMap { target in
      guard case .expression(let value, let name) = target else { return nil }
      return (name ?? value.outputName, value)
    }
  }
}

extension SQLExpression {
  /// What a column of it is called where no name is given.
  fileprivate var outputName: String? {
    switch self {
    case .column(_, let name), .field(_, let name): name
    case .call(let call): call.name
    case .cast(let operand, _): operand.outputName
    case .coalesce: "coalesce"
    case .scalarQuery(let query): query.outputs.first?.name
    default: nil
    }
  }
}
