public import AccessModel

/// An object that has an owner, privileges or a comment.
public enum SQLObject: Hashable, Sendable {
  case schema(String)
  case table(QualifiedName)
  case view(QualifiedName)
  case materializedView(QualifiedName)
  case sequence(QualifiedName)
  /// A domain too: PostgreSQL takes it for a type wherever it says so.
  case type(QualifiedName)
  case function(QualifiedName, arguments: [TypeName])
  case procedure(QualifiedName, arguments: [TypeName])
  case column(String, of: QualifiedName)
  case policy(String, on: QualifiedName)

  /// `TABLE public.saved`, `POLICY p ON public.saved`: as ALTER and COMMENT name it.
  var text: String {
    switch self {
    case .schema(let name): "SCHEMA \(quoteIdentifier(name))"
    case .table(let name): "TABLE \(sqlText(name))"
    case .view(let name): "VIEW \(sqlText(name))"
    case .materializedView(let name): "MATERIALIZED VIEW \(sqlText(name))"
    case .sequence(let name): "SEQUENCE \(sqlText(name))"
    case .type(let name): "TYPE \(sqlText(name))"
    case .function(let name, let arguments):
      "FUNCTION \(sqlText(name))(\(arguments.map(sqlText).joined(separator: ", ")))"
    case .procedure(let name, let arguments):
      "PROCEDURE \(sqlText(name))(\(arguments.map(sqlText).joined(separator: ", ")))"
    case .column(let name, let relation):
      "COLUMN \(sqlText(relation)).\(quoteIdentifier(name))"
    case .policy(let name, let table): "POLICY \(quoteIdentifier(name)) ON \(sqlText(table))"
    }
  }

  /// As GRANT and REVOKE name it, which take a view for a table.
  var grantText: String {
    switch self {
    case .view(let name), .materializedView(let name): "TABLE \(sqlText(name))"
    default: text
    }
  }
}

/// One privilege of a GRANT, on the whole object or on some of its columns.
public struct SQLPrivilege: Hashable, Sendable {
  /// What is granted.
  public var privilege: Privilege
  /// Empty: the whole object.
  public var columns: [String]

  /// A privilege on the object, or on `columns` of it.
  public init(_ privilege: Privilege, columns: [String] = []) {
    self.privilege = privilege
    self.columns = columns
  }

  var text: String {
    columns.isEmpty
      ? privilege.rawValue
      : "\(privilege.rawValue) (\(columns.map(quoteIdentifier).joined(separator: ", ")))"
  }
}

/// `PUBLIC`, or the role's name, quoted where it must be.
public func sqlText(_ grantee: Grantee) -> String {
  switch grantee {
  case .everyone: "PUBLIC"
  case .role(let name): quoteIdentifier(name)
  }
}
