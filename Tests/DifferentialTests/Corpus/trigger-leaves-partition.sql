CREATE TABLE parts (id integer, region text, owner text) PARTITION BY LIST (region);
CREATE TABLE parts_a PARTITION OF parts FOR VALUES IN ('b');
CREATE FUNCTION public.fire270() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN NEW.region := current_user; RETURN NEW; END $$;
CREATE TRIGGER fire270 BEFORE INSERT ON parts_a FOR ROW EXECUTE FUNCTION fire270 ();
COPY public.parts (id, region, owner) FROM STDIN;
88	b	
\.
