CREATE ROLE alice;
CREATE ROLE bob;
CREATE TABLE public."naïve" (id bigint PRIMARY KEY, owner boolean DEFAULT false, "user" smallint DEFAULT '2'::smallint UNIQUE, "größe" integer, ref bigint REFERENCES public."naïve");
INSERT INTO public."naïve" (id, owner, "user", "größe", ref) VALUES (1, false, '0'::smallint, NULL, NULL);
INSERT INTO public."naïve" (id, owner, "user", "größe", ref) VALUES (7, true, '7'::smallint, 2, 7);
INSERT INTO public."naïve" (id, owner, "user", "größe", ref) VALUES (9, true, '2'::smallint, 42, 9);
INSERT INTO public."naïve" (id, owner, "user", "größe", ref) VALUES (2, NULL, '1'::smallint, 4, 2);
CREATE VIEW mine0 WITH (security_barrier) AS SELECT DISTINCT id FROM "naïve";
ALTER TABLE "naïve" ENABLE ROW LEVEL SECURITY;
CREATE POLICY own0 ON public."naïve" AS PERMISSIVE FOR UPDATE USING (true) WITH CHECK ("naïve"."user" > 7);
CREATE POLICY "Zed policy1" ON public."naïve" FOR UPDATE TO PUBLIC USING ("naïve"."größe" >= (1.5));
INSERT INTO public."naïve" AS t VALUES (85, ('a' <= greatest ('Staff Role', 'A') AND true), ('7'::smallint)::bigint) ON CONFLICT ("user") DO UPDATE SET "größe" = 1 RETURNING *;
UPDATE public."naïve" x SET ref = '7'::bigint FROM public.mine0 o WHERE o.id = x.id;
GRANT UPDATE, REFERENCES ON public."naïve" TO alice, bob;
SET SESSION AUTHORIZATION alice;
PREPARE q2 AS UPDATE public."naïve" SET "user" = $1;
EXECUTE q2('4'::smallint);
compared 1594961 (639693 statements), agreed 1590228, disagreed 4, undecided 4729 (0.296 %)
  1324 what is asked of rows that an index may not find
  485 the rows of `…`, after a volatile function whose calls depend on the order of a join
  327 what follows how often a volatile function is called for tables below another
  309 what follows INTERSECT with nothing
  229 an error that depends on the order of a join
  207 what follows rows that depend on the order of a join
  202 the rows of `…`, after schemas of a statement that another role prepared
  172 the rows of `…`, after rows locked by a statement whose functions change rows
  166 what follows rows locked by a statement whose functions change rows
  120 the rows of `…`, after rows that depend on the order of a join
  117 the rows of `…`, after whether the planner finds that a table with children has no row
  117 what follows whether the planner finds that a table with children has no row
  111 the rows of `…`, after an error that depends on the order of a join
  98 what follows a volatile function whose calls depend on the order of a join
  78 which of several missing privileges is reported
  69 the rows of `…`, after letter case beyond ASCII
  65 an error beyond what EXCEPT may read
  61 which rows of a join inside of a join are asked
  59 the rows of `…`, after rows that depend on the order of groups
  37 the rows of `…`, after where the sequence `…` stands
  37 what functions do for rows of which one may be enough
  26 an error that whether the planner finds that a table with children has no row may explain
  25 the rows of `…`, after what is asked of rows that an index may not find
  24 an error that rows locked by a statement whose functions change rows may explain
  24 the rows of `…`, after rows that depend on the order of rows as they are stored
  23 the rows of `…`, after a FULL JOIN on what is no equality
  21 FOR UPDATE cannot be applied to the nullable side of an outer join
  15 an error that rows that depend on the order of groups may explain
  15 which side of EXCEPT is read first
  14 FOR NO KEY UPDATE cannot be applied to the nullable side of an outer join
  13 FOR SHARE cannot be applied to the nullable side of an outer join
  12 whether the planner finds that a table with children has no row
  11 FOR KEY SHARE cannot be applied to the nullable side of an outer join
  9 the system column `…` of a materialized view
  8 a volatile function whose calls depend on the order of a join
  7 rows that depend on the order of a join
  6 an error that rows that depend on the order of a join may explain
  5 an error that depends on the order of rows as they are stored
  5 an error that how often a volatile function is called for tables below another may explain
  5 letter case beyond ASCII
  5 schemas of a statement that another role prepared
  5 the rows of `…`, after `…`, after what may be dropped after an error that depends on the order of a join
  4 INTERSECT with nothing
  4 what follows what is asked of rows that an index may not find
  3 `…`, after what may be dropped after an error that depends on the order of a join
  3 an error that an error that depends on the order of a join may explain
  3 what follows the system column `…` of a materialized view
  3 what follows what follows how often a volatile function is called for tables below another
  2 COMMIT of a transaction that may have failed: how often a volatile function is called for tables below another
  2 COMMIT of a transaction that may have failed: whether the planner finds that a table with children has no row
  2 `…`, after rows that depend on the order of groups
  2 an error in a join of which one row is enough
  2 an error that a volatile function whose calls depend on the order of a join may explain
  2 an error that what is asked of rows that an index may not find may explain
  2 rows locked by a statement whose functions change rows
  2 what follows FOR SHARE cannot be applied to the nullable side of an outer join
  2 what follows the rows of `…`, after what is asked of rows that an index may not find
  2 what follows the rows of `…`, after whether the planner finds that a table with children has no row
  2 whether a join fails before it gives a row to store
  1 COMMIT of a transaction that may have failed: a volatile function whose calls depend on the order of a join
  1 COMMIT of a transaction that may have failed: rows locked by a statement whose functions change rows
  1 COMMIT of a transaction that may have failed: rows that depend on the order of a join
  1 COMMIT of a transaction that may have failed: the rows of `…`, after a volatile function whose calls depend on the order of a join
  1 COMMIT of a transaction that may have failed: what follows rows that depend on the order of a join
  1 a FULL JOIN on what is no equality
  1 an error that depends on the order of groups
  1 an error that depends on the order of rows that were updated
  1 function `…`
  1 how often a volatile function is called for tables below another
  1 rows that depend on the order of groups
  1 rows that depend on the order of rows as they are stored
  1 what follows FOR UPDATE cannot be applied to the nullable side of an outer join
  1 what follows the rows of `…`, after rows that depend on the order of rows as they are stored
  1 what follows what follows rows locked by a statement whose functions change rows
  1 what follows what follows rows that depend on the order of a join
  1 what follows what follows whether the planner finds that a table with children has no row
  1 what may be dropped after an error that depends on the order of a join
  1 where the sequence `…` stands
outcomes
  390911 probe: rows
  317355 probe: no rows
  219063 probe: ERROR 42501
  93243 GRANT done
  80797 CREATE done
  61950 RESET done
  50390 SET done
  48176 ERROR 42501
  42173 SELECT done
  35095 INSERT done
  32436 ALTER done
  31858 ROLLBACK done
  22833 SELECT no rows
  19560 BEGIN done
  17941 probe: ERROR 42P17
  14371 SAVEPOINT done
  14107 ERROR 25P02
  5803 UPDATE no rows
  5765 REVOKE done
  5739 DELETE no rows
  4601 RELEASE done
  4507 ERROR 23503
  4210 ERROR 3B001
  4140 probe: ERROR 55000
  3568 probe: ERROR 42P01
  3395 ERROR 42702
  3270 ERROR 55000
  3072 COMMIT done
  3038 UPDATE done
  2972 ERROR 25P01
  2909 DELETE done
  2884 PREPARE done
  2735 ERROR P0001
  2630 ERROR 23505
  2573 ERROR 42601
  2359 ERROR 42P17
  2160 DO done
  2004 ERROR 42P01
  1950 DECLARE done
  1781 INSERT no rows
  1733 ERROR 0LP01
  1568 ERROR 428C9
  1546 DROP done
  1380 ERROR 42883
  1196 ERROR 23514
  1145 TRUNCATE done
  1047 MERGE no rows
  1033 COPY done
  1015 ERROR 23502
  933 FETCH no rows
  914 MERGE done
  910 FETCH done
  868 ERROR 0A000
  857 ERROR 26000
  770 COPY no rows
  611 ERROR 42809
  482 ERROR 42723
  444 LOCK done
  391 ERROR RK002
  194 ERROR 42703
  151 ERROR 21000
  146 ERROR 42P10
  110 ERROR 42712
  102 ERROR 22P02
  101 REFRESH done
  71 ERROR RK001
  43 ERROR 22012
  38 ERROR 44000
  23 ERROR 42710
  18 ERROR 23001
  18 ERROR 42704
  16 probe: ERROR 54001
  14 ERROR 42804
  6 ERROR 22001
  5 ERROR 22007
  3 ERROR 54001
  1 ERROR 2202E
  1 ERROR 42701
statements and what they hold
  66031 GRANT table
  61950 RESET
  60023 SELECT
  32953 subquery
  31918 load
  27586 crossing: set-up
  26627 CREATE POLICY
  24961 SET ROLE
  22263 RETURNING
  20353 claims
  19590 ROLLBACK TO
  18560 SAVEPOINT
  17965 INSERT
  15906 CREATE ROLE
  15190 UPDATE
  14226 crossing: query
  13276 DELETE
  12817 GRANT role
  12342 ENABLE ROW LEVEL SECURITY
  11975 CREATE TABLE
  11173 transaction
  11164 end of transaction
  9995 privilege function
  9060 GRANT columns
  8700 ALTER OWNER
  8688 ON CONFLICT
  8312 MAINTAIN
  8022 crossing: change
  7864 JOIN
  7717 RETURNING old or new
  7486 claim
  7117 permissive ALL
  6581 MERGE
  6523 SET SESSION AUTHORIZATION
  5843 RELEASE
  5709 FROM or USING
  5551 EXECUTE
  5462 permissive SELECT
  5423 function call
  5355 membership options
  5324 CREATE VIEW
  5301 WITH
  5262 aggregates
  5184 row locking
  5109 DO NOTHING
  4507 INSERT … SELECT
  4480 GRANT schema
  4328 FOREIGN KEY
  4306 membership policy
  4178 CREATE FUNCTION
  4058 identity
  3978 SET LOCAL ROLE
  3845 CHECK
  3844 owner equality
  3794 ORDER BY
  3716 PREPARE
  3686 LOCK
  3579 DO UPDATE
  3561 FORCE ROW LEVEL SECURITY
  3305 SET ROLE of a user
  3011 DECLARE CURSOR
  3009 FETCH
  2932 trigger function
  2921 EXISTS policy
  2875 permissive INSERT
  2818 permissive UPDATE
  2659 REVOKE table
  2648 window
  2639 MERGE … RETURNING
  2624 whole row
  2616 set operation
  2526 row_security off
  2512 DO
  2505 permissive DELETE
  2490 SQL function
  2431 SELECT function()
  2198 writing WITH
  2188 TRUNCATE
  2127 security_invoker
  2063 CREATE TRIGGER
  1994 restrictive ALL
  1969 NOT MATCHED BY SOURCE
  1955 GRANT sequences
  1933 serial
  1883 SET search_path
  1728 ALTER POLICY
  1690 ALTER FUNCTION OWNER
  1679 SECURITY DEFINER
  1642 GRANT function
  1548 restrictive SELECT
  1424 PARTITION OF
  1416 column comparison
  1390 CREATE SCHEMA
  1345 PL/pgSQL function
  1250 COPY FROM
  1217 COPY query TO
  1206 security_barrier
  1191 CREATE TABLE AS
  1191 DROP TABLE
  1190 COPY TO
  1145 CHECK OPTION
  1141 DO with a handler
  1118 BEFORE ROW trigger
  1090 LATERAL
  1036 JOIN USING
  1025 ALTER DEFAULT PRIVILEGES
  941 REVOKE columns
  935 ALTER VIEW
  869 INSTEAD OF trigger
  848 REVOKE function
  832 unqualified correlation
  829 restrictive INSERT
  759 view of a view
  751 restrictive UPDATE
  739 INHERITS
  728 restrictive DELETE
  718 generated column
  712 PARTITION BY
  652 AFTER ROW trigger
  599 ALTER ROLE
  590 REVOKE role
  580 DROP POLICY
  495 DISABLE ROW LEVEL SECURITY
  472 NO FORCE ROW LEVEL SECURITY
  416 CREATE MATERIALIZED VIEW
  407 ADD COLUMN
  364 virtual column
  344 SET DEFAULT
  343 function that writes
  326 GRANT ALL TABLES
  217 rule
  195 REVOKE schema
  173 AFTER STATEMENT trigger
  120 BEFORE STATEMENT trigger
  110 REFRESH
  58 DISABLE TRIGGER
rules
  1: 6523
  3: 599
  4: 2494
  5: 9995
  9: 154084
  10: 145024
  12: 10670
  15: 2746
  16: 145024
  17: 55200
  18: 303
  19: 109
  20: 1653
  23: 3561
  24: 7081
  25: 9995
  26: 8560
  29: 7500
  30: 5506
  31: 1994
  33: 5506
  34: 185
  37: 832
  38: 1213
  39: 2746
  40: 7930
  41: 2418
  42: 7565
  43: 2256
  44: 771
  45: 747
  46: 1492
  47: 23
  50: 7101
  52: 2886
  53: 759
  55: 48876
  57: 38
  60: 1086
  61: 1206
  62: 7410
  63: 110
  65: 20300
  69: 19
  71: 1679
  72: 2490
  73: 7486
  74: 652
  75: 3329
  78: 2630
  79: 4507
  81: 739
  82: 1424
  83: 1994
  84: 1021
