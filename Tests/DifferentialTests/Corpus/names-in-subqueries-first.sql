CREATE TABLE members (id integer, ref integer, a text);
DELETE FROM members x WHERE x.added = ANY (SELECT s1.a FROM members s1 WHERE s1.ref = x.ref OR s1.added = 'a');
DELETE FROM members x WHERE x.added IN (SELECT s1.gone FROM members s1);
CREATE POLICY p ON members USING (ARRAY['a'] = ANY (ARRAY(SELECT ARRAY[m.a] FROM members m)));
CREATE TABLE other (a integer[]);
SELECT count(*) FROM members NATURAL JOIN other;
