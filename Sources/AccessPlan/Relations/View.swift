public import AccessModel

/// A view: a query under a name, read with its owner's rights or with the caller's.
///
/// Source: PostgreSQL manual, CREATE VIEW and 41.5 "Rules and Privileges".
public protocol View: Relation {
  /// As whom the relations below are read. Never defaulted: each leaks in its own way.
  static var security: ViewSecurity { get }
  /// `security_barrier`: the view's own conditions run before the caller's functions.
  static var barrier: Bool { get }
  /// WITH CHECK OPTION, for views that are written through.
  static var checkOption: Catalog.View.CheckOption? { get }
  /// What the view selects; its outputs are the view's columns.
  var query: Query { get }
}

extension View {
  /// False.
  public static var barrier: Bool { false }
  /// None.
  public static var checkOption: Catalog.View.CheckOption? { nil }
}

/// As whom a view reads the relations below it.
public enum ViewSecurity: Hashable, Sendable {
  /// As the caller (`security_invoker`): the caller's privileges and policies apply.
  case invoker
  /// As the view's owner: whoever may read the view sees all that the owner sees through it.
  case definer
}
