extension Catalog {
  /// What foreign tables are reached through. Catalog: `pg_foreign_data_wrapper`.
  public struct ForeignDataWrapper: Hashable, Codable, Sendable {
    public var name: String
    public var owner: String
    public var acl: AccessControlList?
    /// HANDLER: without one no foreign table can be read.
    public var hasHandler: Bool
    /// The extension that brought it, which looks at options too.
    public var origin: Origin

    public init(_ name: String, owner: String, hasHandler: Bool = false, origin: Origin = .plan) {
      self.name = name
      self.owner = owner
      self.hasHandler = hasHandler
      self.origin = origin
    }
  }

  /// Where foreign tables are. Catalog: `pg_foreign_server`.
  public struct ForeignServer: Hashable, Codable, Sendable {
    public var name: String
    public var wrapper: String
    public var owner: String
    public var acl: AccessControlList?

    public init(_ name: String, wrapper: String, owner: String) {
      self.name = name
      self.wrapper = wrapper
      self.owner = owner
    }
  }

  public func foreignDataWrapper(_ name: String) -> ForeignDataWrapper? {
    foreignDataWrappers.first { $0.name == name }
  }

  public func foreignServer(_ name: String) -> ForeignServer? {
    foreignServers.first { $0.name == name }
  }
}
