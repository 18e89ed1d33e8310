create function df1(a int default 'x') returns int language sql as 'select 1';
create function df2(a int default now_bad()) returns int language sql as 'select 1';
create function df3(a int, b int default a + 1) returns int language sql as 'select 1';
create function df4(a boolean default 5) returns int language sql as 'select 1';
create function df5(a int default (select 1)) returns int language sql as 'select 1';
create function df6(a date default 'notadate') returns int language sql as 'select 1';
