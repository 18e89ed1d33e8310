import AccessModel
import SQLText

extension CatalogPlanner {
  /// A function, closed: PUBLIC's EXECUTE, which every new function has, included.
  func creation(_ function: Catalog.Function) -> [SQLDefinition] {
    [.createFunction(function), .owner(object(function), function.owner)]
      + closing(object(function), owner: function.owner, acl: function.acl)
      + (function.origin == .plan
        ? [.comment(object(function), mark(function.comment, function.place))] : [])
  }

  /// The grants of EXECUTE; without a list, the built-in one, which is everyone's.
  func opening(_ function: Catalog.Function) -> [SQLDefinition] {
    let acl =
      function.acl
      ?? .builtIn(owner: function.owner, all: [.execute], everyone: [.execute])
    return grants(object(function), owner: function.owner, acl: acl, all: [.execute])
  }

  private func object(_ function: Catalog.Function) -> SQLObject {
    .function(function.name, arguments: function.arguments.map(\.type))
  }
}
