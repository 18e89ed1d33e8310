import AccessModel
import SQLText

extension CatalogPlanner {
  /// A function, closed: PUBLIC's EXECUTE, which every new function has, included.
  func creation(_ function: Catalog.Function) -> [SQLDefinition] {
    [.createFunction(function), .owner(function.object, function.owner)]
      + closing(function.object, owner: function.owner, acl: function.acl)
      + (function.origin == .plan
        ? [.comment(function.object, mark(function.comment, function.place))] : [])
  }

  /// The grants of EXECUTE; without a list, the built-in one, which is everyone's.
  func opening(_ function: Catalog.Function) -> [SQLDefinition] {
    let acl =
      function.acl
      ?? .builtIn(owner: function.owner, all: [.execute], everyone: [.execute])
    return grants(function.object, owner: function.owner, acl: acl, all: [.execute])
  }
}
