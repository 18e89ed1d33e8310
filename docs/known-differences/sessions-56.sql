create domain d as text check (value <> ''); create table td(b d[]);
insert into td values ('{""}');
insert into td values (array['']);
insert into td values (array['']::d[]);
select '{a,""}'::d[];
select array['']::text[]::d[];
update td set b[1] = '';
create domain da as int[] check (array_length(value,1) < 3); create table ta(a da); insert into ta values ('{1,2,3}'); insert into ta values ('{1,2}'); update ta set a = a || 3; update ta set a[3] = 3; create type ct as (x d); select row('')::ct; select '("")'::ct; create table tc(c ct); insert into tc values (row('')); insert into tc values ('("")'); select * from json_populate_record(null::ct, '{"x":""}');
