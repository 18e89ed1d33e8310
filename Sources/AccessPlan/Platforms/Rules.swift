import AccessModel

/// Rules for a table that the platform has, which the plan only adds policies to.
///
/// The platform's grants stay as they are: what its roles may not do, row security keeps from them.
///
/// ```swift
/// Rules(on: StorageObject.self) { photo in
///   Allow(.select, to: .anon, .authenticated, where: photo.bucketID == "public-albums")
/// }
/// ```
public struct Rules: Sendable {
  let table: any PlatformTable.Type
  let rules: @Sendable (any Table) -> AccessRules?
  let place: SourcePlace

  /// What is allowed and restricted on the table, over its columns.
  public init<T: PlatformTable>(
    on table: T.Type, file: String = #fileID, line: Int = #line,
    @AccessRules _ rules: @escaping @Sendable (T) -> AccessRules
  ) {
    self.table = table
    self.rules = { ($0 as? T).map(rules) }
    place = SourcePlace(file: file, line: line)
  }
}

/// A table that the plan's platform has already.
public protocol PlatformTable: Table {}
