-- Rules that do not ask for a numbered column are as others.
create table t(id serial primary key, name text, g int generated always as identity);
create table log(what text, n text);
create rule r as on insert to t do also insert into log values ('ins', new.name);
insert into t(name) values ('a'), ('b');
insert into t(name) select 'c' || x from generate_series(1,2) x;
insert into t(id, name) values (77, 'd');
insert into t default values;
select * from t order by id; select * from log;
create rule r2 as on insert to t where new.name = 'no' do instead nothing;
insert into t(name) values ('no'), ('yes') returning id;
insert into t(name) values ('no'), ('yes');
select * from t order by id; select * from log;
create rule u as on update to t do also insert into log values ('upd', old.id || new.name);
update t set name = name || '!' where id < 3;
select * from log order by 1, 2;
create role al@; grant insert on t to al@; grant usage on sequence t_id_seq to al@;
set role al@; insert into t(name) values ('z'); reset role; select * from log order by 1, 2;
