-- server: 22001 value too long for type character varying(3) (assignment); simulator: silently truncates to 3 as an explicit cast does (UPDATE t SET home.zip, INSERT (home.zip), INSERT ... row(...) into a composite column)
create type addr as (city text, zip varchar(3));
create table t (id int, home addr);
insert into t values (1, ('X', 'abc'));
update t set home.zip = '12345';
insert into t (id, home.zip) values (2, '12345');
insert into t values (3, row('X', '12345'));
select id, home from t order by id;
