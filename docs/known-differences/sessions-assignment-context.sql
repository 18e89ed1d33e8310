-- messages only: an assignment that fails has CONTEXT PL/pgSQL assignment "v := 'abcd'" above its line (and LINE/QUERY for a constant that is not of the type); a recursion: SQL expression "z(n + 1)" (15) / PL/pgSQL expression (18) is missing between the lines
DO $$ DECLARE v varchar(3); BEGIN v := 'abcd'; END $$;
DO $$ DECLARE v smallint; BEGIN v := 40000; END $$;
DO $$ DECLARE b bool; BEGIN b := 'maybe'; END $$;
CREATE TYPE co AS (x int);
DO $$ DECLARE c co; BEGIN c.nope := 1; END $$;
