-- Rows found by an index, after statements that share it with those before and after.
create table t (id int primary key, who text, n int);
create unique index on t (who);
insert into t select i, 'w' || i, 0 from generate_series(1, 400) i;
select * from t where id = 399;
begin;
insert into t values (401, 'first', 1);
savepoint a;
insert into t values (402, 'second', 1);
rollback to a;
insert into t values (403, 'third', 2);
select * from t where id in (401, 402, 403) order by id;
insert into t values (404, 'first', 3);
rollback;
insert into t values (401, 'second', 4);
insert into t values (402, 'first', 5);
select * from t where who = 'first';
select * from t where who = 'second';
insert into t values (405, 'second', 0);
update t set n = n + 1 where id = 7;
update t set id = 1000 where id = 8;
insert into t values (8, 'w8', 0);
update t set who = 'eight' where id = 1000;
insert into t values (8, 'w8', 0);
select * from t where id = 8 or id = 1000 order by id;
begin;
update t set who = 'changed' where id = 9;
select * from t where who = 'changed';
rollback;
select * from t where who = 'changed';
select * from t where id = 9;
delete from t where id = 10;
select count(*) from t where id = 10;
insert into t values (10, 'w10', 1);
delete from t where id > 20;
select count(*), sum(n) from t;
insert into t values (21, 'w21', 1), (21, 'w22', 1);
insert into t values (21, 'w21', 1), (22, 'w22', 1);
select * from t where id in (21, 22) order by id;
do $$
begin
  for i in 1..20 loop
    update t set n = n + i where id = i;
    delete from t where id = i and i % 3 = 0;
    insert into t values (i + 2000, 'loop' || i, i);
    if i % 5 = 0 then
      begin
        insert into t values (i + 3000, 'undone' || i, i);
        insert into t values (i + 2000, 'twice', i);
      exception when unique_violation then null;
      end;
    end if;
  end loop;
end $$;
select * from t where id < 30 order by id;
select count(*), sum(n) from t where id > 2000;
select * from t where who = 'undone5';
alter table t add column extra int default 7;
select * from t where id = 2003;
truncate t;
insert into t values (1, 'w1', 1);
select * from t where id = 1;
