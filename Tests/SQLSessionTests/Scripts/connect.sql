create role r@ login;
create table t (a int);
grant select on t to r@;
set my.name = 'x';
\c - r@
select current_user = 'r@', session_user = 'r@';
select current_setting('my.name', true);
insert into t values (1);
set role postgres;
\c - postgres
insert into t values (1);
revoke all on t from r@;
drop role r@;
