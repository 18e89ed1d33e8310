extension Catalog {
  /// A view. Its relations are read as its owner, or as the caller if `securityInvoker` is set.
  ///
  /// Source: PostgreSQL manual, CREATE VIEW and 41.5 "Rules and Privileges".
  public struct View: Hashable, Codable, Sendable {
    public enum CheckOption: String, Hashable, Codable, Sendable {
      case local, cascaded
    }

    public var name: QualifiedName
    public var columns: [ViewColumn]
    public var query: SQLQuery
    /// `security_invoker`: relations below are checked as the current user. False: as the owner
    /// ("definer semantics").
    public var securityInvoker: Bool
    /// `security_barrier`: the view's own conditions run before the caller's.
    public var securityBarrier: Bool
    public var checkOption: CheckOption?
    public var owner: String
    public var acl: AccessControlList?
    public var comment: String?
    /// As `Table.ownerCondition`, over the view's columns.
    public var ownerCondition: SQLExpression?
    /// MATERIALIZED: its rows are stored, as of the last REFRESH.
    @Omitted public var isMaterialized: Bool
    @Omitted public var isTemporary: Bool
    @Omitted public var triggers: [Trigger]
    @Omitted public var rules: [Rule]
    /// Those of a materialized view.
    @Omitted public var indexes: [Index]
    /// Nil: the plan.
    public var origin: Origin?
    public var place: SourcePlace?

    public init(
      _ name: QualifiedName, columns: [ViewColumn], query: SQLQuery, securityInvoker: Bool,
      securityBarrier: Bool = false, checkOption: CheckOption? = nil, owner: String,
      acl: AccessControlList? = nil, comment: String? = nil, ownerCondition: SQLExpression? = nil,
      origin: Origin? = nil, place: SourcePlace? = nil
    ) {
      self.origin = origin
      self.name = name
      self.columns = columns
      self.query = query
      self.securityInvoker = securityInvoker
      self.securityBarrier = securityBarrier
      self.checkOption = checkOption
      self.owner = owner
      self.acl = acl
      self.comment = comment
      self.ownerCondition = ownerCondition
      self.place = place
    }
  }

  /// A view's column, as declared; its query's output must agree in name, order and type.
  public struct ViewColumn: Hashable, Codable, Sendable {
    public var name: String
    public var type: TypeName
    /// ALTER VIEW … SET DEFAULT: what INSERT into the view takes.
    public var defaultValue: SQLExpression?
    public var acl: AccessControlList?
    public var comment: String?
    public var place: SourcePlace?

    public init(
      _ name: String, _ type: TypeName, acl: AccessControlList? = nil, comment: String? = nil,
      place: SourcePlace? = nil
    ) {
      self.name = name
      self.type = type
      self.acl = acl
      self.comment = comment
      self.place = place
    }
  }
}
