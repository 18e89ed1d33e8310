import AccessModel

/// A table or view, declared as a struct whose stored properties are its columns.
///
/// Conform to `Table` or `View`, not to this.
public protocol Relation: Sendable {
  /// A use of the relation with columns of its own; the compiler writes it.
  init()
  /// The name in the database; by default the type's, in snake case: `CarMake` is `car_make`.
  static var name: String { get }
  /// The schema; by default `public`.
  static var schema: String { get }
  /// COMMENT ON the relation.
  static var comment: String? { get }
  /// Whose row this is; what `.owner` means in this relation's rules and intents.
  var owner: Condition { get }
  /// Who may do what. Nobody may do anything else.
  @AccessRules var access: AccessRules { get }
  /// What the language has no form for; after everything else of the plan.
  @SQLDefinitions static var definitions: SQLDefinitions { get }
}

extension Relation {
  /// The name of the type in snake case.
  public static var name: String { snakeCase(String(describing: Self.self)) }
  /// `public`.
  public static var schema: String { "public" }
  /// None.
  public static var comment: String? { nil }
  /// Undeclared: rules and intents of this relation can't say `.owner`.
  public var owner: Condition { .undeclared }
  /// No rules: nobody may do anything.
  public var access: AccessRules { AccessRules() }
  /// None.
  public static var definitions: SQLDefinitions { SQLDefinitions() }

  static var qualifiedName: QualifiedName { QualifiedName(schema, name) }

  /// In order of declaration.
  var columnDefinitions: [ColumnDefinition] {
    Mirror(reflecting: self).children.compactMap { ($0.value as? any AnyColumn)?.definition }
  }
}

/// One use of a relation in a query: `let patron = Source<Patron>()`.
///
/// Two sources of one relation are two rows: each gets an alias of its own.
public typealias Source<R: Relation> = R

/// `HTTPRequestLog` → `http_request_log`.
package func snakeCase(_ name: String) -> String {
  let letters = Array(name)
  var result = ""
  for (index, letter) in letters.enumerated() {
    if letter.isUppercase, index > 0 {
      let previous = letters[index - 1]
      let nextIsLower = index + 1 < letters.count && letters[index + 1].isLowercase
      if previous != "_", !previous.isUppercase || nextIsLower { result.append("_") }
    }
    result += letter.lowercased()
  }
  return result
}
