-- MERGE into views: checked as owner and caller, check options, rules.
SELECT v >= 160000 AS v16, v >= 170000 AS v17, v >= 180000 AS v18 FROM (SELECT current_setting($$server_version_num$$)::int) s(v) \gset
CREATE ROLE ann@;
CREATE ROLE vo@;
CREATE TABLE t (id int PRIMARY KEY, own text, n int);
INSERT INTO t VALUES (1,'vo',1),(2,'ann',2),(3,'vo',30);
ALTER TABLE t ENABLE ROW LEVEL SECURITY;
GRANT ALL ON t TO vo@;
CREATE POLICY pv ON t TO vo@ USING (own = 'vo');
CREATE POLICY pa ON t TO ann@ USING (own = 'ann');
CREATE VIEW v AS SELECT id, own, n FROM t WHERE n < 10 WITH CHECK OPTION;
ALTER VIEW v OWNER TO vo@;
GRANT SELECT, UPDATE ON v TO ann@;
CREATE VIEW vi WITH (security_invoker) AS SELECT id, own, n FROM t;
GRANT ALL ON vi TO ann@;
SET ROLE ann@;
MERGE INTO v USING (VALUES (1),(2),(3)) s(k) ON v.id = s.k WHEN MATCHED THEN UPDATE SET n = 5;
MERGE INTO v USING (VALUES (1),(2),(3)) s(k) ON v.id = s.k WHEN MATCHED THEN UPDATE SET n = 50;
MERGE INTO v USING (VALUES (1),(2),(3)) s(k) ON v.id = s.k WHEN MATCHED THEN UPDATE SET own = 'ann';
MERGE INTO v USING (VALUES (1),(2),(3)) s(k) ON v.id = s.k WHEN MATCHED THEN DELETE;
MERGE INTO v USING (VALUES (7)) s(k) ON v.id = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 'vo', 1);
MERGE INTO vi USING (VALUES (2)) s(k) ON vi.id = s.k WHEN MATCHED THEN UPDATE SET n = 5;
RESET ROLE;
GRANT ALL ON v TO ann@;
GRANT SELECT, UPDATE, INSERT ON t TO ann@;
SET ROLE ann@;
MERGE INTO v USING (VALUES (7)) s(k) ON v.id = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 'vo', 1);
MERGE INTO v USING (VALUES (8)) s(k) ON v.id = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 'vo', 11);
MERGE INTO v USING (VALUES (8)) s(k) ON v.id = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 'ann', 1);
MERGE INTO v USING (VALUES (8)) s(k) ON v.id = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 'ann', 11);
MERGE INTO v USING (VALUES (3)) s(k) ON v.id = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 'vo', 1);
MERGE INTO vi USING (VALUES (1),(2),(3)) s(k) ON vi.id = s.k WHEN MATCHED THEN UPDATE SET n = 5;
MERGE INTO vi USING (VALUES (1),(2)) s(k) ON vi.id = s.k WHEN MATCHED THEN DELETE;
MERGE INTO vi USING (VALUES (12)) s(k) ON vi.id = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, 'vo', 1);
\if :v17
MERGE INTO v USING (VALUES (1)) s(k) ON v.id = s.k WHEN NOT MATCHED BY SOURCE THEN DELETE RETURNING merge_action(), v.*;
MERGE INTO v USING (VALUES (99)) s(k) ON v.id = s.k WHEN NOT MATCHED BY SOURCE THEN UPDATE SET n = n + 1 RETURNING v.id, v.n;
\endif
RESET ROLE;
SELECT * FROM t ORDER BY id;
CREATE VIEW j AS SELECT a.id FROM t a JOIN t b USING (id);
GRANT ALL ON j TO ann@;
MERGE INTO j USING (VALUES (1)) s(k) ON j.id = s.k WHEN MATCHED THEN DELETE;
MERGE INTO j USING (VALUES (1)) s(k) ON j.id = s.k WHEN MATCHED THEN DO NOTHING;
CREATE RULE r AS ON UPDATE TO v DO INSTEAD NOTHING;
SET ROLE ann@;
MERGE INTO v USING (VALUES (1)) s(k) ON v.id = s.k WHEN MATCHED THEN DELETE;
MERGE INTO v USING (VALUES (1)) s(k) ON v.id = s.k WHEN MATCHED THEN UPDATE SET n = 1;
RESET ROLE;
CREATE RULE r2 AS ON DELETE TO t DO ALSO NOTHING;
MERGE INTO t USING (VALUES (1)) s(k) ON t.id = s.k WHEN MATCHED THEN DELETE;
create table with_defaults (a int primary key, b text default 'of the table', c int default 1);
insert into with_defaults values (1, 'one', 1);
create view defaulted as select a, b, c from with_defaults;
create view above as select a, b from defaulted;
alter view defaulted alter b set default 'of the view';
alter view above alter b set default 'above';
merge into defaulted t using (values (1), (2)) as s (n) on t.a = s.n
  when matched then update set b = default when not matched then insert (a) values (n);
merge into defaulted t using (values (3)) as s (n) on t.a = s.n
  when not matched then insert values (n, default, default);
merge into above t using (values (1), (4)) as s (n) on t.a = s.n
  when matched then update set b = default when not matched then insert (a) values (n);
merge into above t using (values (5)) as s (n) on t.a = s.n
  when not matched then insert values (n, 'given');
select * from with_defaults order by a;
