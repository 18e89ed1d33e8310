create role y@; 
create function w() returns text language sql security definer as 'select session_user::text';
select w();
set session authorization y@;
select w(), session_user;
reset session authorization;
drop function w;
drop role y@;
