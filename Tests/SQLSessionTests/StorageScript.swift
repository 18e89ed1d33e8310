import DiceTesting

/// A session that writes to tables and takes values from sequences in all sorts of ways, and looks at
/// where rows are stored and sequences stand.
struct StorageScript {
  private let dice: Dice
  private var isOpen = false
  private(set) var text: String

  init(seed: UInt64, statements: Int = 60) {
    dice = Dice(seed: seed)
    text = Self.setUp
    for _ in 0..<statements { addStatement() }
  }

  private static let setUp = """
    create sequence s; create sequence c cache 4;
    create sequence m maxvalue 12 minvalue -3 start 9 increment 2 cycle;
    create table keyed (a int primary key, b text, check (a < 100));
    create table plain (a int, b text);
    create table referring (id int references keyed on update cascade on delete cascade, x int);
    create table counted (id serial, a int unique, b text);
    create table parent (a int, b text); create table child (c int) inherits (parent);
    create table parts (a int, b text) partition by list (a);
    create table part_1 partition of parts for values in (0, 1, 2, 3);
    create table part_2 partition of parts default;
    create view shown as select a, b from keyed where a < 50 with check option;
    create view places as select ctid, a from keyed;
    create function fired() returns trigger language plpgsql as
      $$ begin insert into plain values (new.a, 'fired'); return new; end $$;
    create function inserted(n int) returns int language plpgsql as
      $$ begin insert into plain values (n, 'inserted'); return n; end $$;
    create function tried(n int) returns int language plpgsql as
      $$ begin insert into keyed values (n, 'tried'); return n;
      exception when others then return -1; end $$;

    """

  private mutating func addStatement() {
    text += statement() + ";\n"
    // Inside of a transaction what is undecided leaves all open that follows.
    guard !isOpen || dice.chance(15) else { return }
    for table in dice.some(Self.tables, 40) {
      text += "select ctid, * from \(table) order by 2, 3, 1;\n"
    }
    text +=
      "select \(dice.pick(["*", "last_value, is_called"])) from \(dice.pick(["s", "c", "m"]));\n"
    if dice.chance(10) { text += "select * from places order by a;\n" }
    if dice.chance(10) {
      text += "select a from plain where ctid = '(0,\(dice.within(1...9)))';\n"
    }
  }

  private static let tables = ["keyed", "plain", "referring", "counted", "parent", "parts"]

  private mutating func statement() -> String {
    let table = dice.pick([
      "keyed", "keyed", "plain", "counted", "parent", "child", "parts", "shown",
    ])
    let into = "insert into \(table) (a, b) "
    switch dice.below(20) {
    case 0...4:
      let rows = (0..<dice.pick([1, 1, 1, 2, 3])).map { _ in row() }
      return into + "values " + rows.joined(separator: ", ")
    case 5: return into + "select g, 'g' from generate_series(\(value()), \(value())) g"
    case 6:
      let operation = dice.pick(["=", "=", "<"])
      return "update \(table) set b = b || '!' where a \(operation) \(value())"
    case 7: return "update \(table) set a = \(value()) where a = \(value())"
    case 8: return "delete from \(table) where a \(dice.pick(["=", "=", "<"])) \(value())"
    case 9:
      let action = dice.pick(["do nothing", "(a) do update set b = excluded.b"])
      return "insert into \(dice.pick(["keyed", "counted"])) (a, b) values \(row()) on conflict "
        + action
    case 10:
      return
        "merge into \(dice.pick(["keyed", "plain"])) t using (values \(row()), \(row())) w (a, b) "
        + "on t.a = w.a when matched then update set b = w.b "
        + "when not matched then insert (a, b) values (w.a, w.b)"
    case 11:
      return "truncate "
        + dice.pick(["plain", "keyed, referring", "counted", "counted restart identity", "parts"])
    case 12: return "insert into referring values (\(value()), 1)"
    case 13: return transaction()
    case 14: return definition()
    case 15, 16: return counting()
    case 17: return "select \(dice.pick(["inserted", "tried"]))(\(value()))"
    case 18:
      return "with w as (insert into plain values \(row()) returning a) "
        + "insert into keyed select a, 'w' from w"
    default: return "update keyed set b = 'joined' from plain where keyed.a = plain.a"
    }
  }

  private mutating func transaction() -> String {
    guard isOpen else {
      isOpen = true
      return "begin"
    }
    let word = dice.pick(["commit", "rollback", "rollback", "savepoint a", "rollback to a"])
    if word == "commit" || word == "rollback" { isOpen = false }
    return word
  }

  private func definition() -> String {
    dice.pick([
      "create index on keyed (b)", "create index on plain (b)",
      "alter table plain add column if not exists z int default 4",
      "alter table plain alter a type bigint", "alter table keyed enable row level security",
      "alter table keyed alter b set default 8", "vacuum plain", "analyze keyed",
      "create or replace trigger fired after insert on counted for each row execute function fired()",
      "drop trigger if exists fired on counted",
    ])
  }

  private func counting() -> String {
    dice.pick([
      "select nextval('s')", "select nextval('c')", "select nextval('m')", "select lastval()",
      "select currval('s')", "select setval('s', \(dice.within(1...40)), \(dice.chance(50)))",
      "alter sequence s restart", "alter sequence c restart 30", "alter sequence c start 8",
      "alter sequence m increment \(dice.pick([1, 2, -1, 3]))",
      "alter sequence s increment \(dice.pick([1, 5]))",
      "alter sequence s maxvalue \(dice.pick([30, 40]))",
      "drop sequence if exists s; create sequence s",
      "alter sequence s rename to t; alter sequence t rename to s",
      "do $$ begin begin insert into plain values (1, 'do'); alter sequence s restart 5; "
        + "raise exception 'x'; exception when others then null; end; end $$",
    ])
  }

  private func row() -> String {
    "(\(value()), '\(String(repeating: "x", count: dice.within(1...5)))')"
  }

  private func value() -> Int {
    dice.weighted([(6, dice.within(0...12)), (3, dice.within(0...60)), (1, 120)])
  }
}
