create extension citext; create table u (id int, email citext);
create policy p on u using (email = (auth_x() ->> 'email'));
select array_agg(a) from (values ('{1,2}'::int[]), ('{}')) v(a);
