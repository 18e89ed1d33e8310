create table u(id int); create table log(w text);
create rule bad5 as on insert to u do instead (insert into log values('a') returning w; insert into log values('b') returning w);
create rule bad6 as on insert to u do instead (insert into log values('a') returning 1; insert into log values('b') returning w);
create rule bad7 as on insert to u where new.id > 1 do instead (insert into log values('a') returning w);
create rule bad8 as on insert to u do also (insert into log values('a') returning w);
create rule bad9 as on insert to u do instead (insert into log values('a') returning 1, 2);
