import AccessModel

extension SQLWriter {
  func document(_ function: Catalog.Function) -> Document {
    let arguments = function.arguments.map { argument -> Document in
      let name = argument.name.map { quoteIdentifier($0) + " " } ?? ""
      let isOutput = argument.name.map { name in function.outputs.contains { $0.name == name } }
      let mode = argument.isVariadic ? "VARIADIC " : isOutput == true ? "INOUT " : ""
      let type = Document.text(mode + name + sqlText(argument.type))
      guard let value = argument.defaultValue else { return type }
      return .joined([type, .text(" DEFAULT "), .expression(value)])
    }
    let isProcedure = function.kind == .procedure
    var traits = ["LANGUAGE \(quoteIdentifier(function.language))"]
    if !isProcedure { traits.append(function.volatility.rawValue.uppercased()) }
    if function.isStrict { traits.append("STRICT") }
    if function.isLeakproof { traits.append("LEAKPROOF") }
    if let cost = function.cost { traits.append("COST \(shortest(cost))") }
    if let rows = function.rows { traits.append("ROWS \(shortest(rows))") }
    if let parallel = function.parallel {
      traits.append("PARALLEL \(parallel.rawValue.uppercased())")
    }
    traits.append(function.isSecurityDefiner ? "SECURITY DEFINER" : "SECURITY INVOKER")
    var parts: [Document] = [
      .text(
        "CREATE OR REPLACE \(isProcedure ? "PROCEDURE" : "FUNCTION") \(sqlText(function.name))("),
      .list(arguments + outputs(function)),
      .text(")\(returns(function))"), .hardLine, .text(traits.joined(separator: " ")),
    ]
    for setting in function.settings { parts += [.hardLine, .text("SET \(assignment(setting))")] }
    return .joined(parts + [.hardLine, .text(body(of: function))])
  }

  private func shortest(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
  }

  /// Columns of the result, but for those of RETURNS TABLE.
  private func outputs(_ function: Catalog.Function) -> [Document] {
    guard !function.returnsTable else { return [] }
    let others = function.outputs.filter { output in
      output.name == nil || !function.arguments.contains { $0.name == output.name }
    }
    return others.map { output in
      .text("OUT \(output.name.map { quoteIdentifier($0) + " " } ?? "")\(sqlText(output.type))")
    }
  }

  private func returns(_ function: Catalog.Function) -> String {
    if function.kind == .procedure { return "" }
    if function.returnsTable {
      let columns = function.outputs.map {
        "\($0.name.map { quoteIdentifier($0) + " " } ?? "")\(sqlText($0.type))"
      }
      return " RETURNS TABLE(\(columns.joined(separator: ", ")))"
    }
    return " RETURNS \(function.returnsSet ? "SETOF " : "")\(sqlText(function.returns))"
  }

  private func body(of function: Catalog.Function) -> String {
    if keepsSources, let source = function.source { return "AS " + dollarQuoted(source) }
    return "AS " + body(function.body)
  }

  private func body(_ body: Catalog.Function.Body) -> String {
    switch body {
    case .text(let text): dollarQuoted(text)
    case .block(let body): dollarQuoted(body.text)
    case .statements(let statements):
      dollarQuoted(statements.map { "\n\(text($0));" }.joined() + "\n")
    case .query(let query):
      dollarQuoted(layout == .compact ? text(query) : "\n\(text(query))\n")
    }
  }

  /// A schema list is a list of names: in one pair of quotes it would be one name.
  func assignment(_ setting: Catalog.Function.Setting) -> String {
    let name = setting.name.split(separator: ".").map { quoteIdentifier(String($0)) }
    let values =
      setting.name == "search_path" ? schemas(setting.value) : [quoteLiteral(setting.value)]
    return "\(name.joined(separator: ".")) = \(values.joined(separator: ", "))"
  }

  private func schemas(_ path: String) -> [String] {
    let names = path.split(separator: ",").map { part -> String in
      let name = part.trimmingPrefix(while: \.isWhitespace)
      let isQuoted = name.count > 1 && name.first == "\"" && name.last == "\""
      return isQuoted
        ? String(name.dropFirst().dropLast()) : String(name.prefix { !$0.isWhitespace })
    }
    return names.isEmpty ? ["''"] : names.map { $0 == "''" ? $0 : quoteLiteral($0) }
  }
}

extension Catalog.Function {
  /// Every set with named columns can be written as RETURNS TABLE.
  fileprivate var returnsTable: Bool {
    returnsSet && !outputs.isEmpty
      && !arguments.contains { argument in
        argument.name != nil && outputs.contains { $0.name == argument.name }
      }
  }
}

/// `text` between dollar quotes with a tag that does not occur in it.
func dollarQuoted(_ text: String) -> String {
  var tag = "$$", number = 0
  // A `$` at the end of the text would make part of the closing tag.
  while (text + "$").contains(tag) {
    number += 1
    tag = "$body\(number)$"
  }
  return tag + text + tag
}
