CREATE TABLE public.items (id integer GENERATED ALWAYS AS IDENTITY, a date, note timestamptz, b integer DEFAULT 2, kind integer GENERATED ALWAYS AS (id::integer + 1) CHECK (kind <= 50));
CREATE TABLE public.child (extra text) INHERITS (public.items);
INSERT INTO child (id, note, b, extra) VALUES (55, '2024-06-01 12:30:00+00', DEFAULT, current_user), (14, '2024-06-01 12:30:00+00', 3, 'Staff Role') RETURNING a;
