import AccessModel
import AccessTesting
import Testing

/// Expressions as people write them: the simulator's value, or its error, is the server's.
@Suite(.enabled(if: ServerUnderTest.isExpected))
struct `Value expressions agree with the server` {
  @Test func `arrays and subscripts`() throws {
    try ExpressionTexts.agree([
      "ARRAY[1, 2, 3]", "ARRAY[1, 2.5]", "ARRAY['a', 'b c', NULL]", "ARRAY[[1, 2], [3, 4]]",
      "ARRAY[]::int[]", "ARRAY[]", "ARRAY[1, 'x']", "ARRAY[1, true]", "'{1,2}'::int[] || 3",
      "1 || ARRAY[2]", "ARRAY[1] || ARRAY[2, 3]", "ARRAY['a'] || 'b'::text",
      "(ARRAY[10, 20, 30])[2]", "(ARRAY[10, 20, 30])[0]", "(ARRAY[10, 20, 30])[2:3]",
      "(ARRAY[10, 20, 30])[:2]", "(ARRAY[[1, 2], [3, 4]])[2][1]", "(ARRAY[[1, 2], [3, 4]])[2]",
      "(ARRAY[[1, 2], [3, 4]])[1:1]", "(ARRAY[1, 2])[NULL]", "(1)[1]",
      "1 = ANY (ARRAY[1, 2])", "3 = ANY (ARRAY[1, 2])", "3 = ANY (ARRAY[1, NULL])",
      "1 = ALL (ARRAY[1, 1])", "1 <> ALL (ARRAY[2, NULL])", "1 = ANY ('{1,2}')",
      "'a' = ANY (ARRAY['a', 'b'])", "1 = ANY (NULL::int[])", "NULL = ANY (ARRAY[1])",
      "1 = ANY ('{}'::int[])", "1 = ALL ('{}'::int[])", "1 = ANY (5)", "'x' = ANY (ARRAY[1])",
      "1::bigint = ANY (ARRAY[1, 2])", "1 = ANY (ARRAY[1.0, 2.5])", "1.0 = ANY ('{1,2}'::int[])",
      "'abc' ~~ ANY (ARRAY['a%', 'b%'])", "'abc' LIKE ALL (ARRAY['a%', '%c'])",
      "ARRAY[1, 2] = ARRAY[1, 2]", "ARRAY[1, 2] < ARRAY[1, 3]", "ARRAY[1, 2] < ARRAY[1]",
      "ARRAY[1, NULL] = ARRAY[1, NULL]", "ARRAY[1, 2] @> ARRAY[2]", "ARRAY[1, 2] && ARRAY[3]",
      "ARRAY[1, 2] <@ ARRAY[1, 2, 3]", "'{a,b}'::text[] && '{b,c}'", "'{1,x}'::int[]",
      "'{1'::int[]",
      "'1'::int[]", "'{{1,2},{3}}'::int[]", "'{\"a b\",c}'::text[]", "'{null,\"null\"}'::text[]",
      "ARRAY[1, 2]::text", "ARRAY[1, 2]::text[]", "ARRAY['1', '2']::int[]",
      "ARRAY[1.5, 2.5]::int[]",
      "ARRAY['abc', 'de']::varchar(2)[]", "array_length(ARRAY[1, 2], 1)",
      "cardinality(ARRAY[1, 2])",
      "array_append(ARRAY[1], 2)", "array_append(ARRAY[1], 2.5)", "array_append(NULL, 1)",
      "array_position(ARRAY['a', 'b'], 'b')", "array_remove(ARRAY[1, 2, 1], 1)",
      "array_to_string(ARRAY[1, NULL, 3], ',', '*')", "string_to_array('a,b', ',')",
      "array_length(1, 1)", "array_append(ARRAY[1], 'x')",
    ])
  }

  @Test func `rows`() throws {
    try ExpressionTexts.agree([
      "ROW(1, 'a')", "ROW(1, NULL, 'x y')", "(1, 2) = (1, 2)", "(1, 2) = (1, 3)",
      "(1, NULL) = (1, 2)", "(1, NULL) = (2, 2)", "(1, 2) <> (1, NULL)", "(1, 2) < (1, 3)",
      "(1, NULL) < (2, 0)", "(1, NULL) < (1, 0)", "(1, 'b') >= (1, 'a')", "(1, 2) = (1, 2, 3)",
      "(1, 2) IS NULL", "(NULL, NULL) IS NULL", "(1, NULL) IS NOT NULL", "(1, NULL) IS NULL",
      "ROW(1, 2) IS DISTINCT FROM ROW(1, 2)", "ROW(1, NULL) IS DISTINCT FROM ROW(1, NULL)",
      "ROW(1, NULL) IS NOT DISTINCT FROM ROW(1, 2)", "(1, 2) IN ((1, 2), (3, 4))",
      "(1, 5) IN ((1, 2), (3, 4))", "(1, 'a') = (1, 2)", "ROW(1, 2)::text",
      "to_json(ROW(1, 'a'))", "row_to_json(ROW(1, NULL, true))", "(ROW(1, 2)).f1",
      "(ROW(1, 2)).f3",
    ])
  }

  @Test func `conditions`() throws {
    try ExpressionTexts.agree([
      "1 IN (1, 2)", "3 IN (1, NULL)", "3 NOT IN (1, NULL)", "'a' IN ('a', 'b')", "1 IN ('1', '2')",
      "1 IN ('x')", "'1' IN (1, 2)", "1.5 IN (1, 2)", "NULL IN (1)", "true IN (1)",
      "1 BETWEEN 0 AND 2", "1 NOT BETWEEN 0 AND 2", "1 BETWEEN SYMMETRIC 2 AND 0",
      "1 NOT BETWEEN SYMMETRIC 2 AND 0", "NULL BETWEEN 1 AND 2", "'b' BETWEEN 'a' AND 'c'",
      "1 IS DISTINCT FROM NULL", "NULL IS DISTINCT FROM NULL", "1 IS NOT DISTINCT FROM 1.0",
      "GREATEST(1, 2.5, NULL)", "LEAST('b', 'a')", "GREATEST(NULL, NULL)", "GREATEST(1, 'x')",
      "LEAST(1, true)", "COALESCE(NULL, 1, 2.5)", "COALESCE(1, 'x')", "NULLIF('a', 'a')",
      "NULLIF(1, 2.0)", "CASE WHEN 1 = 1 THEN 1 ELSE 2.5 END", "CASE 1 WHEN 2 THEN 'a' END",
      "CASE WHEN true THEN 1 ELSE 'x' END", "CASE WHEN 1 THEN 2 END", "'a' LIKE 'A'",
      "'a' ILIKE 'A'", "'a_b' LIKE 'a\\_b'", "'abc' SIMILAR TO '(a|x)bc'", "'abc' ~ '^a.c$'",
      "'abc' ~* 'B'", "'abc' !~ 'b'", "'foo' ~ 'o{2}'", "'a@b.co' ~ '^[^@]+@[^@]+\\.[a-z]{2,}$'",
      "'x' COLLATE \"C\" < 'y'", "1 COLLATE \"C\"", "'a' < 'B' COLLATE \"C\"", "NOT NULL",
      "true AND NULL", "NULL OR true", "1 AND true", "NOT 1",
    ])
  }

  @Test func `which function or operator is meant`() throws {
    try ExpressionTexts.agree(
      [
        "1 = 'x'", "1 = '1'", "1 = '1'::text", "true = 1", "'a' + 1", "'1' + 1", "'1' + '1'",
        "- 'x'", "-'1'", "1 + true", "now() = 1", "lower(1)", "length(12)", "upper(NULL)",
        "round(1.567, 2)", "round(1.567::float8, 2)", "round('1.5')", "abs('-1')", "abs(-1.5)",
        "substring('abc' from 2)", "substring('abc' from 2 for 1)",
        "substring('foobar' from 'o.b')",
        "substr('abc', 2)", "position('b' in 'abc')", "overlay('abc' placing 'X' from 2)",
        "trim('  a ')", "trim(both 'x' from 'xax')", "trim(leading from '  a')",
        "extract(year from date '2026-02-03')", "extract(epoch from interval '1 day')",
        "date_part('month', timestamp '2026-02-03')",
        "date_trunc('month', timestamp '2026-02-03 04:05')",
        "date '2026-01-31' + 1", "date '2026-01-31' + interval '1 month'",
        "timestamp '2026-01-31' - date '2026-01-01'", "date '2026-03-01' - date '2026-01-01'",
        "interval '1 day' * 2", "'1 day'::interval + '02:00'", "'2026-01-01' < date '2026-02-01'",
        "date '2026-01-01' < timestamp '2026-01-01 00:00:01'", "date '2026-01-01' = '2026-01-01 x'",
        "concat('a', 1, NULL, true)", "concat_ws('-', 'a', NULL, 2)", "concat()",
        "format('%s %I %L', 'a', 'B c', 'd''e')", "format('%1$s %1$s', 'a')", "format('%s')",
        "quote_ident('a b')", "quote_ident('select')", "quote_literal('a''b\\c')", "md5('abc')",
        "repeat('ab', 3)", "lpad('1', 3, '0')", "split_part('a.b.c', '.', 2)",
        "initcap('hello wORLD')",
        "replace('abcabc', 'b', 'X')", "regexp_replace('abc', 'b', 'X')",
        "regexp_replace('aaa', 'a', 'b', 'g')", "regexp_match('foobar', 'o+')",
        "strpos('abc', 'c')",
        "make_interval(days => 3)", "make_interval(1, 2, hours => 3)", "make_interval(nope => 1)",
        "jsonb_set('{\"a\": 1}', '{b}', '2')", "jsonb_set('{\"a\": 1}', '{b}', '2', false)",
        "jsonb_build_object('a', 1, 'b', ARRAY[1, 2])", "json_build_object('a', 1, 'b', NULL)",
        "jsonb_build_array(1, 'a', NULL, true)", "to_jsonb('x'::text)", "to_json(1.50)",
        "'{\"a\": {\"b\": [1, 2]}}'::jsonb #> '{a,b,1}'",
        "'{\"a\": {\"b\": 5}}'::jsonb #>> '{a,b}'",
        "('{\"a\": {\"b\": 5}}'::jsonb)['a']['b']", "('[1, 2]'::jsonb)[1]",
        "'{\"a\": 1}'::jsonb || '{\"b\": 2}'", "'{\"a\": 1}'::jsonb - 'a'", "'[1, 2]'::jsonb - 0",
        "'{\"a\": 1, \"b\": 2}'::jsonb ?| ARRAY['x', 'b']", "'{\"a\": 1}'::jsonb ?& '{a}'",
        "'{\"a\": [1, 2]}'::jsonb @> '{\"a\": [2]}'", "'[1, 2]'::jsonb @> '1'",
        "'{\"b\":1, \"a\" : 2}'::json -> 'a'", "'{\"a\":\"x\"}'::json ->> 'a'",
        "'{\"a\":1}'::json = '{}'",
        "jsonb_array_length('[1, 2]')", "jsonb_array_length('{}')", "jsonb_typeof('[]')",
        "'10.1.2.3'::inet << '10.0.0.0/8'", "'10.0.0.0/8'::cidr >>= '10.1.2.3'::inet",
        "host('10.1.2.3/8')", "'a'::\"char\"", "'abc'::char(5) || 'x'", "'abc'::char(5) = 'abc'",
        "length('ab '::char(5))", "'abc '::varchar = 'abc'", "'abc'::name = 'abc'::text",
        "1::bit", "5::text || 'x'", "5 || 'x'", "'x' || 5", "5 || 6", "true || 'x'",
        "'\\xff'::bytea", "'\\xf'::bytea", "encode('\\x0102', 'hex')", "decode('ff', 'hex')",
        "pg_typeof(1)", "pg_typeof('x')", "pg_typeof(ARRAY[1.5])", "pg_typeof(now())",
        "now() > '2020-01-01'", "now() < timestamptz '2020-01-01'", "now() > '2026-10-01'",
        "now() < '2100-01-01'",
        "now() + interval '1 day' > '2020-01-01'",
        "current_date > '2020-01-01'", "gen_random_uuid() IS NULL",
        "gen_random_uuid() = '00000000-0000-0000-0000-000000000000'", "1 / 0", "1 % 0", "5.5 % 2",
        "2 ^ 3", "7 & 3", "1 << 3", "~ 5", "@ -5", "|/ 16.0", "5 # 1",
        "count(*)", "sum(1)", "sum(1.5)", "max('a')", "min(true)", "sum('x')", "array_agg(1)",
        "string_agg('a', ',')", "bool_and(true)", "every(NULL)", "count()", "count(1, 2)",
        "array_agg(x) FROM (VALUES (1), (NULL), (2)) v(x)",
        "string_agg(x, '-') FROM (VALUES ('a'), (NULL), ('b')) v(x)",
        "json_agg(x) FROM (VALUES (1), (NULL)) v(x)",
        "jsonb_agg(x ORDER BY x DESC) FROM (VALUES (1), (3), (2)) v(x)",
        "json_object_agg(k, v) FROM (VALUES ('a', 1), ('b', NULL)) x(k, v)",
        "jsonb_object_agg(k, v) FROM (VALUES ('a', 1), ('a', 2)) x(k, v)",
        "array_agg(DISTINCT x) FROM (VALUES (2), (1), (2)) v(x)",
        "count(*) FILTER (WHERE x > 1) FROM (VALUES (2), (1), (2)) v(x)",
        "string_agg(x, ',' ORDER BY x DESC) FROM (VALUES ('a'), ('c'), ('b')) v(x)",
      ], undecided: 14)
  }

  @Test func `privileges asked for`() throws {
    var world = World()
    world.role("alice")
    try ExpressionTexts.agree(
      [
        "pg_has_role('alice', 'MEMBER')", "pg_has_role('alice', 'alice', 'USAGE')",
        "pg_has_role('nobody', 'MEMBER')", "pg_has_role('alice', 'x')",
        "has_table_privilege('nope', 'SELECT')", "has_schema_privilege('public', 'USAGE')",
        "has_schema_privilege('public', 'CREATE')", "has_schema_privilege('nope', 'USAGE')",
        "has_schema_privilege('alice', 'public', 'USAGE, CREATE')",
        "has_schema_privilege('public', 'x')",
      ], world: world)
  }
}
