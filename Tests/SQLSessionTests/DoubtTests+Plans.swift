import AccessModel
import SQLSession
import Testing

/// What is open because it depends on the plan that the server chooses.
extension DoubtTests {
  @Test(arguments: [
    "select from q join r on q.id = r.id where 1/y > 0",
    "select from q join r on q.id = r.id where 1/y <> 0", "select from q join p on q.id = p.id",
  ])
  func `An error is open where either side of a join may be read first`(_ statement: String) {
    let result = last([
      "create table q (id int primary key)", "create table r (id int, y int)",
      "insert into r values (1, 0)", "create table p (id int)", "insert into p values (1)",
      "alter table p enable row level security",
      "create policy a on p using (has_table_privilege('nobody', 'q', 'select'))",
      "grant select on q, r, p to public", "create role app", "set role app", statement,
    ])
    #expect(result?.undecided?.construct == "an error that depends on the order of a join")
  }

  @Test(arguments: [
    "select from q where id in (select y from r) and f()",
    "select from q where exists (select from r where r.y = q.id) and f()",
    "select from q where exists (select from k where k.y = q.z and k.id = 42) and f()",
  ])
  func `An error is open where an index may find no row to ask`(_ statement: String) {
    let result = last(rowsFoundFirst + [statement])
    #expect(result?.undecided?.construct == "what is asked of rows that an index may not find")
  }

  @Test func `Calls of a volatile function are open where what is joined may be read first`() {
    let result = last(
      rowsFoundFirst + ["reset role", "select from q where id in (select y from r) and f()"])
    #expect(result?.undecided?.construct == "what is asked of rows that an index may not find")
  }

  @Test func `Calls of a volatile function are open where another source may be read first`() {
    let result = last([
      "create table n (id int)", "create table i (id int)", "insert into i values (1)",
      """
      create function f(int) returns bool language plpgsql
      as $$ begin delete from i where id = $1; return true; end $$
      """, "select from i q, n r where r.id = 7 and f(q.id)",
    ])
    #expect(
      result?.undecided?.construct
        == "a volatile function whose calls depend on the order of a join")
  }

  @Test(arguments: [
    ("select from a, b where 10 / (x - 2) < 0 limit 1", true),
    ("select from a join b on x = y where 10 / (x - 2) < 0 limit 1", true),
    ("select from a where x in (select y from b where 10 / (y - 2) < 0) limit 1", true),
    ("select where exists (select from a, b where 10 / (x - 2) < 0)", true),
    ("select where exists (select from a, b where f(x))", true),
    ("select from a, b where f(x) limit 1", true), ("select from a, b where x > 0 limit 1", false),
    ("select where exists (select from a where f(x))", false),
  ])
  func `What is asked of rows of a join is open where one is enough`(
    _ statement: String, isOpen: Bool
  ) {
    let result = last([
      "create table a (x int)", "create table b (y int)", "insert into a values (1), (2), (3)",
      "insert into b values (1), (2)",
      """
      create function f(int) returns bool language plpgsql
      as $$ begin raise notice 'f'; return true; end $$
      """, statement,
    ])
    #expect((result?.undecided != nil) == isOpen)
  }

  @Test(arguments: [
    "select from v join g on g.id > 4", "select from (select g.id from v join g on g.id > 4) d",
    "select from i q join n on q.u = (q.u <> has_column_privilege('nowhere', 'x', 'insert'))",
  ])
  func `What is done beside a source without rows is open`(_ statement: String) {
    #expect(besideNothing(statement)?.undecided?.construct.contains("order of a join") == true)
  }

  @Test func `What few rows meet is asked first beside a source without rows`() {
    let statement = "select from i q join n on q.id = 7 and n.id = 1 or q.id = 8 and f(q.id)"
    #expect(besideNothing(statement)?.undecided == nil)
  }

  @Test(arguments: [
    "select daterange(current_date, current_date + 7) = daterange('2000-01-01', '2000-01-08')",
    "select length(concat(now(), now())) = 5",
    "select to_jsonb(now()) = to_jsonb(now()::timestamp)",
    "select jsonb_build_object('x', k -> 'n') #>> '{x,y}' from kept",
  ])
  func `What is made of the clock in other ways is open`(_ statement: String) {
    let result = last([
      "create table kept (k json)",
      """
      insert into kept
      select json_build_object('n', json_build_object('y', 1), 'at', now())
      """, statement,
    ])
    #expect(result?.undecided != nil)
  }

  @Test(arguments: [
    ("select from n, raises() f where f = n.id", true),
    ("select from n, writes() f where f = n.id", true),
    ("select from n, generate_series(1, 1 / (select 0)) f where f = n.id", true),
    ("select from n, (select raises()) f", true), ("select from n, raises() f", false),
    ("select from n, calm() f where f = n.id", false),
    ("select from n left join raises() f on true", false),
    ("select from n, generate_series(1, 3) f", false),
  ])
  func `A function beside a source without rows may be called`(statement: String, isOpen: Bool) {
    let result = last([
      "create table n (id int)", "create table log (id int)",
      """
      create function raises() returns setof int language plpgsql stable
      as $$ begin raise exception 'no'; end $$
      """,
      """
      create function writes() returns setof int language plpgsql
      as $$ begin insert into log values (1); end $$
      """,
      """
      create function calm() returns setof int language plpgsql stable
      as $$ begin return next 1; end $$
      """, statement,
    ])
    #expect((result?.undecided != nil) == isOpen)
  }

  @Test(arguments: [
    "merge into few using wide on few.id = wide.id when matched then delete",
    "select from wide, few where few.id = wide.id",
    "select from n join i on n.id > i.id where exists (select from docs where docs.id = i.id)",
  ])
  func `An error is open where what is joined second costs as much first`(_ statement: String) {
    let result = last(costlyPolicies + [statement])
    #expect(result?.undecided?.construct == "an error that depends on the order of a join")
  }

  @Test func `What a view asks of no column is asked of its own rows`() {
    let result = last(costlyPolicies + ["select from n join called using (id)"])
    #expect(
      result?.undecided?.construct
        == "a volatile function whose calls depend on the order of a join")
  }

  private var costlyPolicies: [String] {
    [
      "create table wide (id int, a text, b text, c text)",
      "create table few (id bigint, n bigint, is_open boolean)",
      "insert into few values (1, 1, true)",
      """
      create function fails(text) returns boolean language plpgsql stable
      as $$ begin raise exception 'no'; end $$
      """,
      "alter table few enable row level security", "create policy p on few using (fails('x'))",
      "create table n (id int)", "create table i (id int)", "insert into i values (1)",
      "create table docs (id int)", "insert into docs values (1)",
      "alter table docs enable row level security",
      "create policy p on docs using (fails(id::text))",
      """
      create function f() returns bool language plpgsql
      as $$ begin delete from i; return true; end $$
      """, "create view called as select * from i where f()",
      "grant all on all tables in schema public to public", "create role app", "set role app",
    ]
  }

  private func besideNothing(_ statement: String) -> StatementResult? {
    last([
      "create table n (id int)", "create table i (id int, u bool)",
      "insert into i values (1, true), (2, false)",
      """
      create function f(int) returns bool language plpgsql
      as $$ begin raise notice 'f'; return true; end $$
      """, "create view v as select from i where f(id)",
      "create view g as select id, count(*) from i group by id", statement,
    ])
  }

  @Test(arguments: [
    ("a join b on f()", false), ("a join b on f() join n on true", true),
    ("a join b on random() < 2 join n on true", true), ("a, b join n on f()", false),
    ("a join b on a.id = b.id where a.id < 3 limit 1", true), ("a join b using (id)", true),
    ("a order by id limit 1", true), ("a order by id", false),
  ])
  func `Which rows are asked is open where other plans ask others`(rows: String, isOpen: Bool) {
    let result = last([
      "create table a (id int primary key)", "create table b (id int primary key)",
      "create table n (id int)", "insert into a values (2), (1)", "insert into b values (1), (3)",
      """
      create function f() returns bool language plpgsql
      as $$ begin raise notice 'f'; return true; end $$
      """, "create role bob", "grant all on a, b, n to bob",
      """
      create function g(int) returns bool language plpgsql
      as $$ begin raise notice 'g'; return true; end $$
      """, "alter table a enable row level security", "create policy p on a using (g(id))",
      "alter table b enable row level security", "create policy p on b using (g(id))",
      "\(rows.contains("f()") ? "reset role" : "set role bob")", "select from \(rows)",
    ])
    #expect((result?.undecided != nil) == isOpen)
  }

  @Test(arguments: [
    (PostgresVersion.v17, "app", false), (.v18, "app", true), (.v18, "nowhere", false),
  ])
  func `From 18 on a schema that an SQL function has looked into may be looked into no more`(
    version: PostgresVersion, schema: String, isOpen: Bool
  ) {
    let result = last(
      [
        "create role bob", "create schema app", "create table app.notes (id int)",
        "set check_function_bodies = off",
        """
        create function f() returns bool language sql immutable
        as $$ select exists (select from \(schema).notes) $$
        """, "select f()", "set role bob", "select f()",
      ], on: version)
    #expect((result?.undecided != nil) == isOpen)
  }

  @Test(arguments: [
    ("q.n not in (1, null)", "stored", true), ("q.n in (1, null)", "stored", false),
    ("q.n not in (1, null)", "filled", false),
  ])
  func `Whether a table with children is seen to have no row is open`(
    condition: String, view: String, isOpen: Bool
  ) {
    let result = last([
      "create table docs (id int, n int)", "create table child () inherits (docs)",
      "create materialized view stored as select * from docs with no data",
      "create materialized view filled as select * from docs",
      "select from docs q join \(view) r on q.id = r.id where \(condition)",
    ])
    #expect((result?.undecided != nil) == isOpen)
  }

  @Test(arguments: [
    ("select max(id) from t where f(id)", true), ("select max(k) from t where f(id)", false),
    ("select max(k) from t where f(id) and k = 1", true),
    ("select min(id), max(k) from t where f(id)", false),
    ("select max(id), count(*) from t where f(id)", false),
    ("select max(id) from t where id > 0", false),
  ])
  func `Calls are open where an index may find the least or the greatest`(
    _ statement: String, isOpen: Bool
  ) {
    let result = last([
      "create table t (id int primary key, k int)", "insert into t values (1, 1), (2, 1)",
      """
      create function f(int) returns bool language plpgsql
      as $$ begin raise notice 'f'; return true; end $$
      """, statement,
    ])
    #expect((result?.undecided != nil) == isOpen)
  }

  @Test(arguments: [
    ("select fa(n) from t group by fb(n), n", true),
    ("select fa(t.id) from t join u on fb(t.id) = u.id", true),
    ("select fa(id) from t where id in (select fb(x) from u)", true),
    ("select max(fa(n)) from t where fb(id) = 1", true),
    ("delete from t where fa(id) = 1 returning fb(n)", true),
    ("select fb(id) from t where fa(n) = 1", false),
    ("select fb(id) from t union select fa(id) from t", false),
    ("update t set n = fb(n) where fa(n) = 1", false),
  ])
  func
    `Which function without EXECUTE is named is open where several parts call them`(
      _ statement: String, isOpen: Bool
    )
  {
    let result = last([
      "create table t (id int, n int)", "create table u (id int, x int)",
      "create function fa(int) returns int language plpgsql as 'begin return $1; end'",
      "create function fb(int) returns int language plpgsql as 'begin return $1; end'",
      "revoke execute on function fa(int), fb(int) from public",
      "create role app", "grant all on t, u to app", "set role app", statement,
    ])
    #expect((result?.undecided != nil) == isOpen)
    #expect(isOpen || result?.error?.message == "permission denied for function fb")
  }

  /// RULES 17: what is stored keeps its meaning.
  @Test(arguments: [
    ("exists (select 1 from mem m where m.owner = doc.owner)", "alter table doc rename to m", true),
    (
      "exists (select 1 from mem m where m.owner = doc.owner)", "alter table doc rename to d", false
    ),
    (
      "exists (select 1 from mem doc where uid = note)",
      "alter table mem rename column owner to note", true
    ),
    (
      "exists (select 1 from mem m where uid = note)",
      "alter table mem rename column owner to note", false
    ),
    ("exists (select 1 from mem doc where uid = note)", "alter table mem add note int", true),
    ("exists (select 1 from mem m where uid = note)", "alter table mem add note int", false),
  ])
  func `Names that a stored condition would take for others are open`(
    _ condition: String, _ change: String, isOpen: Bool
  ) {
    let result = last([
      "create table doc (id int, owner int, note int)", "create table mem (uid int, owner int)",
      "create policy p on doc using (\(condition))", change,
    ])
    #expect((result?.undecided != nil) == isOpen)
  }

  private var rowsFoundFirst: [String] {
    [
      "create table q (id int primary key, z int)", "insert into q values (1, 1)",
      "create table r (id int, y int)", "create table k (id int primary key, y int)",
      """
      create function f() returns bool language plpgsql
      as $$ begin delete from q where id = 1; return false; end $$
      """,
      "create role app", "grant select on q, r, k to app", "set role app",
    ]
  }

  @Test(arguments: [nil, "analyze a, b"])
  func `What a policy says of which rows is open once the planner knows the values`(
    maintenance: String?
  ) {
    let result = last(
      [
        """
        create function note(i int) returns boolean language plpgsql
        as $$ begin raise notice 'asked of %', i; return true; end $$
        """, "create table a (id int primary key, b int)",
        "create table b (id int primary key, n int)",
        "insert into a select i, i from generate_series(1, 3) i",
        "insert into b select i, i from generate_series(1, 5) i",
        "alter table b enable row level security", "create policy p on b using (note(id))",
        "create role r", "grant select on a, b to r",
      ] + (maintenance.map { [$0] } ?? [])
        + ["set role r", "select a.id from a join b on b.id = a.b where a.id = 2"])
    #expect((result?.undecided != nil) == (maintenance != nil))
  }

  @Test(arguments: ["vacuum v", nil])
  func `After VACUUM rows may be stored where others were`(maintenance: String?) {
    let result = last(
      [
        "create table v (id int, n int)", "insert into v select i, i from generate_series(1, 5) i",
        "delete from v where id < 3",
      ] + (maintenance.map { [$0] } ?? [])
        + [
          "insert into v values (6, 6)", "create sequence s", "update v set n = nextval('s')",
          "select * from v",
        ])
    #expect((result?.undecided != nil) == (maintenance != nil))
  }

  @Test(arguments: [
    (
      "policy",
      [
        "alter table t enable row level security", "create policy p on t using (log_it())",
        "set role r",
      ], "select id, to_tsvector('simple', 'a') from t"
    ),
    (
      "default", ["alter table u alter done set default log_it()"],
      "insert into u select id from t where random() < 2"
    ),
    (
      "check", ["alter table u add check (log_it())"],
      "insert into u select id from t where random() < 2"
    ),
    ("nothing", [], "select id, to_tsvector('simple', 'a') from t"),
  ])
  func `What functions write that an undecided statement calls by the way is in doubt`(
    way: String, definitions: [String], statement: String
  ) {
    let result = last(
      [
        "create role r", "create table log (m text)", "create table t (id int)",
        "create table u (id int, done bool)", "insert into t values (1), (2)",
        """
        create function log_it() returns bool language plpgsql security definer
        as $$ begin insert into log values ('m'); return true; end $$
        """, "grant all on t, u to r",
      ] + definitions + [statement, "reset role", "select count(*) from log"])
    #expect((result?.undecided != nil) == (way != "nothing"))
  }

  @Test(arguments: [(1, true), (6, false)])
  func `A cursor reads no more rows than are fetched`(rows: Int, isOpen: Bool) {
    let result = last([
      "create sequence s", "create table t (id int)",
      "insert into t select i from generate_series(1, 5) i", "begin",
      "declare c cursor for select id, nextval('s') from t", "fetch \(rows) from c",
      "select last_value from s",
    ])
    #expect((result?.undecided != nil) == isOpen)
  }
}
