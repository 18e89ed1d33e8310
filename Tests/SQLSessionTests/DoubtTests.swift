import AccessModel
import SQLFrontend
import SQLSession
import Testing

@Suite("What an undecided statement may have changed is undecided too")
struct DoubtTests {
  private func last(
    _ statements: [String], on version: PostgresVersion = .v15
  ) -> StatementResult? {
    SessionStatementReader.onDeepStack {
      let target = SimulatedTarget(version: version)
      var result: StatementResult?
      for statement in statements { result = try? target.run(statement) { [] } }
      return result
    }
  }

  @Test func `EXPLAIN ANALYZE runs its statement`() {
    let insert = "insert into t values (1)"
    func rows(after explain: String) -> [[String?]]? {
      let result = last(["create table t (a int)", "\(explain) \(insert)", "select * from t"])
      guard case .completed(_, let rows, _) = result?.outcome else { return nil }
      return rows
    }
    #expect(rows(after: "explain analyze") == [["1"]])
    #expect(rows(after: "explain") == [])
  }

  @Test(arguments: [
    [
      "create type mood as enum ('ok')", "create table t (m mood)",
      "create view v as select coalesce(m, 'ok') from t",
      "alter type mood rename value 'ok' to 'fine'", "select * from t",
    ],
    [
      "create type mood as enum ('ok')", "create table t (m mood)",
      "create view v as select coalesce(m, 'ok') from t",
      "create function f(m mood default 'ok') returns mood language sql as 'select m'",
      "alter type mood rename value 'ok' to 'fine'", "select f()",
    ],
    [
      "create role h", "create table a (v int)", "create table t (v int)",
      "grant select on a, t to h", "create foreign data wrapper w handler h",
      "create server s foreign data wrapper w", "create foreign table f (v int) server s",
      "revoke select on t, f from h", "set role h", "select has_table_privilege('t', 'select')",
    ],
    [
      "create table t (v int)", "create table i (id int generated always as identity)",
      "grant all on all sequences in schema public to public", "create role h", "set role h",
      "select nextval('i_id_seq')",
    ],
    [
      "alter default privileges grant usage on sequences to public",
      "create table i (id int generated always as identity)", "create role h", "set role h",
      "select nextval('i_id_seq')",
    ],
    [
      "create table t (a int)", "insert into t values (1)",
      "update t set a = 2 where to_tsvector('english', 'a') is not null",
      "alter table t add check (a = 1)",
    ],
    [
      "create table t (a int)", "create table r (a int)", "create unique index on t (a)",
      "insert into r values (5)",
      "insert into t select 5 where to_tsvector('english', 'a') is not null",
      "alter table r add foreign key (a) references t (a)",
    ],
    [
      "create role h",
      "create function x() returns void language c as 'library'", "select x()",
      "select current_user",
    ],
    [
      "create domain d as text", "create table t (x d)", "insert into t values ('a')",
      "alter domain d add constraint c check (to_tsvector('english', value) is not null)",
      "select * from t",
    ],
    [
      "create operator === (leftarg = int, rightarg = int, function = int4eq, hashes)",
      "table pg_policies",
    ],
    ["create table t (a int)", "alter schema public rename to other", "select * from t"],
    ["create type r as range (subtype = int4)", "select r(1, 2)"],
    [
      "create table q (a int)", "create rule nr as on delete to q do also nothing",
      "insert into q values (5) returning to_tsvector('english', 'a')", "select count(*) from q",
    ],
    [
      "select set_config('a.b', to_tsvector('english', 'a')::text, false)",
      "select current_setting('a.b', true)",
    ],
  ])
  func `definitions that are not known leave their tables and catalogs in doubt`(
    statements: [String]
  ) {
    guard case .undecided = last(statements)?.outcome else {
      Issue.record("\(String(describing: last(statements)?.outcome))")
      return
    }
  }

  @Test(arguments: [
    [
      "do $$ begin perform write(1); set constraints all immediate; end $$",
      "select count(*) from t",
    ],
    [
      "do $$ begin perform write(1); set constraints all immediate; end $$",
      "do $$ begin raise notice '%', (select count(*) from t); end $$",
    ],
    ["do $$ declare c refcursor := 'x'; begin perform write(1); end $$", "select count(*) from t"],
    ["create table s as select write(1), pg_sleep(0)", "select count(*) from t"],
    [
      "create table s (a int)", "insert into s values (1)",
      "alter table s add column b int default write(1) + length(pg_sleep(0)::text)",
      "select count(*) from t",
    ],
    [
      "create table s (a int)", "insert into s values (1)", "create domain d as int",
      "alter table s alter column a type d",
      "alter domain d add check (write(value) + length(pg_sleep(0)::text) > 0)",
      "select count(*) from t",
    ],
    [
      "create materialized view m as select write(1), length(pg_sleep(0)::text) with no data",
      "refresh materialized view m", "select count(*) from t",
    ],
    [
      "create table s (a int)",
      "create function fire() returns trigger language plpgsql as "
        + "'begin perform write(1); perform pg_sleep(0); return null; end'",
      "create constraint trigger c after insert on s deferrable initially deferred "
        + "for each row execute function fire()",
      "insert into s values (1)", "select count(*) from t",
    ],
    [
      "create table s (a int)",
      "create function fire() returns trigger language plpgsql as "
        + "'begin perform write(1); perform pg_sleep(0); return null; end'",
      "create constraint trigger c after insert on s deferrable initially deferred "
        + "for each row execute function fire()",
      "begin", "insert into s values (1)", "commit", "select count(*) from t",
    ],
    [
      "do $$ begin set role other; set constraints all immediate; end $$",
      "select current_user = 'other'",
    ],
    [
      "create role own superuser", "set role own", "create table s (a int)",
      "create function f(int, int) returns int language sql as 'select 1'",
      "create operator === (leftarg = int, rightarg = int, function = f)", "reset role",
      "reassign owned by own to other", "select has_table_privilege('other', 's', 'select')",
    ],
  ])
  func `functions that an undecided definition called may have written`(statements: [String]) {
    let result = last(
      [
        "create role other", "create table t (a int)",
        "create function write(int) returns int language plpgsql as "
          + "'begin insert into t values ($1); return 1; end'",
      ] + statements)
    #expect(result?.undecided != nil)
  }

  @Test(arguments: [
    "merge into \"my table\" t using s on false when not matched then insert values (1);",
    "execute 'truncate s';",
  ])
  func `a block that is undecided may have changed the rows of any table`(_ body: String) {
    for table in ["\"my table\"", "s", "v"] {
      let result = last([
        "create table \"my table\" (a int)", "create table s (a int)",
        "create view v as select * from \"my table\"", "insert into s values (1), (2)",
        "do $$ begin \(body) perform pg_sleep(0); end $$", "select * from \(table)",
      ])
      #expect(result?.undecided != nil)
    }
  }

  @Test(arguments: [
    "update c set n = 9 from v where v.id = c.id", "delete from c using v where v.id = c.id",
    "merge into c using v on v.id = c.id when matched then delete",
    "select a.id from a where not exists (select from b where b.id = a.id) "
      + "and exists (select from c where c.id = a.id and says(a.n))",
  ])
  func `of which rows a join asks what it is to ask is open where that shows`(
    _ statement: String
  ) {
    let before = [
      "create role r", "create table a (id int primary key, n int)",
      "create table b (id int primary key, n int)", "create table c (id int, n int)",
      "insert into a values (1, 1), (3, 0)", "insert into b values (1, 1), (2, 0)",
      "insert into c values (1, 1)",
      "create function says(int) returns boolean language plpgsql stable as "
        + "$$ begin raise notice '%', $1; return true; end $$",
      "create view v with (security_invoker) as select a.id from a join b using (id)",
      "alter table b enable row level security", "create policy p on b using (says(n))",
      "grant all on a, b, c, v to r", "set role r",
    ]
    #expect(last(before + [statement])?.undecided != nil)
    // Nothing shows of a policy that says nothing.
    let silent = before.map { $0.replacing("raise notice '%', $1; ", with: "") }
    #expect(last(silent + [statement])?.undecided == nil)
  }

  @Test func `rows of a type in doubt name what was done to the type`() {
    let before = [
      "create domain d as text", "create table u (p d)", "insert into u values ('ok')",
      "alter domain d add constraint c check (to_tsvector('english', value) is not null)",
    ]
    let reason = last(before)?.undecided?.construct
    let construct = last(before + ["select * from u"])?.undecided?.construct
    #expect(reason != nil && construct == "the rows of `u`, after \(reason ?? "")")
  }

  @Test(arguments: [
    "insert into t select a.id from a join b using (id)", "insert into t select id from v",
    "select from a where not exists (select from w where w.id = a.id) and a.id < 2",
  ])
  func `What a join fails at is open where it may give a row before`(_ statement: String) {
    let result = last([
      "create role app", "create table a (id int)", "create table k (id int primary key)",
      "create table b (id int, y int)", "create table t (id int check (id > 1))",
      "insert into a values (1), (2)", "insert into k values (1), (2)",
      "insert into b values (1, 1), (2, 0)",
      """
      create function f(int) returns bool language plpgsql
      as $$ begin return 1 / $1 > 0; end $$
      """, "alter table b enable row level security", "create policy p on b using (f(y))",
      "create view v with (security_invoker) as select b.id from a join b using (id)",
      "create view w with (security_invoker) as select k.id from k join b using (id)",
      "grant all on all tables in schema public to app", "set role app", statement,
    ])
    #expect(result?.undecided != nil)
  }

  @Test(arguments: [
    [
      "create function f(p int) returns void language plpgsql "
        + "as $$ begin create temp table s as select p; end $$", "select f(1)",
    ],
    [
      "create type e as enum ('a')", "create table t (m e)",
      "create view v as select coalesce(m, 'a') from t",
      "alter type e rename value 'a' to 'b'", "select 'b'::e",
    ],
  ])
  func `What is not known of bodies, variables and types refuses nothing`(statements: [String]) {
    #expect(last(statements)?.undecided != nil)
  }

  @Test(arguments: [
    "select a = 'x' from c", "select * from c where a in ('x')", "select 'a'::text % 'b'",
    "select ext.digest('a'::bytea, 'md5')", "select lower(a) from c",
    "update t set a = 2", "insert into c values (lower('B'))", "update c set a = 'y'::text",
    "select coalesce(a, 'x'::text) from c",
  ])
  func `What extensions bring along is not said to be missing`(_ statement: String) {
    let result = last([
      "create schema ext", "create extension citext", "create extension pg_trgm",
      "create extension pgcrypto schema ext", "create extension moddatetime",
      "create table c (a citext)", "create table t (a int, b timestamptz)",
      "insert into t values (1)",
      "create trigger m before update on t for each row execute function moddatetime(b)", statement,
    ])
    #expect(result?.undecided != nil)
  }

  @Test func `What no extension has is missing beside one`() {
    let result = last(["create extension pgcrypto", "select 1 = 'a'::text"])
    #expect(result?.error?.sqlState.rawValue == "42883")
  }

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

  private let costlyPolicies = [
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

  @Test func `Rows that an index may find in another order are open where the first one counts`() {
    let result = last([
      "create table t (id int primary key, k text)", "insert into t values (3, 'a'), (4, 'b')",
      "update t set k = 'c' where id = 3", "update t set id = null where id >= 3",
    ])
    #expect(result?.undecided != nil)
    let sorted = last([
      "create table t (id int primary key, k text)", "insert into t values (3, 'a'), (4, 'b')",
      "update t set id = null where id >= 3",
    ])
    #expect(sorted?.error?.sqlState == .notNullViolation)
  }

  @Test func `A locked row that the statement itself may have changed is open`() {
    let result = last([
      "create table t (id int)", "insert into t values (1)",
      """
      create function f() returns bool language plpgsql
      as $$ begin delete from t where id = 1; return true; end $$
      """, "select f() from t for update",
    ])
    #expect(result?.undecided != nil)
  }

  @Test(arguments: [
    ("raise notice 'n'; return true;", true), ("perform nextval('s'); return true;", false),
  ])
  func `calls that are not known leave rows in doubt unless they only speak`(
    body: String, isDecided: Bool
  ) {
    let join = """
      update t1 set b = t1.b || '!' from t2
      where t1.a = 3 and t2.a = 3 and f_leak(t1.b) and f_leak(t2.b)
      """
    let before = [
      "create sequence s", "create table t1 (a int, b text)", "create table t2 (a int, b text)",
      "insert into t1 values (1, 'a'), (3, 'c')", "insert into t2 values (1, 'a'), (4, 'd')",
      """
      create function f_leak(text) returns bool cost 0.0000001 language plpgsql
      as $$ begin \(body) end $$
      """,
      "create role r", "grant all on t1, t2, s to r", "alter table t1 enable row level security",
      "create policy p on t1 using (a % 2 = 0)", "set role r",
    ]
    guard case .undecided? = last(before + [join])?.outcome else {
      Issue.record("the join is decided")
      return
    }
    let rows = last(before + [join, "reset role", "select * from t1"])?.outcome
    if isDecided {
      guard case .completed(_, [["1", "a"], ["3", "c"]], _)? = rows else {
        Issue.record("\(String(describing: rows))")
        return
      }
    } else {
      guard case .undecided? = rows else {
        Issue.record("\(String(describing: rows))")
        return
      }
    }
  }

  @Test func `A query that only reads leaves nothing in doubt`() {
    let result = last([
      "create table t (a int, b int)", "insert into t values (1, 1)",
      """
      with recursive c(a) as (select a from t union all select t.a from t join c on c.a = t.b)
      cycle a set is_cycle using path select * from c
      """, "select * from t",
    ])
    guard case .completed(_, [["1", "1"]], _)? = result?.outcome else {
      Issue.record("\(String(describing: result?.outcome))")
      return
    }
  }
}
