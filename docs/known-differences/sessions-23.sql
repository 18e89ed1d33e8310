select '"\u0000"'::jsonb;
select pg_typeof(nullif(1,2.0));
select !5;
select jsonb_build_object('a');
select format('%x','a');
select string_agg(distinct x, ',' order by y) from (values ('a',2),('b',1)) v(x,y);
select '[a,b]'::int4range;
select 'nope'::regclass;
