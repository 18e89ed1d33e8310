/// One thing that is so in a catalog, as text that is the same wherever it came from.
///
/// Two catalogs say the same if their facts are the same; a difference of catalogs is a difference
/// of facts.
public struct CatalogFact: Hashable, Sendable {
  /// What a fact is named by: there is at most one of each in a catalog.
  public struct Key: Hashable, Sendable {
    /// `table saved`, `role editor`, `function is_member(uuid)`.
    public var object: String
    /// `policy "owner may select"`, `grant to anon`; empty for the object itself.
    public var part: String
  }

  /// Its name.
  public var key: Key
  /// `FOR SELECT TO authenticated USING (…)`; empty where its being there is all there is to say.
  public var value: String
  /// Whether the object is the platform's, which inputs hold as far as they use it.
  var isOfPlatform: Bool

  init(_ object: String, _ part: String = "", _ value: String = "", isOfPlatform: Bool = false) {
    key = Key(object: object, part: part)
    self.value = value
    self.isOfPlatform = isOfPlatform
  }
}
