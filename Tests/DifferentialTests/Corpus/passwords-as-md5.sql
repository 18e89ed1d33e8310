-- What is said of passwords that are stored as MD5: from 18 on that they are, and that a new name clears them.
CREATE ROLE kept PASSWORD 'x';
ALTER ROLE kept RENAME TO kept_on;
SET password_encryption = 'md5';
CREATE ROLE lost PASSWORD 'x';
ALTER ROLE lost RENAME TO lost_since;
ALTER ROLE lost_since RENAME TO lost;
CREATE ROLE hashed PASSWORD 'md585939a5ce845f1a1b620742e3c659e0a';
ALTER ROLE hashed RENAME TO hashed_since;
ALTER ROLE lost PASSWORD 'y';
ALTER ROLE lost PASSWORD NULL;
ALTER ROLE lost RENAME TO nobody;
DROP ROLE kept_on, nobody, hashed_since;
