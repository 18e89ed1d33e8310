// swift-format-ignore-file
import RowkeepCommands

@main struct Club: AccessPlanApp {
  static let plan = Plan("club", platform: .supabase, apiDefaults: .granted) {
    Role("auditor")
    Role("chief", memberOf: Role("auditor"), canLogin: true, bypassesRowSecurity: true)
    Role("keeper")
    Schema("club")
    Member.self
    Note.self
    Log.self
    Setting.self
    Notes.self
    SQL("GRANT keeper TO postgres")
    SQL("ALTER ROLE authenticator SET pgrst.db_pre_request = 'club.check_request'")
    SQL("ALTER ROLE auditor SET statement_timeout = '5s'")
    SQL("ALTER ROLE keeper NOSUPERUSER NOBYPASSRLS INHERIT NOLOGIN CREATEROLE")
    SQL("GRANT auditor TO keeper WITH ADMIN OPTION")
    SQL("REVOKE ALL ON SCHEMA storage FROM anon")
    SQL("REVOKE ALL ON SCHEMA club FROM auditor")
    SQL("REVOKE ALL ON SCHEMA club FROM service_role")
    SQL("GRANT USAGE ON SCHEMA club TO authenticated")
    SQL("CREATE TYPE club.standing AS ENUM ('new', 'old')")
    SQL("CREATE DOMAIN club.email AS text CONSTRAINT email_check CHECK (value LIKE '%@%')")
    SQL(#"""
    CREATE OR REPLACE FUNCTION club.is_member(person uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = ''
    AS $$
    SELECT EXISTS (SELECT 1 FROM club.member WHERE member.id = $1)
    $$
    """#)
    SQL("REVOKE ALL ON FUNCTION club.is_member(uuid) FROM PUBLIC")
    SQL("GRANT EXECUTE ON FUNCTION club.is_member(uuid) TO authenticated")
    SQL(#"""
    CREATE OR REPLACE FUNCTION public.stamp() RETURNS trigger
    LANGUAGE plpgsql VOLATILE SECURITY INVOKER
    AS $$
    BEGIN
      NEW.created_at := now();
      RETURN NEW;
    END;
    $$
    """#)
    SQL("GRANT EXECUTE ON FUNCTION public.stamp() TO anon")
    SQL("GRANT EXECUTE ON FUNCTION public.stamp() TO authenticated")
    SQL("GRANT EXECUTE ON FUNCTION public.stamp() TO service_role")
    SQL("REVOKE ALL ON TABLE storage.objects FROM anon")
    SQL("REVOKE ALL ON TABLE storage.objects FROM authenticated")
    SQL("GRANT SELECT, UPDATE, TRUNCATE, REFERENCES, TRIGGER ON TABLE storage.objects TO authenticated")
    SQL(#"""
    CREATE POLICY own_files ON storage.objects
      AS PERMISSIVE
      FOR SELECT
      TO authenticated
      USING (objects.owner = (SELECT auth.uid()))
    """#)
    SQL(#"""
    CREATE POLICY "Everyone's pictures" ON storage.objects
      AS PERMISSIVE
      FOR SELECT
      TO authenticated
      USING (storage.extension(objects.name) = 'png')
    """#)
  }
}
