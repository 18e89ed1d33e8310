-- Constants of a type hold it: what DROP TYPE says of policies, views, triggers, checks, indexes.
CREATE TYPE st AS ENUM ('q', 'r');
CREATE TABLE j (id int, state st NOT NULL DEFAULT 'q');
CREATE POLICY q ON j FOR INSERT WITH CHECK (state = 'q' AND id = 0);
CREATE POLICY q2 ON j FOR SELECT USING (state IN ('q', 'r'));
CREATE VIEW v AS SELECT * FROM j WHERE state = 'q';
ALTER TABLE j ADD CONSTRAINT c CHECK (state <> 'r' OR id > 0);
CREATE INDEX i ON j (id) WHERE state = 'q';
CREATE FUNCTION tf() RETURNS trigger LANGUAGE plpgsql AS 'begin return new; end';
CREATE TRIGGER tg BEFORE UPDATE ON j FOR EACH ROW WHEN (new.state = 'r') EXECUTE FUNCTION tf();
DROP TYPE st;
DROP TYPE st CASCADE;
