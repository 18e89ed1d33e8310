select 'é' ~ '\w', 'é' ~ '[[:alpha:]]', 'é' ~ '^[a-z]$', 'ü' ~ '\W';
select regexp_replace('Ünïcode','[^\w]','-','g');
select 'a' || array[1];
select 'x' || 1.50, 'x' || array[1];
