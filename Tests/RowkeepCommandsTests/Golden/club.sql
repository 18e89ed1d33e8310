-- A club, with one of everything that import writes.
CREATE ROLE auditor NOLOGIN;
CREATE ROLE chief LOGIN BYPASSRLS;
GRANT auditor TO chief;
CREATE ROLE keeper CREATEROLE;
GRANT auditor TO keeper WITH ADMIN OPTION;
GRANT keeper TO postgres;
ALTER ROLE auditor SET statement_timeout = '5s';
ALTER ROLE authenticator SET pgrst.db_pre_request = 'club.check_request';
CREATE SCHEMA club;
GRANT USAGE ON SCHEMA club TO authenticated;
CREATE TYPE club.standing AS ENUM ('new', 'old');
CREATE DOMAIN club.email AS text CHECK (VALUE LIKE '%@%');

CREATE FUNCTION club.is_member(person uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
  AS $$ SELECT EXISTS (SELECT 1 FROM club.member WHERE member.id = person) $$;
REVOKE EXECUTE ON FUNCTION club.is_member(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION club.is_member(uuid) TO authenticated;

CREATE TABLE club.member (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid() REFERENCES auth.users (id) ON DELETE CASCADE,
  email club.email NOT NULL UNIQUE,
  standing club.standing NOT NULL DEFAULT 'new',
  tags text[],
  full_name varchar(80) NOT NULL,
  initial text GENERATED ALWAYS AS (left(full_name, 1)) STORED,
  "class" integer NOT NULL DEFAULT 1 CHECK ("class" > 0),
  owner uuid,
  UNIQUE (full_name, "class")
);
COMMENT ON TABLE club.member IS 'Who belongs.';
COMMENT ON COLUMN club.member.tags IS 'as "written"';
ALTER TABLE club.member ENABLE ROW LEVEL SECURITY;
ALTER TABLE club.member FORCE ROW LEVEL SECURITY;
CREATE POLICY "members see members" ON club.member FOR SELECT TO authenticated
  USING (club.is_member((SELECT auth.uid())));
CREATE POLICY mine ON club.member FOR UPDATE TO authenticated
  USING (id = (SELECT auth.uid()) AND "class" > 0) WITH CHECK (id = (SELECT auth.uid()));
CREATE POLICY audit ON club.member FOR SELECT TO auditor USING (true);
CREATE POLICY no_old ON club.member AS RESTRICTIVE TO PUBLIC USING (standing <> 'old');
GRANT SELECT ON club.member TO authenticated;
GRANT UPDATE (full_name, tags) ON club.member TO authenticated;
GRANT SELECT ON club.member TO auditor WITH GRANT OPTION;

CREATE TABLE note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author uuid NOT NULL REFERENCES club.member (id),
  reply_to bigint REFERENCES note ON DELETE SET NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT short CHECK (length(body) < 100)
);
CREATE INDEX note_author ON note (author);
ALTER TABLE note ENABLE ROW LEVEL SECURITY;
CREATE POLICY "public may select" ON note FOR SELECT USING (true);
CREATE POLICY "authenticated may do all" ON note TO authenticated
  USING (author = (SELECT auth.uid()));
REVOKE ALL ON note FROM anon;
GRANT SELECT (id, body) ON note TO anon;

CREATE TABLE log (what text, at timestamp);
CREATE TABLE setting (key text PRIMARY KEY, value jsonb);

CREATE VIEW notes WITH (security_invoker = on, security_barrier) AS
  SELECT note.id, note.body, member.full_name
  FROM note JOIN club.member ON member.id = note.author;
REVOKE ALL ON notes FROM anon, authenticated;
GRANT SELECT ON notes TO authenticated, auditor;

CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.created_at := now();
  RETURN NEW;
END;
$$;
CREATE TRIGGER stamp BEFORE INSERT ON note FOR EACH ROW EXECUTE FUNCTION stamp();
CREATE POLICY own_files ON storage.objects FOR SELECT TO authenticated
  USING (owner = (SELECT auth.uid()));

-- What the platform gave goes.
REVOKE USAGE ON SCHEMA storage FROM anon;
REVOKE ALL ON storage.objects FROM anon;
REVOKE INSERT, DELETE ON storage.objects FROM authenticated;
CREATE POLICY "Everyone's pictures" ON storage.objects FOR SELECT TO authenticated
  USING (storage.extension(name) = 'png');
