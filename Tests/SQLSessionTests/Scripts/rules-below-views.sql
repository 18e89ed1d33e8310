-- A view that is changed as its relation is meets that relation's rules.
create role owner@; create role user@; create role other@;
create table base (a int primary key, b text default 'none', c int default 7);
insert into base values (1, 'one', 1), (2, 'two', 2), (3, 'three', 3);
create view middle as select a, b from base;
create view top as select b as bb, a from middle where a < 10;
create rule ins as on insert to middle do instead
  insert into base values (new.a, new.b, 0) returning a, b;
create rule upd as on update to middle do instead
  update base set a = new.a, b = new.b where a = old.a returning a, b;
create rule del as on delete to middle do instead delete from base where a = old.a returning *;
create rule del as on delete to middle do instead delete from base where a = old.a returning a;
create rule del as on delete to middle do instead delete from base where a = old.a returning b, a;
create rule del as on delete to middle do also delete from base where a = old.a returning a, b;
create rule del as on delete to middle where old.a > 0 do instead
  delete from base where a = old.a returning a, b;
create rule del as on delete to middle do instead (
  delete from base where a = old.a returning a, b; delete from base where a = -1 returning a, b);
create rule del as on delete to middle do instead
  delete from base where a = old.a returning a, 'text';
insert into top values ('four', 4) returning *;
insert into top (a) values (5) returning bb || '!', a + 1 as more;
insert into top values ('x', 20), ('y', 21);
insert into top select b || b, a + 30 from base where a < 3;
update top set bb = 'changed' where a = 4 returning *;
update top set a = a + 1 where a >= 4;
update top set bb = base.b from base where base.a = top.a - 1 and top.a = 2;
update top set bb = default where a = 3;
delete from top where a = 5 returning a, bb;
delete from top using base where base.a = top.a and base.c = 0;
delete from top where a = 20;
select * from base order by a;
alter view top alter bb set default 'of the view';
insert into top (a) values (8);
insert into top values (default, 9);
insert into top values ('x', 1);
insert into top values ('x', 50) on conflict do nothing;
select * from base order by a;
-- Columns that are none, and views that can't be changed.
create view computed as select a, b || '?' as d from middle;
insert into computed (a, d) values (60, 'x');
update computed set d = 'x';
insert into computed (a) values (60);
update computed set a = 61 where d = 'none?';
delete from computed where a = 61;
create view grouped as select a from middle group by a;
insert into grouped values (1);
delete from grouped;
-- Rules that add to a statement, and those with conditions.
create table log (what text, a int);
create table plain (a int, b text);
create rule ins as on insert to plain do also insert into log values ('ins', new.a);
create rule upd as on update to plain where new.b is distinct from old.b do also
  insert into log values ('upd', new.a);
create rule del as on delete to plain where old.a = 2 do instead nothing;
create view shown as select a, b from plain where a > 0;
insert into shown values (1, 'x'), (2, 'y'), (-3, 'z');
update shown set b = 'xx' where a = 1;
update shown set b = b;
update shown set b = b || '!';
delete from shown;
select * from plain order by a; select * from log order by 1, 2;
-- A check option goes with the statement that is replaced.
create view checked as select a, b from middle where a < 10 with check option;
insert into checked values (70, 'beyond');
update checked set a = 71 where a = 8;
select a from base where a > 60 order by a;
-- Each is checked as the owner of the view above it.
alter view top owner to owner@;
grant insert, update, delete, select on top to user@;
set role user@;
insert into top values ('x', 80);
update top set bb = 'x' where a = 1;
delete from top where a = 1;
reset role;
grant select, insert, update (b), delete on middle to owner@;
set role user@;
insert into top values ('x', 80);
update top set bb = 'by user' where a = 1;
update top set a = 81 where a = 80;
delete from top where a = 1;
insert into top values ('x', 82) returning *;
reset role; set role other@;
insert into top values ('x', 83);
update top set bb = 'x';
delete from top;
reset role;
revoke select on middle from owner@;
set role user@;
insert into top values ('x', 84);
insert into top values ('x', 85) returning a;
update top set bb = 'x' where a = 2;
update top set bb = 'x';
delete from top where a = 2;
reset role;
alter view top set (security_invoker = true);
set role user@;
insert into top values ('x', 86);
reset role;
grant all on middle to user@;
set role user@;
insert into top values ('x', 86);
update top set bb = 'invoked' where a = 2;
delete from top where a = 2;
reset role;
select * from base order by a;
-- Row security of the table below, as its owner and as others.
alter table base owner to owner@;
alter view middle owner to owner@;
alter table base enable row level security; alter table base force row level security;
create policy few on base using (a < 40) with check (a < 90);
set role user@;
update top set bb = 'seen' where a < 200;
insert into top values ('x', 95);
delete from top where a > 8;
reset role;
select * from base order by a;
-- Rules of a table, below two views.
create table deep (id int, gone boolean default false);
insert into deep values (1), (2), (3);
create view one as select id from deep where not gone;
create view two as select id as n from one where id <> 3;
create rule gone as on delete to deep do instead update deep set gone = true where id = old.id;
delete from two where n = 1;
delete from two;
delete from one;
select * from deep order by id;
drop rule gone on deep;
delete from two;
with w as (delete from one returning id) select * from w;
select * from deep order by id;
