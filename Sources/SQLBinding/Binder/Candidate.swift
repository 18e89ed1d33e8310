import AccessModel

/// A function or operator that a call may mean, seen with as many arguments as the call has.
struct Candidate {
  enum Target {
    case builtin(Builtin)
    /// A position in `Catalog.functions`.
    case function(Int)
    /// A conversion written as a call; its argument is the result.
    case cast

    func isPlainFunction(_ catalog: Catalog) -> Bool {
      switch self {
      case .builtin(let builtin): builtin.kind == .function
      case .function(let index): catalog.functions[index].kind == .function
      case .cast: true
      }
    }
  }

  var target: Target
  /// One per argument of the call, in its order, with the one VARIADIC parameter repeated.
  var arguments: [DataType]
  var result: DataType
  /// Where the arguments that become one array begin.
  var variadicStart: Int?
  /// For each parameter, the argument of the call that fills it; nil for a default.
  var order: [Int?]?
  /// Others take the same arguments, and nothing makes one of them better.
  var isAmbiguous = false

  /// Whether all arguments have, or convert implicitly to, the types of the parameters.
  /// Source: `can_coerce_type()`.
  func accepts(_ types: [DataType], in names: CatalogNames) -> Bool {
    guard types.count == arguments.count else { return false }
    var hasPolymorphic = false
    for (type, parameter) in zip(types, arguments) {
      if parameter.isPolymorphic {
        hasPolymorphic = true
      } else if names.conversion(from: type, to: parameter) != .implicit {
        return false
      }
    }
    return !hasPolymorphic || PolymorphicTypes(actual: types, declared: arguments) != nil
  }
}

/// The choice among candidates by the types of the arguments.
///
/// Source: `func_get_detail()` and `func_select_candidate()` in `parse_func.c`; manual, 10.2 and
/// 10.3.
enum CandidateChoice {
  case none
  case one(Candidate)
  case ambiguous

  init(_ candidates: [Candidate], for types: [DataType], in names: CatalogNames) {
    let fitting = candidates.filter { $0.accepts(types, in: names) }
    switch fitting.count {
    case 0: self = .none
    case 1: self = .one(fitting[0])
    default: self = Self.best(of: fitting, for: types, in: names).map { .one($0) } ?? .ambiguous
    }
  }

  private static func best(
    of candidates: [Candidate], for types: [DataType], in names: CatalogNames
  ) -> Candidate? {
    let types = types.map(\.base)
    let positions = types.indices
    let known = positions.filter { types[$0] != .unknown }
    var left = keepMost(candidates) { candidate in
      known.count { candidate.arguments[$0] == types[$0] }
    }
    if left.count == 1 { return left[0] }
    left = keepMost(left) { candidate in
      known.count { position in
        let parameter = candidate.arguments[position]
        return parameter == types[position]
          || parameter.category == types[position].category && parameter.isPreferred
      }
    }
    if left.count == 1 { return left[0] }
    guard known.count < types.count else { return nil }
    if let narrowed = narrowedByUnknowns(left, types) {
      left = narrowed
      if left.count == 1 { return left[0] }
    }
    // What is known has one type: suppose that the literals have it too.
    guard let first = known.first, known.allSatisfy({ types[$0] == types[first] }) else {
      return nil
    }
    let supposed = positions.map { _ in types[first] }
    let fitting = left.filter { $0.accepts(supposed, in: names) }
    return fitting.count == 1 ? fitting[0] : nil
  }

  private static func keepMost(
    _ candidates: [Candidate], _ score: (Candidate) -> Int
  ) -> [Candidate] {
    let scores = candidates.map(score)
    guard let most = scores.max() else { return [] }
    return zip(candidates, scores).filter { $0.1 == most }.map(\.0)
  }

  /// Untyped literals prefer strings, else a category that all candidates agree on, and in it the
  /// preferred type.
  private static func narrowedByUnknowns(
    _ candidates: [Candidate], _ types: [DataType]
  ) -> [Candidate]? {
    var wanted: [(position: Int, category: TypeFamily, isPreferred: Bool)] = []
    for position in types.indices where types[position] == .unknown {
      var chosen: (category: TypeFamily, isPreferred: Bool)?
      var hasConflict = false
      for candidate in candidates {
        let type = candidate.arguments[position]
        guard let soFar = chosen else {
          chosen = (type.category, type.isPreferred)
          continue
        }
        if soFar.category == type.category {
          chosen?.isPreferred = soFar.isPreferred || type.isPreferred
        } else if type.category == .string {
          chosen = (.string, type.isPreferred)
        } else {
          hasConflict = true
        }
      }
      guard let chosen, !hasConflict || chosen.category == .string else { return nil }
      wanted.append((position, chosen.category, chosen.isPreferred))
    }
    let kept = candidates.filter { candidate in
      wanted.allSatisfy { position, category, isPreferred in
        let type = candidate.arguments[position]
        return type.category == category && (!isPreferred || type.isPreferred)
      }
    }
    return kept.isEmpty ? nil : kept
  }
}
