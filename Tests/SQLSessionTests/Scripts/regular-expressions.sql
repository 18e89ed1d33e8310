-- What groups match, which follows from what each part prefers.
select regexp_match('2026-11-21', '(\d+)-(\d+)-(\d+)');
select regexp_match('foobarbequebaz', '(bar)(beque)');
select regexp_match('abcbd', '(a.*)(b.*)'), regexp_match('abcbd', '(a.*?)(b.*)'),
  regexp_match('abcbd', '(a.*?)(b.*?)');
select regexp_match('xaaabbb', '(a|ab)(c|bcd)?(b*)'), regexp_match('ababab', '(?:(a)|b)*');
select regexp_match('abab', '(ab)*'), regexp_match('', '(x)*'), regexp_match('zz', 'a(b)?|z');
select regexp_match('aXbXc', '^(.*)X(.*)$'), regexp_match('aXbXc', '^(.*?)X(.*)$');
select regexp_match('foo123', '(?:foo|f)(\d{1,2}?)(\d*)'), regexp_match('aaa', '(a{2,}?)(a*)');
select regexp_match('one two', '(\w+)\s+(\w+)'), regexp_match('k=v', '^([^=]*)=(.*)$');
select regexp_match('((x))', '\(+((x))\)+'), regexp_match('abc', '(b)?');
-- Back references and what stands around.
select 'abab' ~ '^(ab)\1$', 'abba' ~ '^(ab)\1$', 'aabb' ~ '^(a)\1(b)\2$';
select regexp_match('hello', '(l)\1'), regexp_match('xyxyxz', '((xy)+)\2?x');
select 'price 10' ~ 'price (?=\d)', 'price x' ~ 'price (?=\d)', 'foobar' ~ 'foo(?!baz)';
select regexp_match('a1b2', '(?<=b)\d'), regexp_match('a1b2', '(?<!a)\d');
-- Classes, escapes, flags.
select 'a-b_c' ~ '^[\w-]+$', 'é' ~ '^\w$' is null, 'x y' ~ '\mx\M', 'A1' ~ '^[[:alpha:]][[:digit:]]$';
select 'ABC' ~* 'b', regexp_match('ABC', '(b)', 'i'), 'a+b' ~ '(?q)a+b', 'ab' ~ '(?x) a b # end';
select regexp_match(E'a\nb', '^b', 'n'), regexp_match(E'a\nb', 'a.b', 'n'), E'a\nb' ~ 'a.b';
select 'tab' ~ '\x61', 'a.b' ~ 'a\.b', 'a]b' ~ '[]]', 'a^' ~ '[\^]', 'x' ~ '[^\d\s]';
select 'abc' ~ 'a{2}', 'aab' ~ '^a{2}b', 'a{b' ~ 'a{b', '' ~ '^$', 'ab' ~ '(|a)b';
-- Replacing.
select regexp_replace('Thomas', '.[mN]a.', 'M'), regexp_replace('abc', '(b)', '[\1\\\&]');
select regexp_replace('foobarbaz', 'b(..)', 'X\1Y', 'g'), regexp_replace('aaa', 'a', 'b', 2, 2);
select regexp_replace('A  B   C', '\s+', ' ', 'g'), regexp_replace('aXb', 'x', '-', 1, 0, 'i');
select regexp_replace('abc', '', '-', 'g'), regexp_replace('abc', 'x*', '-', 'g');
select regexp_replace('user@example.org', '^(.).*@', '\1***@'), regexp_replace('x', 'x', '\9');
-- Counting, finding, splitting.
select regexp_count('ABCABCAXYaxy', 'A.', 1, 'i'), regexp_count('aaaa', 'aa'), regexp_count('b', 'a');
select regexp_instr('number of your street', '[^ ,]+', 1, 2), regexp_instr('abcab', '(a)(b)', 1, 2, 1, 'i', 2);
select regexp_substr('number of your street', '[^ ]+', 1, 3), regexp_substr('abc', '(a)(b)', 1, 1, '', 2);
select regexp_like('Hello', 'hello', 'i'), regexp_like('Hello', 'hello');
select regexp_matches('a1b22', '([a-z])(\d+)', 'g');
select regexp_split_to_array('hello world  again', '\s+'), regexp_split_to_array('abc', '');
select regexp_split_to_table('a,b;c', '[,;]');
select substring('foobar' from 'o(.)b'), substring('foobar' from 'o.b'), substring('x' from 'y');
select substring('abcdefg' similar 'a#"%#"g' escape '#'), substring('abc' from '_#"%#"' for '#');
select 'abc' similar to '(b|c)%', 'abc' similar to '%(b|d)%', 'a[b' similar to 'a\[b', 'ab' similar to '[a-c]+';
-- Errors.
select 'a' ~ '(';
select 'a' ~ '*';
select 'a' ~ 'a{2,1}';
select 'a' ~ '[b';
select 'a' ~ '[b-a]';
select 'a' ~ '[[:nothing:]]';
select 'a' ~ '\1';
select 'a' ~ 'a\';
select regexp_match('a', 'a', 'g');
select regexp_match('a', 'a', 'z');
select regexp_count('a', 'a', 0);
select regexp_replace('a', 'a', 'b', '1');
select regexp_instr('a', 'a', 1, 1, 2);
