create function bad() returns int language plpgsql stable as $$ begin raise exception 'bad'; end $$;
create role al@; create function den(int) returns int language plpgsql stable as 'begin return $1; end'; revoke execute on function den(int) from public;
select 1 where bad()=1 and false;
select 1 where not (bad()=1 or true);
select count(*) where bad()=1 and 1=2;
set role al@;
select 1 where den(1)=1 and false;
select row(1,den(1)) is null;
select (row(1,den(1))).f1;
