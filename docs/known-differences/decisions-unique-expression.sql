create table x(id int); insert into x values (1),(2);
create function noti(int) returns int language plpgsql immutable as $$ begin raise notice 'n %', $1; return $1; end $$;
create unique index on x (noti(id));
insert into x values (3);
analyze x;
