import AccessModel

extension PlanImporter {
  /// The sentences of an intent: of several subjects that may, one each.
  func intent(_ intent: Intent) -> [String] {
    guard let type = names.types[intent.relation] else { return [] }
    let commands =
      intent.commands.count == AccessCommand.allCases.count
      ? ".all" : intent.commands.map { ".\($0.rawValue)" }.joined(separator: ", ")
    let columns = (intent.columns ?? []).map { "\\.\(names.property($0, of: intent.relation))" }
    let rest =
      ".may(\(commands), \(type).self"
      + (columns.isEmpty ? "" : ", columns: \(columns.joined(separator: ", "))")
      + (rowsProperty(of: intent).map { ", where: \\.\($0)" } ?? "") + ")"
    let subjects = intent.subjects.map(audience)
    switch intent.claim {
    case .onlyMay: return ["Only(\(subjects.joined(separator: ", ")))\(rest)"]
    case .nobodyBut:
      let but = subjects.isEmpty ? "" : "but: \(subjects.joined(separator: ", "))"
      return ["Nobody(\(but))\(rest)"]
    case .may:
      return intent.subjects.map { subject in
        switch subject {
        case .anyone: "Anyone\(rest)"
        case .role(let name):
          names.roles[name].map { "Role.\($0)\(rest)" } ?? "Role(\(swiftLiteral(name)))\(rest)"
        case .owner: "Only(.owner)\(rest)"
        }
      }
    }
  }

  private func audience(_ subject: Intent.Subject) -> String {
    switch subject {
    case .anyone: ".public"
    case .owner: ".owner"
    case .role(let name): names.audience(.role(name))
    }
  }

  /// The conditions that intents on a relation speak of, as properties of its type.
  func intendedRows(of relation: QualifiedName, _ columns: [String: TypeName]) -> String {
    conditions(on: relation).enumerated().map { index, rows in
      "\n  var \(Self.rowsProperty(index)): Condition { "
        + "\(condition(rows, of: relation, columns)) }\n"
    }.joined()
  }

  private func rowsProperty(of intent: Intent) -> String? {
    intent.rows.flatMap { conditions(on: intent.relation).firstIndex(of: $0) }
      .map(Self.rowsProperty)
  }

  private func conditions(on relation: QualifiedName) -> [SQLExpression] {
    var found: [SQLExpression] = []
    for intent in document.intents where intent.relation == relation {
      if let rows = intent.rows, !found.contains(rows) { found.append(rows) }
    }
    return found
  }

  private static func rowsProperty(_ index: Int) -> String { "intendedRows\(index + 1)" }
}
