-- DETAIL of DROP of a type that columns have as array: server: column b of table t depends on type en[] (and its own position in the list); simulated: … depends on type en. 15-18
CREATE TYPE en AS ENUM ('a'); CREATE TABLE t (a en, b en[]);
DROP TYPE en;
CREATE DOMAIN dom AS int; CREATE DOMAIN dom2 AS dom; CREATE TABLE td (a dom, b dom2, c dom[]);
DROP DOMAIN dom;
DROP DOMAIN dom CASCADE;
