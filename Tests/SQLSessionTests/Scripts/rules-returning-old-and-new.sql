-- From 18 on RETURNING tells OLD from NEW; of a rule's action it is what the action does to its row.
create table base (a int primary key, b text default 'none', c int default 7);
insert into base values (1, 'one'), (2, 'two'), (3, 'three');
create view v as select a, b, 'const' as d from base;
create view w as select b as bb, a, d, a + 1 as e from v where a < 100;
create rule ins as on insert to v do instead
  insert into base values (new.a, new.b) returning a, b, 'ins'::text;
create rule upd as on update to v do instead
  update base set b = new.b where a = old.a returning new.a, b || '!', old.d;
create rule del as on delete to v do instead delete from base where a = old.a returning *;
create rule del as on delete to v do instead delete from base where a = old.a returning a, b, old.b;
insert into v values (4, 'four') returning old.*, new.*, a;
insert into v values (5, 'five') returning old.a is null, new.b || '?', (select new.a), old, new;
update v set b = 'changed' where a = 4 returning old.b, new.b, b, old.d, new.d;
update v set b = 'joined' from (values (5, 'x')) x (n, y) where a = n
  returning old.a, new.a, old.b, new.b;
delete from v where a = 4 returning old.*, new.*, *;
insert into w (bb, a) values ('six', 6) returning old.*, new.*;
update w set bb = 'of w' where a = 6 returning old.bb, new.bb, old.e, new.e, e;
update w set bb = 'of w' where a = 6 returning with (old as o, new as n) o.a, n.*;
delete from w where a = 6 returning old.e, new.e, old, new;
select * from base order by a;
