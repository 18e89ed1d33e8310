import AccessModel

/// Supabase as migrations find it.
enum SupabasePreset {
  static func preset(_ version: PostgresVersion) -> PlatformDetection.Preset {
    var builder = CatalogBuilder(
      DatabaseState(catalog: PlatformPreset.supabase.catalog, currentRole: "postgres"))
    builder.state.postgresVersion = version
    builder.origin = .platform("supabase")
    let bytes = Array(tables.utf8)
    for statement in StatementSplitter.split(bytes) {
      if let parsed = try? ParsedStatement.parse(statement, in: bytes), let node = parsed.node {
        _ = try? builder.apply(node, at: nil)
      }
    }
    builder.finishBodies()
    let roles = ["anon", "authenticated", "service_role"]
    var defaults: [DefaultPrivileges.Key: AccessControlList] = [:]
    for object in [DefaultPrivileges.Object.tables, .sequences, .functions] {
      let key = DefaultPrivileges.Key(role: "postgres", schema: "public", object: object)
      defaults[key] = AccessControlList(
        roles.map { AccessControlList.Entry(.role($0), object.all(version)) })
    }
    return PlatformDetection.Preset(
      name: "supabase", catalog: builder.state.catalog, version: version,
      defaultPrivileges: defaults,
      spareRoles: Set(builder.state.catalog.roles.map(\.name)).subtracting(
        PlatformPreset.supabase.catalog.roles.map(\.name)),
      spareTables: Dictionary(
        builder.state.catalog.tables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    )
  }

  /// The platform's tables that migrations refer to, by those of their columns that matter.
  /// Source: `migrations` of github.com/supabase/auth and github.com/supabase/storage.
  private static let tables = """
    CREATE ROLE supabase_admin SUPERUSER BYPASSRLS LOGIN;
    CREATE ROLE supabase_auth_admin NOINHERIT LOGIN;
    CREATE ROLE supabase_storage_admin NOINHERIT LOGIN;
    CREATE ROLE supabase_replication_admin LOGIN;
    CREATE ROLE supabase_read_only_user BYPASSRLS LOGIN;
    CREATE ROLE dashboard_user NOLOGIN;
    CREATE SCHEMA storage;
    GRANT USAGE ON SCHEMA storage TO anon, authenticated, service_role;
    CREATE FUNCTION storage.foldername(name text) RETURNS text[] LANGUAGE sql IMMUTABLE AS
      'SELECT (string_to_array(name, ''/''))[1:array_length(string_to_array(name, ''/''), 1) - 1]';
    CREATE FUNCTION storage.filename(name text) RETURNS text LANGUAGE sql IMMUTABLE AS
      'SELECT (string_to_array(name, ''/''))[array_length(string_to_array(name, ''/''), 1)]';
    CREATE FUNCTION storage.extension(name text) RETURNS text LANGUAGE sql IMMUTABLE AS
      'SELECT reverse(split_part(reverse(storage.filename(name)), ''.'', 1))';
    CREATE TABLE auth.users (
      instance_id uuid, id uuid NOT NULL PRIMARY KEY, aud varchar(255), role varchar(255),
      email varchar(255), encrypted_password varchar(255), email_confirmed_at timestamptz,
      invited_at timestamptz, confirmation_token varchar(255), confirmation_sent_at timestamptz,
      recovery_token varchar(255), recovery_sent_at timestamptz,
      email_change_token_new varchar(255), email_change varchar(255),
      email_change_sent_at timestamptz, phone_change_token varchar(255),
      phone_change_sent_at timestamptz, email_change_token_current varchar(255),
      email_change_confirm_status smallint, reauthentication_token varchar(255),
      reauthentication_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb,
      raw_user_meta_data jsonb, is_super_admin boolean, created_at timestamptz,
      updated_at timestamptz, phone text UNIQUE, phone_confirmed_at timestamptz, phone_change text,
      banned_until timestamptz, deleted_at timestamptz,
      is_sso_user boolean NOT NULL DEFAULT false, is_anonymous boolean NOT NULL DEFAULT false
    );
    ALTER TABLE auth.users ENABLE ROW LEVEL SECURITY;
    CREATE TABLE auth.identities (
      id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY, provider_id text NOT NULL,
      user_id uuid NOT NULL REFERENCES auth.users (id) ON DELETE CASCADE,
      identity_data jsonb NOT NULL, provider text NOT NULL, last_sign_in_at timestamptz,
      created_at timestamptz, updated_at timestamptz, email text,
      UNIQUE (provider_id, provider)
    );
    CREATE TABLE auth.sessions (
      id uuid NOT NULL PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES auth.users (id) ON DELETE CASCADE,
      created_at timestamptz, updated_at timestamptz, factor_id uuid, not_after timestamptz,
      refreshed_at timestamp, user_agent text, ip inet, tag text
    );
    CREATE TABLE auth.mfa_factors (
      id uuid NOT NULL PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES auth.users (id) ON DELETE CASCADE, friendly_name text,
      factor_type text NOT NULL, status text NOT NULL,
      created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, secret text, phone text,
      last_challenged_at timestamptz UNIQUE
    );
    ALTER TABLE auth.identities ENABLE ROW LEVEL SECURITY;
    ALTER TABLE auth.sessions ENABLE ROW LEVEL SECURITY;
    ALTER TABLE auth.mfa_factors ENABLE ROW LEVEL SECURITY;
    CREATE TABLE storage.buckets (
      id text NOT NULL PRIMARY KEY, name text NOT NULL UNIQUE, owner uuid,
      created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now(),
      public boolean DEFAULT false, avif_autodetection boolean DEFAULT false,
      file_size_limit bigint, allowed_mime_types text[], owner_id text
    );
    CREATE TABLE storage.objects (
      id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
      bucket_id text REFERENCES storage.buckets (id), name text, owner uuid,
      created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now(),
      last_accessed_at timestamptz DEFAULT now(), metadata jsonb,
      path_tokens text[], version text, owner_id text, user_metadata jsonb
    );
    ALTER TABLE storage.buckets ENABLE ROW LEVEL SECURITY;
    ALTER TABLE storage.objects ENABLE ROW LEVEL SECURITY;
    GRANT ALL ON storage.buckets, storage.objects TO anon, authenticated, service_role;
    """
}
