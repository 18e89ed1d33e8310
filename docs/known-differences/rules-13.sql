SET search_path=pg_catalog,public; CREATE TABLE z (i int);
