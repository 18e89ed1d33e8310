extension Catalog {
  /// A language of functions with privileges of its own. Catalog: `pg_language`.
  public struct Language: Hashable, Codable, Sendable {
    public var name: String
    public var acl: AccessControlList?

    public init(_ name: String, acl: AccessControlList?) {
      self.name = name
      self.acl = acl
    }
  }
}
