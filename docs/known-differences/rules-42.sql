CREATE TABLE w (id int); INSERT INTO w VALUES (1); ALTER SCHEMA public RENAME TO pub; SELECT * FROM w; SET search_path=pub; SELECT * FROM w; 
