CREATE TABLE public.docs (id bigint GENERATED ALWAYS AS IDENTITY, a date);
MERGE INTO docs x USING docs o ON x.id = o.id WHEN MATCHED AND a BETWEEN a AND SOURCE THEN UPDATE SET owner = date RETURNING WITH (OLD AS o, NEW AS n) ('-');
-- simulator: ERROR 42702: column reference "a" is ambiguous
-- server:    ERROR 42712: table name "o" specified more than once
