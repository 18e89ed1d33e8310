CREATE TABLE t (id int NOT NULL, at timestamptz DEFAULT now()); INSERT INTO t VALUES (NULL);
