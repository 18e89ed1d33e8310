-- what is not of that kind: server 42809 …; simulated accepts. 15-18
CREATE TABLE tp (id int); CREATE SEQUENCE s; CREATE MATERIALIZED VIEW mv AS SELECT 1 AS x; CREATE INDEX ix ON tp (id);
ALTER MATERIALIZED VIEW tp SET SCHEMA public; -- "tp" is not a materialized view
ALTER SEQUENCE tp SET SCHEMA public; -- "tp" is not a sequence
CREATE RULE rr AS ON INSERT TO s DO NOTHING; -- relation "s" cannot have rules
CREATE RULE rr AS ON INSERT TO mv DO NOTHING; -- 0A000 rules on materialized views are not supported
ALTER TABLE tp REPLICA IDENTITY USING INDEX ix; -- cannot use non-unique index "ix" as replica identity
