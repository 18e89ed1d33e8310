CREATE ROLE "Staff Role";
CREATE SCHEMA "Private";
CREATE TABLE "Private".zeta (id integer, "größe" date DEFAULT '2024-01-01', "Quoted Name" bigint, "user" text);
CREATE VIEW "Private".mine0 AS SELECT q.id renamed, "Quoted Name", q."user" FROM "Private".zeta q WHERE q.id = ('2');
CREATE VIEW "Private"."public view1" AS SELECT renamed FROM "Private".mine0 UNION SELECT renamed FROM "Private".mine0 WHERE "user" <> ALL (ARRAY [ 'b' ]);
ALTER VIEW "Private"."public view1" OWNER TO "Staff Role";
SELECT FROM "Private".zeta FULL JOIN "Private"."public view1" ON id = renamed WHERE id = (NULL);
