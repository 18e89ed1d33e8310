-- ALTER ROLE postgres NOSUPERUSER: 16+ 42501 (The bootstrap superuser must have the SUPERUSER attribute.); simulated accepts (15 does). PASSWORD '': NOTICE empty string is not a valid password, clearing password is missing (15-18) 15: after NOSUPERUSER the role postgres keeps CREATEROLE: CREATE ROLE works on the server, simulated 42501.
ALTER ROLE postgres NOSUPERUSER;
CREATE ROLE x PASSWORD '';
ALTER ROLE x PASSWORD '';
