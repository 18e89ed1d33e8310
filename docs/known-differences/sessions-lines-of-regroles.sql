-- message only: no LINE of 'nope'::regrole / ::regnamespace (15-18)
SELECT 'nope'::regrole;
SELECT 'nope'::regnamespace;
