create extension citext; create table u (id int, email citext);
create policy p on u using (email = (auth_x() ->> 'email'));
