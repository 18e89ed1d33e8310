create role al@; create function ix(int) returns int language plpgsql immutable as 'begin return $1; end'; create table ti(n int); create unique index on ti(ix(n)); insert into ti values(1); grant all on ti to al@; revoke execute on function ix(int) from public; set role al@;
insert into ti values(1) on conflict do nothing;
insert into ti values(1) on conflict(ix(n)) do nothing;
