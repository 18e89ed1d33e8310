SELECT * FROM unnest(ARRAY[1,2],ARRAY['x','y']) WITH ORDINALITY u(a,b,o);
SELECT * FROM unnest(ARRAY[1,2],ARRAY['x','y']) u(a,b);
