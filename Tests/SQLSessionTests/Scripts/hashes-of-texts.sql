select hashtext('t'), hashtext(''), hashtext('hello world, this is longer than twelve'), hashtext(null), hashtext('ü');
select hashtextextended('t', 0), hashtextextended('abc', 42), hashtextextended('hello world, this is longer than twelve', -1);
select pg_advisory_xact_lock(hashtext('t'), 1), pg_try_advisory_xact_lock(hashtext('x')::bigint);
