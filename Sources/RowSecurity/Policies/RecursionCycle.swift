public import AccessModel
public import SQLBinding

/// Relations whose policies and queries lead back to one of them: what 42P17 is about.
public struct RecursionCycle: Hashable, Sendable {
  /// A relation whose policy or query mentions the next.
  public struct Step: Hashable, Sendable {
    public var relation: QualifiedName
    /// The role that it is read as.
    public var role: String
    /// Nil: a view, whose query mentions the next.
    public var policy: String?

    init(_ relation: QualifiedName, as role: String) {
      self.relation = relation
      self.role = role
    }
  }

  /// The way from the statement to the circle; empty where the statement names a relation of it.
  public var lead: [Step]
  /// The circle, once around.
  public var steps: [Step]
  /// The relation that was met again: the first of `steps`.
  public var end: QualifiedName
}

extension RowSecurityEngine {
  /// The circle that makes PostgreSQL refuse a statement with "infinite recursion detected"; nil if
  /// it is not refused for that.
  public func recursion(
    in statement: BoundStatement, as caller: String
  ) -> RecursionCycle? {
    var rewriter = SecurityRewriter(self, caller: caller, .none)
    do throws(EngineFailure) {
      _ = try rewriter.statement(statement)
      return nil
    } catch {
      return rewriter.cycle
    }
  }
}
