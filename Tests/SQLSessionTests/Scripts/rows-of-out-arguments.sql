-- An OUT argument of a row type is what the function gives.
create type pair as (l int, r text);
create table t(id int, n text);
insert into t values (1,'a');
create function f9(i int, out p pair) language plpgsql as $$begin execute 'select id, n from t where id = $1' into p using i; end$$;
select f9(1);
create function fa(i int, out p pair) language plpgsql as $$begin select id, n into p from t where id = i; end$$;
select fa(1);
create function fb(i int, out p pair) language plpgsql as $$begin p := (i, 'x'); end$$;
select fb(1);
select * from fb(2);
select (fb(3)).l;
create function fc(i int, out p t) language plpgsql as $$begin select * into p from t where id = i; end$$;
select fc(1);
