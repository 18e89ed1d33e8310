create table u(id int); create table log(w text);
create rule bad5 as on insert to u do instead (insert into log values('a') returning w; insert into log values('b') returning w);
