create role au; create schema private; create table private.users(id int, email text); insert into private.users values (1,'a');
create function me() returns private.users language sql stable security definer as $$ select * from private.users limit 1 $$;
create function chk() returns bool language plpgsql security definer as $$ declare u private.users; begin select * into u from private.users; return found; end $$;
create table t(a int); insert into t values (1); alter table t enable row level security; grant select on t to au; create policy p on t to au using (chk());
set role au; select email from me(); select * from t;
