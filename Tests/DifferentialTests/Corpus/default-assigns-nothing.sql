CREATE ROLE "ünï" ;
CREATE TABLE public.members (id bigint PRIMARY KEY, note text, "Quoted Name" text, ref bigint REFERENCES public.members ON UPDATE NO ACTION);
CREATE VIEW "public view0" AS SELECT id, note, "Quoted Name", ref, note made FROM members;
CREATE VIEW v1 (security_barrier) AS SELECT * FROM "public view0";
ALTER VIEW "public view0" OWNER TO "ünï";
INSERT INTO v1 VALUES ('4', 'A', 'user', '42', DEFAULT);
