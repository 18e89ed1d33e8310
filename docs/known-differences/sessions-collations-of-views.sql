create table tb (a int, d text collate "C");
create view vb as select a, d from tb;
create or replace view vb as select a, d collate "POSIX" from tb;
