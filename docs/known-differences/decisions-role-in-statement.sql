create role m6a; create role m6c; grant m6a to m6c;
create function fc() returns text language plpgsql as $$begin return current_user; end$$;
create function fset() returns text language plpgsql as $$begin set local role m6a; return current_user; end$$;
set session authorization m6c;
select fset(), fc(), current_user;
select set_config('role','m6a',true), fc();
select fset(), fset();
select fset() = fset();
select i, fset() from generate_series(1,2) i where fset() = 'm6a';
