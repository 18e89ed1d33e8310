@_exported public import AccessModel

public struct Plan: Sendable {
  public var name: String
  public var variant: String?
  public var document: PlanDocument?
  public var diagnostics: [Diagnostic] = []
  public init(_ document: PlanDocument) {
    self.document = document
    name = document.name
    variant = document.variant
  }
}
