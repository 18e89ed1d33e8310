-- 15-18: EXISTS that is asked anew is planned twice, so the server says each notice twice, the simulator once
create table s(id int, ref int); create table n(id int);
create function say(int) returns int language plpgsql immutable as $$ begin raise notice 'say %', $1; return 1; end $$;
select exists (select from n where n.id = s.ref and say(1) = 1) from s;
select exists (select from n where n.id = s.ref + say(2)) from s;
