create role y_y; 
create function w() returns text language sql security definer as 'select session_user::text';
select w();
set session authorization y_y;
select w(), session_user;
