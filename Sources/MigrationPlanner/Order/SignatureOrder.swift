import AccessModel
import SQLText

/// In which order new types and functions can be made: a domain may check its values by a function, a
/// function may take a domain's values or a relation's rows.
///
/// What is first needs nothing of what follows: `types`, `functions`, `laterTypes`,
/// `laterFunctions`; then come tables, `rowFunctions`, views and `viewFunctions`.
struct SignatureOrder {
  private(set) var types: [Catalog.CustomType] = []
  private(set) var functions: [Catalog.Function] = []
  /// Domains whose checks or defaults call one of `functions`, and types made of such domains.
  private(set) var laterTypes: [Catalog.CustomType] = []
  /// Their signatures name one of `laterTypes`.
  private(set) var laterFunctions: [Catalog.Function] = []
  /// They take or give rows of tables.
  private(set) var rowFunctions: [Catalog.Function] = []
  /// They take or give rows of views.
  private(set) var viewFunctions: [Catalog.Function] = []

  init(
    types: some Sequence<Catalog.CustomType>, functions: some Sequence<Catalog.Function>,
    tables: some Sequence<QualifiedName>, views: some Sequence<QualifiedName>
  ) {
    let (tables, views, made) = (Set(tables), Set(views), Array(functions))
    let names = Set(made.map(\.name.name))
    var late: Set<QualifiedName> = []
    for type in types {
      let called = RelationsRead(type.checks.map(\.expression) + [type.defaultValue]).functions
      if !called.isDisjoint(with: names) || !type.parts.isDisjoint(with: late) {
        late.insert(type.name)
        laterTypes.append(type)
      } else {
        self.types.append(type)
      }
    }
    for function in made {
      let named = function.namedTypes
      if !named.isDisjoint(with: views) {
        viewFunctions.append(function)
      } else if !named.isDisjoint(with: tables) {
        rowFunctions.append(function)
      } else if !named.isDisjoint(with: late) {
        laterFunctions.append(function)
      } else {
        self.functions.append(function)
      }
    }
  }
}

extension Catalog.CustomType {
  /// The types that it is made of.
  fileprivate var parts: Set<QualifiedName> {
    switch kind {
    case .composite(let fields): Set(fields.compactMap(\.type.qualifiedName))
    case .domain(let base, _): Set([base.qualifiedName].compactMap { $0 })
    default: []
    }
  }
}

extension Catalog.Function {
  /// Types and relations that its signature names.
  fileprivate var namedTypes: Set<QualifiedName> {
    Set(
      (arguments.map(\.type) + outputs.map(\.type) + [returns]).compactMap(\.qualifiedName))
  }
}

extension TypeName {
  /// Of a type that is not built in.
  fileprivate var qualifiedName: QualifiedName? {
    guard let parts = identifiers(in: name), parts.count == 2 else { return nil }
    return QualifiedName(parts[0], parts[1])
  }
}
