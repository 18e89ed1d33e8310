create schema s1; create type s1.mood as enum ('a'); create domain s1.dd as int check (value > 0);
create table s1.t (m s1.mood, d s1.dd);
set search_path = s1, public;
insert into t values ('zz'); insert into t values ('a', -1); select nofn(m) from t; update t set m = 1;
