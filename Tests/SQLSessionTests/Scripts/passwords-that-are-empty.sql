create role x@ password '';
alter role x@ password '';
alter role x@ password null;
create user y@ password 'secret';
alter role y@ password '';
select rolname = 'y@' from pg_roles where rolname = 'y@';
