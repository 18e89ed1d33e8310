-- What ON asks of a view is asked among the conditions of the view.
create table notes(id int, b text); create table docs(id int); insert into notes values (4,'a'),(5,'b'); insert into docs values (4);
create function mine() returns boolean language plpgsql as $$ begin raise notice 'mine'; return true; end $$;
create function at(int) returns boolean language plpgsql as $$ begin raise notice 'at %', $1; return true; end $$;
create view view0 as select * from notes where mine();
create view viewb with (security_barrier) as select * from notes where mine();
create view viewa as select * from notes where at(id);
create view v1 as select from docs;
select from view0 join v1 on id between 4 and 2 where (true) is not false;
select from view0 join v1 on id = 5;
select from viewb join v1 on id = 5;
select from viewa join docs on viewa.id = 5 and docs.id = 4;
select from viewa join docs on viewa.id = docs.id and viewa.b = 'b';
select viewa.id from docs join viewa on viewa.b = 'b';
select from viewa left join docs on viewa.id = 5;
select from docs join viewa on true join viewb on viewb.id = 4 where viewa.id = 4;
