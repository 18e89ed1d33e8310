-- trigger function with declared arguments: server 42P13 trigger functions cannot have declared arguments; simulated accepts. 15-18
CREATE FUNCTION bad(int) RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION badev(int) RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';
