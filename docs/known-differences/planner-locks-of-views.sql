create table p(r text); create materialized view st as select * from p; create materialized view st2 as select * from p;
create view w as select * from st2 for update;
select * from w, st for update;
