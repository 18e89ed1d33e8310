import AccessModel
import SQLBinding
import SQLFrontend
import Testing

/// What means something else has another normal form, and what means the same has the same.
struct NormalFormDifferenceTests {
  private static let tables = """
    CREATE TYPE mood AS ENUM ('good', 'bad');
    CREATE TABLE t (id int, big bigint, price numeric(10, 2), who text, kind varchar(20), m mood,
      at timestamptz, tags text[], data jsonb, ok boolean);
    CREATE TABLE u (id int, t_id int, who text);
    CREATE FUNCTION f(text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
    CREATE FUNCTION g(text) RETURNS boolean LANGUAGE sql AS 'SELECT true';

    """

  private func form(_ condition: String) throws -> NormalForm {
    let catalog = SQLReader().read([
      SQLFile(name: "t", text: Self.tables + "CREATE POLICY p ON t USING (\(condition));")
    ]).catalog
    let name = QualifiedName("public", "t")
    let policy = try #require(catalog.table(name)?.policies.first)
    let forms = NormalForms(CatalogNames(catalog))
    let form = try #require(forms.form(of: policy.using, over: name))
    #expect(form.isResolved, "\(condition)")
    return form
  }

  @Test(arguments: [
    ("id = 1", "id = 2"), ("id = 1", "big = 1"), ("id = 1", "id <> 1"), ("id < 1", "id <= 1"),
    ("who = 'a'", "who = 'b'"), ("who = 'a'", "who = 'A'"), ("who = 'a'", "kind = 'a'"),
    ("ok AND id = 1", "ok OR id = 1"), ("ok", "NOT ok"), ("ok IS TRUE", "ok IS NOT FALSE"),
    ("id IN (1, 2)", "id IN (1, 3)"), ("id IN (1, 2)", "id NOT IN (1, 2)"),
    ("id BETWEEN 1 AND 2", "id NOT BETWEEN 1 AND 2"), ("who LIKE 'a%'", "who ILIKE 'a%'"),
    ("who LIKE 'a%'", "who NOT LIKE 'a%'"), ("f(who)", "g(who)"), ("f(who)", "f(kind)"),
    ("id IS NULL", "id IS NOT NULL"), ("m = 'good'", "m = 'bad'"),
    ("id IS DISTINCT FROM 1", "id IS NOT DISTINCT FROM 1"),
    ("price = 1.5", "price = 1.6"), ("price::int = 1", "price = 1"),
    ("kind::varchar(2) = 'a'", "kind::varchar(3) = 'a'"), ("id = ANY ('{1}')", "id = ALL ('{1}')"),
    ("EXISTS (SELECT 1 FROM u WHERE u.id = t.id)", "EXISTS (SELECT 1 FROM u WHERE u.id = u.id)"),
    (
      "EXISTS (SELECT 1 FROM u WHERE u.id = t.id)", "NOT EXISTS (SELECT 1 FROM u WHERE u.id = t.id)"
    ),
    ("id IN (SELECT id FROM u)", "id IN (SELECT t_id FROM u)"),
    ("id = (SELECT max(id) FROM u)", "id = (SELECT min(id) FROM u)"),
    ("who = current_user", "who = session_user"), ("tags @> '{a}'", "tags <@ '{a}'"),
    ("data ->> 'a' = 'x'", "data ->> 'b' = 'x'"), ("who < 'a'", "who COLLATE \"C\" < 'a'"),
    ("at > '2020-01-01 00:00:00+00'", "at > '2020-01-02 00:00:00+00'"),
    ("CASE WHEN ok THEN id = 1 ELSE id = 2 END", "CASE WHEN ok THEN id = 2 ELSE id = 1 END"),
    ("coalesce(who, 'a') = 'a'", "coalesce('a', who) = 'a'"), ("id = -1", "id = 1"),
    ("current_setting('a', true) = 'x'", "current_setting('a') = 'x'"),
  ])
  func `another meaning has another form`(first: String, second: String) throws {
    #expect(try form(first) != form(second))
  }

  @Test(arguments: [
    ("id IN (1, 2)", "(id = ANY (ARRAY[1, 2]))"), ("id IN (1)", "(t.id = 1)"),
    ("id NOT IN (1, 2)", "(id <> ALL (ARRAY[1, 2]))"),
    (
      "kind IN ('a', 'b')",
      "((kind)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))"
    ),
    ("who = 'a'", "(who = 'a'::text)"), ("kind = 'a'", "((kind)::text = 'a'::text)"),
    ("m = 'good'", "(m = 'good'::public.mood)"), ("id = -1", "(id = '-1'::integer)"),
    ("id BETWEEN 1 AND 2", "((id >= 1) AND (id <= 2))"), ("big = 1", "(big = '1'::bigint)"),
    ("who NOT LIKE 'a%'", "(who !~~ 'a%'::text)"), ("ok AND (ok AND ok)", "((ok AND ok) AND ok)"),
    ("id IS NOT DISTINCT FROM 1", "(NOT (id IS DISTINCT FROM 1))"),
    ("id NOT IN (SELECT x.id FROM u x)", "(NOT (id IN ( SELECT u.id FROM public.u)))"),
    ("price = 1.5", "(price = '1.5'::numeric)"),
    ("(price)::numeric(10,2) = 2", "price::numeric(10, 2) = 2"),
    ("data = '{}'", "(data = '{}'::jsonb)"), ("(id, big) = (1, 2)", "((id = 1) AND (big = 2))"),
    ("at > now() - interval '1 day'", "(at > (now() - '1 day'::interval))"),
    ("id IN (1, 2.5)", "((id)::numeric = ANY (ARRAY[(1)::numeric, 2.5]))"),
    (
      "EXISTS (SELECT 1 FROM u WHERE t_id = t.id)",
      "(EXISTS ( SELECT 1\n   FROM public.u\n  WHERE (u.t_id = t.id)))"
    ),
  ])
  func `PostgreSQL's own text has the same form`(written: String, shown: String) throws {
    #expect(try form(written) == form(shown))
  }
}
