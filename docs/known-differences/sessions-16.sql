select * from unnest(array[1,2],array['x','y','z']) u(a,b);
select * from unnest(array[1,2],array['x','y','z']) with ordinality u(a,b,n);
