public import AccessDecisions
import AccessFixtures
import AccessModel

/// A matrix as a table: a line for each relation and command, a column for each identity.
///
/// ```
/// relation  command  visitor  ana
/// saved     select   ✗        ◐ 2/5
///           insert   ✗        ◐ 1/5
///
/// ◐ n/m: n of m rows   ✗ no privilege
/// ```
public struct MatrixText: Sendable {
  /// What is shown.
  public var matrix: Matrix

  /// The text of `matrix`.
  public init(_ matrix: Matrix) { self.matrix = matrix }

  /// Title, table and legend.
  public func text(title: String, style: TextStyle = .plain) -> String {
    style.apply(.strong, to: title) + "\n\n" + table.text(style: style) + "\n" + legend
      + (matrix.functions.isEmpty ? "" : "\n" + calls(style: style))
  }

  /// What comes of calling functions: a line for each, and below which columns hold something.
  private func calls(style: TextStyle) -> String {
    var table = TextTable(
      header: ["function"] + matrix.identities.map { TextTable.Cell($0.name, .strong) })
    var columns: [String] = []
    for (index, call) in matrix.functions.enumerated() {
      let cells = matrix.identities.map { matrix[$0.name, callOf: index] }
      table.rows.append(
        [TextTable.Cell(call.function.signature)]
          + cells.map { cell in cell.map { TextTable.Cell($0.text, $0.role) } ?? "" })
      let filled = cells.compactMap { $0?.columns }.joined()
      let all = call.function.returnsSet ? filled.uniqued() : []
      if !all.isEmpty {
        columns.append("\(call.function.signature) gives \(all.joined(separator: ", "))")
      }
      if !call.untried.isEmpty {
        columns.append(
          "\(call.function.signature) was not tried: nothing in the fixtures fits "
            + call.untried.map { "`\($0)`" }.joined(separator: ", "))
      }
    }
    return table.text(style: style) + "\n" + callLegend
      + columns.map { "\($0.printable)\n" }.joined()
  }

  private var callLegend: String {
    let texts = matrix.functions.indices.flatMap { index in
      matrix.identities.compactMap { matrix[$0.name, callOf: index]?.text }
    }
    let meanings: [(mark: String, meaning: String)] = [
      ("✓", "✓ a value"), ("·", "· nothing, without error"), ("✗", "✗ no privilege"),
      ("‼", "‼ with its owner's rights"), ("?", "? undecided"), ("!", "! an error"),
    ]
    let used = meanings.filter { meaning in texts.contains { $0.contains(meaning.mark) } }
    let rows = texts.contains { $0.contains(where: \.isNumber) && !$0.hasPrefix("!") }
    return ((rows ? ["n: n different rows"] : []) + used.map(\.meaning)).joined(separator: "   ")
      + "\n"
  }

  private var table: TextTable {
    var table = TextTable(
      header: ["relation", "command"] + matrix.identities.map { TextTable.Cell($0.name, .strong) })
    for relation in matrix.relations {
      for command in matrix.commands {
        let name = command == matrix.commands.first ? relation.description : ""
        let cells = matrix.identities.map { identity in
          matrix[identity.name, relation, command].map { TextTable.Cell($0.text, $0.role) } ?? ""
        }
        table.rows.append([TextTable.Cell(name), TextTable.Cell(command.rawValue)] + cells)
      }
    }
    return table
  }

  /// What the symbols in this table mean.
  private var legend: String {
    var used = Set<String>()
    for relation in matrix.relations {
      for (identity, command) in pairs {
        if let cell = matrix[identity, relation, command] { used.insert(cell.symbol) }
      }
    }
    let meanings = Self.meanings.filter { used.contains($0.symbol) }.map(\.meaning)
    let lines = stride(from: 0, to: meanings.count, by: 3).map { start in
      meanings[start..<min(start + 3, meanings.count)].joined(separator: "   ")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var pairs: [(String, AccessCommand)] {
    matrix.identities.flatMap { identity in matrix.commands.map { (identity.name, $0) } }
  }

  private static let meanings: [(symbol: String, meaning: String)] = [
    ("✓", "✓ all rows"), ("◐", "◐ n/m: n of m rows"), ("·", "· none, without error"),
    ("✗", "✗ no privilege"), ("‼", "‼ row security bypassed"), ("?", "? undecided"),
    ("–", "– can't be written"), ("!", "! another error"), ("∅", "∅ no rows to reach"),
  ]
}

extension Cell {
  var role: TextStyle.Role {
    switch kind {
    case .all: .good
    case .some: .strong
    case .none, .notApplicable, .noRows: .quiet
    case .noPrivilege: .bad
    case .bypass, .undecided, .error: .warning
    }
  }
}

extension CallCell {
  var role: TextStyle.Role {
    switch kind {
    case .rows, .value: runsAsOwner ? .warning : .strong
    case .nothing: .quiet
    case .noPrivilege: .bad
    case .undecided, .error: .warning
    }
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it comes first.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
