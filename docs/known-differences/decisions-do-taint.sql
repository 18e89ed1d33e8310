create table n(id int);
create function fp(int) returns int language plpgsql as 'begin insert into n values ($1); return 1; end';
do $$declare c refcursor := 'x'; begin perform fp(1); end$$;
select count(*) from n;
