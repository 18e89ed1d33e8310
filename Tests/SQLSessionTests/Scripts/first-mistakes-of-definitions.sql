-- Names are met in the order of the text, among all else.
CREATE TABLE members (id integer);
CREATE TABLE zeta (id text, a numeric CHECK (a <= 50));
SELECT FROM members JOIN zeta ON CASE WHEN r (ARRAY [ '{alice}' ]) THEN ('') ELSE id >= (bigint) END;
SELECT FROM members JOIN zeta ON r (ARRAY [ '{alice}' ]) and id >= 3;
SELECT FROM members, zeta where r (ARRAY [ '{alice}' ]) and id >= 3;
create view v as SELECT FROM members, zeta where r (ARRAY [ '{alice}' ]) and id >= 3;
create view v as SELECT FROM members JOIN zeta ON r (ARRAY [ '{alice}' ]) and id >= 3;
create view v as SELECT FROM members JOIN zeta ON id >= 3 and r (ARRAY [ '{alice}' ]);
create view v as SELECT FROM members where r (ARRAY [ '{alice}' ]) and nope >= 3;
create view v as SELECT FROM members where r (ARRAY [ '{alice}' ]) and x.nope >= 3;
create view v as SELECT FROM members where r (ARRAY [ '{alice}' ]) and exists (select from nope);
create view v as SELECT FROM members where r (ARRAY [ '{alice}' ]) and exists (select from nope.nope);
create view v as SELECT r(1), nope from members;
create view v as SELECT r(1), (select from nope) from members;
create policy p on members using (r(1) and nope > 3);
create policy p on members using (r(1) and exists (select from nope));
create policy p on members using (r(1) and exists (select from zeta, members where id = 3));
