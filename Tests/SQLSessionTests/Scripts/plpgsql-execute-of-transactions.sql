do $$ begin execute 'commit'; end $$;
do $$ begin execute 'begin'; end $$;
do $$ begin execute 'savepoint s'; end $$;
do $$ begin execute 'select 1; rollback'; end $$;
do $$ begin savepoint s; end $$;
do $$ begin begin execute 'commit'; exception when feature_not_supported then raise notice '%', sqlerrm; end; end $$;
create function f(t text) returns text language plpgsql as $$ begin execute t; return 'done'; exception when others then return sqlstate || ': ' || sqlerrm; end $$;
select f('commit'), f('rollback'), f('start transaction'), f('release savepoint x');
