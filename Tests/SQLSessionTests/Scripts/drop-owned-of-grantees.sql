-- DROP OWNED takes away what the owner has granted, and what was granted further with it; what others have granted stays.
create role a@; create role b@; create role c@; create role d@;
create table t (x int, y int); create table u (x int);
grant select, insert on t to a@ with grant option;
grant select (x) on u to a@ with grant option;
set role a@; grant select on t to b@ with grant option; grant insert on t to c@; grant select (x) on u to c@; reset role;
set role b@; grant select on t to d@; reset role;
grant select on t to c@;
drop owned by c@;
select has_table_privilege('c@','t','select'), has_table_privilege('c@','t','insert'), has_column_privilege('c@','u','x','select');
drop role c@;
drop owned by b@;
select has_table_privilege('d@','t','select'), has_table_privilege('b@','t','select');
drop owned by a@;
select has_table_privilege('d@','t','select'), has_table_privilege('b@','t','select'), has_table_privilege('a@','t','select'), has_column_privilege('c@','u','x','select'), has_table_privilege('c@','t','insert');
drop role a@; drop role b@; drop role c@; drop role d@;
reindex table u; create table w (x text); reindex table w; create index on u (x); reindex table u;
