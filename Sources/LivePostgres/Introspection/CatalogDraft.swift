import AccessModel

/// A catalog as the system catalogs tell it, whose definitions are still text: `unread` expressions
/// and queries, bodies that are whole statements, and types as `format_type()` spells them.
/// `StoredTexts` of `SQLFrontend` reads them.
struct CatalogDraft {
  var catalog = Catalog()
  let rows: CatalogRows
  let version: ServerVersion
  /// Roles by OID; the owner of the database in the stead of `pg_database_owner`.
  var roles: [Int: String] = [:]
  var schemas: [Int: String] = [:]
  var relations: [Int: Relation] = [:]
  var functions: [Int: Int] = [:]
  var types: [Int: Int] = [:]
  /// Composite types by their relation.
  var compositeTypes: [Int: Int] = [:]
  var policies: [Int: (table: Int, index: Int)] = [:]
  var triggers: [Int: (relation: Relation, index: Int)] = [:]
  /// Expressions of indexes, by their places.
  let indexExpressions: [Place: String]
  /// Names of columns, by relation and number.
  var columnNames: [Int: [Int: String]] = [:]
  /// Entries of each distinct list, by its text.
  var lists: [String: [ListEntry]] = [:]
  private let knownLists = KnownLists()
  /// Extensions by what they made: catalog and OID.
  var makers: [Member: String] = [:]
  /// What the model has no place for.
  var notes: [String] = []
  /// As whom the catalog was read.
  var reader = ""

  /// What a relation of the server became.
  enum Relation: Hashable {
    case table(Int)
    case view(Int)
    case sequence(Int)
    case composite
  }

  struct Member: Hashable {
    var catalog: String
    var number: Int
  }

  struct ListEntry {
    /// Nil: PUBLIC.
    var grantee: Int?
    var grantor: Int
    var privilege: Privilege
    var isGrantable: Bool
  }

  init(_ rows: CatalogRows, version: ServerVersion) {
    self.rows = rows
    self.version = version
    indexExpressions = Dictionary(
      rows[.indexExpressions].map {
        (Place(index: $0.number(0), number: $0.number(1)), $0.name(2))
      }, uniquingKeysWith: { a, _ in a })
    addRoles()
    addLists()
    addSchemas()
    addTypes()
    addRelations()
    addColumns()
    addConstraints()
    addIndexes()
    addSequences()
    addPolicies()
    addFunctions()
    addTriggers()
    addRules()
    addDefaultPrivileges()
    addComments()
  }

  func role(_ number: Int) -> String { roles[number] ?? "oid \(number)" }

  func name(_ schema: Int, _ name: String) -> QualifiedName {
    QualifiedName(schemas[schema] ?? "", name)
  }

  /// Who made an object: an extension, or nobody in particular.
  func origin(_ catalog: String, _ number: Int) -> Catalog.Origin {
    makers[Member(catalog: catalog, number: number)].map(Catalog.Origin.platform) ?? .plan
  }

  /// The grants of a list, in its order; nil for the built-in ones.
  func acl(_ text: String?, owner: String) -> AccessControlList? {
    guard let text else { return nil }
    let key = KnownLists.Key(text: text, owner: owner)
    if let known = knownLists.lists[key] { return known }
    var list = AccessControlList()
    for entry in lists[text] ?? [] {
      let grantee = entry.grantee.map { Grantee.role(role($0)) } ?? .everyone
      let grantor = role(entry.grantor)
      // What an owner has of itself it may give on, whether the list says so or not.
      let isOwn = grantee == .role(owner) && grantor == owner
      list.grant(
        [entry.privilege], to: grantee, withGrantOption: entry.isGrantable || isOwn,
        by: grantor == owner ? nil : grantor)
    }
    knownLists.lists[key] = list
    return list
  }

  func text(_ text: String?) -> SQLExpression? { text.map { .unread(text: $0) } }
}

/// Lists that have been put together: a few are those of all objects.
private final class KnownLists {
  struct Key: Hashable {
    var text: String
    var owner: String
  }

  var lists: [Key: AccessControlList] = [:]
}
