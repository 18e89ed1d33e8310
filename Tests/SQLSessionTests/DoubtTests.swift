import AccessModel
import SQLFrontend
import SQLSession
import Testing

@Suite("What an undecided statement may have changed is undecided too")
struct DoubtTests {
  func last(
    _ statements: [String], on version: PostgresVersion = .v15
  ) -> StatementResult? {
    SessionStatementReader.onDeepStack {
      let target = SimulatedTarget(version: version)
      var result: StatementResult?
      for statement in statements { result = try? target.run(statement) { [] } }
      return result
    }
  }

  private func rows(_ result: StatementResult?) -> [[String?]]? {
    guard case .completed(_, let rows, _) = result?.outcome else { return nil }
    return rows
  }

  @Test func `a doubt names once what it comes from`() {
    let grant = "grant select on large object 1001 to postgres"
    let second = last([grant, grant])?.undecided?.construct
    #expect(second?.hasPrefix("`1001`, after ") == true)
    #expect(last([grant, grant, grant])?.undecided?.construct == second)
  }

  @Test(arguments: [
    ("new.at := now();", true), ("if new.a > 1 then new.at := now(); end if;", true),
    ("raise notice 'called';", false), ("new.a := (select count(*) from t);", false),
    ("perform f();", false), ("new.a := nextval('s');", false), ("new.a := f();", false),
  ])
  func `WITH that writes is decided beside triggers that only change the row`(
    _ body: String, isDecided: Bool
  ) {
    let result = last([
      "create table t (a int, at timestamptz)", "create table u (a int)", "create sequence s",
      "create function f() returns int language sql volatile as 'select 1'",
      """
      create function touch() returns trigger language plpgsql
      as $$ begin \(body) return new; end $$
      """, "create trigger t before insert on t for each row execute function touch()",
      "with w as (insert into t values (1) returning 1 as a) insert into u select a from w",
    ])
    #expect((result?.undecided == nil) == isDecided)
  }

  @Test func `a WITH that fails as it is read may not be first, but fails`() {
    let before = [
      "create table a (id int check (id < 2))", "create table b (id int check (id < 1))",
      "with w as (insert into a values (1), (2) returning id) insert into b select id from w",
    ]
    #expect(last(before)?.undecided?.isRefusal == true)
    #expect(last(before + ["select * from a"])?.undecided == nil)
  }

  @Test func `EXPLAIN runs what was prepared with ANALYZE alone`() {
    let result = last([
      "create table t (a int)", "prepare p as insert into t values (1)",
      "explain analyze execute p", "explain (analyze off) delete from t", "explain execute p",
      "select a from t",
    ])
    #expect(rows(result) == [["1"]])
    #expect(
      last(["explain analyze create table t as select 1 as a", "select a from t"])?.undecided != nil
    )
  }

  @Test func `a statement with parameters from elsewhere is undecided`() {
    let result = SessionStatementReader.onDeepStack {
      let target = SimulatedTarget(version: .v16)
      target.bindNext()
      let bound = try? target.run("select 1") { [] }
      return [bound, try? target.run("select 2") { [] }]
    }
    #expect(result[0]?.undecided != nil)
    #expect(result[1]?.undecided == nil)
  }

  @Test func `EXPLAIN ANALYZE runs its statement`() {
    let insert = "insert into t values (1)"
    func rows(after explain: String) -> [[String?]]? {
      self.rows(last(["create table t (a int)", "\(explain) \(insert)", "select * from t"]))
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
    ["do $$ declare c point := '(1,2)'; begin perform write(1); end $$", "select count(*) from t"],
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

  @Test func `What an operator's function is granted to holds for the operator`() {
    func result(of function: String) -> StatementResult? {
      last(["create role r", "revoke execute on function \(function) from public", "select 1 = 1"])
    }
    #expect(result(of: "int4eq(int, int)")?.undecided != nil)
    #expect(result(of: "pg_read_file(text)")?.undecided == nil)
  }

  @Test func `What no extension has is missing beside one`() {
    let result = last(["create extension pgcrypto", "select 1 = 'a'::text"])
    #expect(result?.error?.sqlState.rawValue == "42883")
  }

  @Test(arguments: [
    "t is not null", "t.* is not null", "tableoid is null", "c = 5", "f(a)", "random() >= 0",
    "exists (select)",
  ])
  func `What COPY asks of a line is open where it needs more than the line`(condition: String) {
    let before = [
      "create table t (a int, b text, c int default 5)",
      "create function f(int) returns bool language sql as 'select $1 > 0'",
    ]
    func result(_ condition: String) -> StatementResult? {
      SessionStatementReader.onDeepStack {
        let target = SimulatedTarget(version: .v15)
        for statement in before { _ = try? target.run(statement) { [] } }
        return try? target.run("copy t (a, b) from stdin where \(condition)") { ["1\tx"] }
      }
    }
    #expect(result(condition)?.undecided?.construct.contains("COPY … WHERE") == true)
    guard case .completed(_, _, "COPY 1") = result("(a, b) = (1, 'x')")?.outcome else {
      Issue.record("what is asked of the line alone is open")
      return
    }
  }

  @Test(arguments: [
    ("stable", "", true), ("stable", "commit", false), ("immutable", "commit", true),
  ])
  func `What a plan of another role calls is open where that looks no more`(
    volatility: String, between: String, isOpen: Bool
  ) {
    let result = last(
      [
        "create role a", "create role b",
        "create function g(int) returns int language plpgsql \(volatility) as 'begin return 1; end'",
        "revoke execute on function g(int) from public", "grant execute on function g(int) to a",
        "create function f() returns int language plpgsql as 'begin return g(1); end'",
        "begin", "set role a", "select f()", "reset role",
      ] + (between.isEmpty ? [] : [between]) + ["set role b", "select f()"])
    #expect((result?.undecided != nil) == isOpen)
    if !isOpen { #expect(result?.error?.sqlState == .insufficientPrivilege) }
  }

  @Test func `Which rows an inlined function locks is open once some have changed`() {
    let result = last([
      "create table t (n int)", "insert into t values (1), (2)",
      "create function f() returns setof t language sql stable as 'select * from t for update'",
      """
      do $$ declare r record; c cursor for select * from f();
      begin open c; fetch c into r; update t set n = 0; fetch c into r; end $$
      """,
    ])
    #expect(result?.undecided?.construct.contains("rows to lock") == true)
  }

  @Test func `Whether an index calls a function that was merged before is open`() {
    let result = last([
      "create role r", "create function f(int) returns int language sql immutable as 'select $1'",
      "create table t (n int)", "create unique index on t (f(n))", "grant all on t to r",
      "revoke execute on function f(int) from public", "set role r",
      "insert into t values (1) on conflict do nothing",
    ])
    #expect(result?.undecided?.construct.contains("first to use an index") == true)
  }

  @Test(arguments: ["select c::p from c", "drop extension plpgsql"])
  func `What is not modelled is open`(_ statement: String) {
    let result = last([
      "create table p (a int)", "create table c (b int) inherits (p)",
      "insert into c values (1, 2)", statement,
    ])
    #expect(result?.undecided != nil)
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
