-- Sequences that stored calls name are found by the path of now.
create schema s1@; create sequence s1@.sq; set search_path = s1@, public; select nextval('sq');
create view public.v0 as select nextval('sq'); create view public.v as select currval('sq'); create view public.v2 as select pg_catalog.nextval('sq'); create view public.v3 as select setval('sq', 9);
set search_path = public; select * from v0; select * from v; select * from v2; select * from v3;
create sequence q; create view w as select setval('q', 5); alter sequence q rename to q2; select * from w;
