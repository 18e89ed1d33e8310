create role m5a; create role m5b; create role m5c; grant m5a, m5b to m5c;
create table t(id int, o text); insert into t values (1,'m5a'),(2,'m5b'); alter table t enable row level security;
create policy pa on t to m5a using (o='m5a'); create policy pb on t to m5b using (o='m5b' or o=current_user); grant select on t to m5a, m5b;
create function ids() returns setof int language sql stable as $$select id from t$$;
set session authorization m5c;
begin; set local role m5b; declare h cursor for select id from ids() id; set local role m5a; fetch all from h; rollback;
