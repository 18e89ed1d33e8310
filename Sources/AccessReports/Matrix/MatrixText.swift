public import AccessDecisions
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
