SELECT 1::bytea; SELECT to_number('RN','RN');
CREATE UNLOGGED TABLE up (k int) PARTITION BY LIST (k);
