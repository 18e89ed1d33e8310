import AccessModel

extension Platform {
  /// Supabase: the roles of its API and the `auth` schema. See `PlatformPreset.supabase`.
  public static let supabase = Platform(.supabase)
}
