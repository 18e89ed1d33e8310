CREATE TABLE members (id integer);
CREATE TABLE kept (id integer GENERATED ALWAYS AS IDENTITY (START 60), kind integer);
INSERT INTO members VALUES (7), (1);
MERGE INTO kept x USING members o ON x.id = o.id WHEN NOT MATCHED THEN INSERT (kind) VALUES (o.id);
SELECT * FROM kept;
MERGE INTO kept x USING members o ON x.id > o.id + 100 WHEN NOT MATCHED THEN INSERT (kind) VALUES (o.id);
