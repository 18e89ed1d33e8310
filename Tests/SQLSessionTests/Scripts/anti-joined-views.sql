-- What an anti-join reads keeps its conditions: a view that is excluded by its own is not planned, and all its tables are looked at.
CREATE TABLE n (id integer); CREATE TABLE na (id integer);CREATE TABLE zz (id integer);
CREATE VIEW v0 AS SELECT id, count (*) FROM n GROUP BY id;
CREATE VIEW v1 AS SELECT id renamed FROM v0 WHERE NULL;
create role u@; grant all on na, v1, zz to u@; alter view v0 owner to u@;
set role u@;
SELECT s1.renamed FROM na q LEFT JOIN v1 s1 on s1.renamed = q.id;
SELECT s1.renamed FROM na q LEFT JOIN v1 s1 on s1.renamed <> q.id;
SELECT s1.renamed FROM na q LEFT JOIN v1 s1 on true;
SELECT s1.renamed FROM na q LEFT JOIN v1 s1 on q.id > 1;
SELECT FROM na q WHERE NOT EXISTS (SELECT FROM v1 s1, zz WHERE s1.renamed = q.id );
SELECT FROM na q WHERE NOT EXISTS (SELECT FROM v1 s1 JOIN zz ON s1.renamed = zz.id WHERE s1.renamed = q.id );
SELECT FROM na q WHERE NOT EXISTS (SELECT FROM zz LEFT JOIN v1 s1 ON s1.renamed = zz.id WHERE s1.renamed = q.id );
SELECT FROM na q WHERE NOT EXISTS (SELECT FROM zz LEFT JOIN v1 s1 ON s1.renamed = zz.id WHERE zz.id = q.id );
SELECT FROM na q WHERE NOT EXISTS (SELECT FROM (SELECT * FROM v1 s1, zz) s1 WHERE s1.renamed = q.id );
SELECT FROM na q WHERE NOT EXISTS (SELECT FROM v1 s1 WHERE s1.renamed = q.id AND EXISTS (SELECT FROM zz WHERE zz.id = s1.renamed));
SELECT FROM zz WHERE EXISTS (SELECT FROM na q WHERE zz.id = q.id AND NOT EXISTS (SELECT FROM v1 s1 WHERE s1.renamed = q.id));
