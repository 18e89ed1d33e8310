public import AccessModel

/// All that a platform has, of which an input's catalog holds what it uses.
public enum PlatformCatalog {
  /// The catalog of a platform before anything is made in it.
  public static func catalog(
    of platform: PlatformPreset, version: PostgresVersion
  ) -> Catalog {
    platform.name == PlatformPreset.supabase.name
      ? DeepStack.run { SupabasePreset.preset(version).catalog } : platform.catalog
  }
}
