-- Which row's error comes first, after a MERGE that the planner may have joined in any order: undecided.
create table n (id int primary key);
create table r (id bigint, a bigint, b text, ref int not null references n on delete set default);
insert into n values (1);
insert into r values (9, 1, 'it''s', 1), (2, 42, null, 1);
merge into r x using r o on x.id = o.id when matched and x.b = 'z' then do nothing when matched then update set id = 33;
delete from n;
