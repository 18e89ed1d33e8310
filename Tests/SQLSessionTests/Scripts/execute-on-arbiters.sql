create role al@; create function ix(int) returns int language plpgsql immutable as 'begin return $1; end'; create table ti(n int, m int); create unique index on ti(ix(n)) where ix(m) > 0; insert into ti values(1, 1); grant all on ti to al@; revoke execute on function ix(int) from public; set role al@;
insert into ti values(1, 1) on conflict do nothing;
insert into ti values(1, -1) on conflict do nothing;
insert into ti select 1, 1 where false on conflict do nothing;
insert into ti values(1, 1) on conflict(ix(n)) where ix(m) > 0 do nothing;
select * from ti;
