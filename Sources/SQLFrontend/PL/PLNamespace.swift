import AccessModel

/// The names in sight while a body is read, innermost level last.
///
/// Source: `plpgsql_ns_lookup()` and its kin in `pl_funcs.c`.
struct PLNamespace {
  enum Kind {
    case scalar
    /// Of type `refcursor`; `isBound`: declared with its query.
    case cursor(isBound: Bool)
    /// RECORD, or a row type.
    case record
  }

  struct Variable {
    var name: String
    var kind = Kind.scalar
    var isConstant = false

    var isRecord: Bool { if case .record = kind { true } else { false } }
  }

  /// What a path of names means: a variable, or a field of a record.
  struct Datum {
    var variable: Variable
    var isField = false

    var isRecord: Bool { variable.isRecord && !isField }
  }

  enum LevelKind {
    case block, loop
    /// Of a cursor's arguments.
    case arguments
  }

  struct Level {
    var label: String?
    var kind = LevelKind.block
    var variables: [Variable] = []
  }

  private(set) var levels: [Level]

  init(_ label: String?, _ variables: [Variable]) {
    levels = [Level(label: label, variables: variables)]
  }

  mutating func push(_ label: String?, _ kind: LevelKind = .block) {
    levels.append(Level(label: label, kind: kind))
  }

  mutating func pop() { levels.removeLast() }

  mutating func add(_ variable: Variable) { levels[levels.count - 1].variables.append(variable) }

  /// Whether the innermost level has the name already.
  func declares(_ name: String) -> Bool {
    levels.last?.variables.contains { $0.name == name } == true
  }

  var isInLoop: Bool { levels.contains { $0.kind == .loop } }

  /// The innermost level that a label is of.
  func level(labelled label: String) -> LevelKind? {
    levels.last { $0.label == label }?.kind
  }

  /// Of a longer path the first three names.
  func datum(_ path: [String]) -> Datum? {
    let path = path.prefix(3)
    guard let first = path.first else { return nil }
    for level in levels.reversed() {
      if let found = level.variable(first), path.count == 1 || found.isRecord {
        return Datum(variable: found, isField: path.count > 1)
      }
      if path.count > 1, level.label == first, let found = level.variable(path[1]),
        path.count == 2 || found.isRecord
      {
        return Datum(variable: found, isField: path.count > 2)
      }
    }
    return nil
  }
}

extension PLNamespace.Level {
  fileprivate func variable(_ name: String) -> PLNamespace.Variable? {
    variables.last { $0.name == name }
  }
}
